import type { Candidate } from '../../types/attempt.ts';
import type { CheckKind, Claim, ClaimsReport, TrackedCheck, TrackedClaim } from '../../types/claims.ts';
import type { Task } from '../../types/task.ts';
import { checkId } from './check.ts';
import { locate } from './locate.ts';
import { callsEntryPoint, isTooLong, negated, readAssertions } from './read-assertions.ts';

/** A claim as a model makes it, with the test code that is to decide it. */
export interface ExtractedClaim extends Claim {
  readonly tests: readonly string[];
}

/** A trial's claims and checks before they are run on the candidate. */
export interface GatheredClaims {
  readonly claims: readonly TrackedClaim[];
  readonly checks: readonly TrackedCheck[];
  /** Of this round: claims that were there already; claims about something else. */
  readonly merged: number;
  readonly dropped: number;
  /** Ids of claims made wrong on purpose this round. */
  readonly injected: readonly string[];
  /** The report on the candidate before; absent in the first round. */
  readonly before?: ClaimsReport;
}

interface GatherInput {
  readonly task: Task;
  readonly candidate: Candidate;
  readonly extracted: readonly ExtractedClaim[];
  readonly before?: ClaimsReport | undefined;
  /** Index of the step. */
  readonly step: number;
  /** Whether a new claim is made wrong on purpose; asked once a new claim, in order. */
  readonly isMadeWrong: () => boolean;
}

/**
 * Adds a round's claims and their checks to those of the trial. Equal claims are one and bring their new checks; what tests nothing
 * but other functions is dropped and counted. Nothing that was there is taken out.
 */
export function gatherClaims({ task, candidate, extracted, before, step, isMadeWrong }: GatherInput): GatheredClaims {
  const claims: TrackedClaim[] = (before?.claims ?? []).map(toTracked);
  const checks: TrackedCheck[] = (before?.checks ?? []).map(({ outcome: _, ...check }) => check);
  const injected: string[] = [];
  let [merged, dropped] = [0, 0];
  for (const one of extracted) {
    if (isAboutSomethingElse(one, task)) {
      dropped++;
      continue;
    }
    const known = claims.find((claim) => isSameClaim(claim.text, one.text));
    if (known !== undefined) {
      merged++;
      if (known.isInjected !== true) addChecks(checks, known.id, one.tests, step, task);
      continue;
    }
    const isWrong = isMadeWrong();
    const claim = toClaim(one, `c${claims.length + 1}`, step, candidate, task, isWrong);
    claims.push(claim);
    if (isWrong) injected.push(claim.id);
    addChecks(checks, claim.id, isWrong ? one.tests.map(negated) : one.tests, step, task);
  }
  return { claims, checks, merged, dropped, injected, ...(before === undefined ? {} : { before }) };
}

function toTracked({ id, step, text, category, severity, place, isInjected }: TrackedClaim): TrackedClaim {
  return {
    id,
    step,
    text,
    category,
    severity,
    ...(place === undefined ? {} : { place }),
    ...(isInjected === undefined ? {} : { isInjected }),
  };
}

function toClaim(
  { text, category, severity, place }: ExtractedClaim,
  id: string,
  step: number,
  candidate: Candidate,
  task: Task,
  isWrong: boolean,
): TrackedClaim {
  const line = place && locate(place.part, candidate.text, task.entryPoint);
  return {
    id,
    step,
    text: isWrong ? `It is not so that: ${text}` : text,
    category,
    severity,
    ...(place === undefined ? {} : { place: { part: place.part, ...(line === undefined ? {} : { line }) } }),
    ...(isWrong ? { isInjected: true } : {}),
  };
}

/** Test code that calls functions, none of them the entry point; or no text at all. */
function isAboutSomethingElse({ text, tests }: ExtractedClaim, { entryPoint }: Task): boolean {
  if (text.trim() === '') return true;
  const read = tests.map((test) => readAssertions(test));
  return read.some(({ calls }) => calls.size > 0) && !read.some((one) => callsEntryPoint(one, entryPoint));
}

function addChecks(checks: TrackedCheck[], claim: string, tests: readonly string[], step: number, task: Task): void {
  for (const test of tests) {
    for (const check of toChecks(test, task)) {
      const known = checks.findIndex(({ id }) => id === check.id);
      const there = checks[known];
      if (there === undefined) checks.push({ ...check, claim, step, support: 1 });
      else if (there.claim === claim && there.step < step) checks[known] = { ...there, support: there.support + 1 };
    }
  }
}

type NewCheck = Pick<TrackedCheck, 'id' | 'kind' | 'source' | 'state' | 'reason'>;

/** One check for each assertion; a test of another kind is one check. What cannot be read is kept too, with the reason. */
function toChecks(test: string, { entryPoint }: Task): NewCheck[] {
  const kind = isTooLong(test) ? 'assertions' : kindOf(test);
  if (kind !== 'assertions') return [{ id: checkId(kind, test), kind, source: test, state: 'pending' }];
  const { checks, problem } = readAssertions(test);
  if (problem !== undefined) {
    return [{ id: checkId(kind, test), kind, source: test, state: 'invalid', reason: problem }];
  }
  return checks.map((source): NewCheck => {
    const check = { id: checkId(kind, source), kind, source };
    if (callsEntryPoint(readAssertions(source), entryPoint)) return { ...check, state: 'pending' };
    return { ...check, state: 'invalid', reason: `does not call ${entryPoint}` };
  });
}

/**
 * By what it is written for: hypothesis (`@given`), CrossHair (a docstring with `pre:` or `post:`), mypy (`reveal_type`, or an annotated
 * variable and nothing asserted), else assertions.
 */
function kindOf(source: string): CheckKind {
  if (/^\s*@(?:hypothesis\.)?given\b/m.test(source)) return 'property';
  if (/^\s*(?:"""|''')?\s*(?:pre|post)(?:\[[^\]]*\])?:/m.test(source)) return 'contract';
  const isTyped = /^\w+\s*:[^=\n]+=/m.test(source) && !/^\s*assert\b/m.test(source);
  if (isTyped || /\breveal_type\(/.test(source)) return 'types';
  return 'assertions';
}

/** Of words that say the same, this share must be common. */
const SAME_WORDS = 0.8;
const FILLERS = new Set([
  'a',
  'an',
  'the',
  'is',
  'are',
  'it',
  'function',
  'code',
  'program',
  'correctly',
  'properly',
  'will',
  'should',
  'and',
]);

/** Whether two texts claim the same: nearly the same words, and the same numbers and negations. */
function isSameClaim(one: string, other: string): boolean {
  const [first, second] = [wordsOf(one), wordsOf(other)];
  const decisive = (words: ReadonlySet<string>): string =>
    [...words]
      .filter((word) => /\d|^(?:not|no|never|none|non|without|empty|n't)$/.test(word))
      .sort()
      .join(' ');
  if (decisive(first) !== decisive(second)) return false;
  const common = [...first].filter((word) => second.has(word)).length;
  const all = first.size + second.size - common;
  return all > 0 && common / all >= SAME_WORDS;
}

function wordsOf(text: string): ReadonlySet<string> {
  const words =
    text
      .toLowerCase()
      .replaceAll("n't", ' not')
      .match(/[\p{L}\p{N}_]+/gu) ?? [];
  return new Set(words.filter((word) => !FILLERS.has(word)).map((word) => word.replace(/(?<=\p{L}{3})s$/u, '')));
}
