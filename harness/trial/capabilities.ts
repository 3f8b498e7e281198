import { ConditionError } from '../errors.ts';
import { drawHalf } from '../random.ts';
import type { Candidate } from '../types/attempt.ts';
import type { ClaimsReport } from '../types/claims.ts';
import type { ConsistencyTools, DocstringPair } from '../types/consistency.ts';
import type { Message } from '../types/model.ts';
import {
  type CountReply,
  type Examples,
  type RepairExample,
  SEARCH_BOUNDS,
  type SearchBounds,
  type TranslationExample,
} from '../types/search.ts';
import { type CheckedClaims, type ClaimTracker, createClaimTracker } from '../verifiers/claims/claim-tracker.ts';
import type { FaultInjector } from '../verifiers/claims/faults.ts';
import { SEVERITY_WEIGHTS } from '../verifiers/claims/gap.ts';
import { type Observed, observe } from '../verifiers/claims/observe.ts';
import { type Capability, defineCapability } from './capability.ts';

import { type CriticRates, EVEN_RATES } from './matched-rates.ts';
import { createRunningCritic, type RunningCritic } from './running-critic.ts';
import type { SubjectTracker } from './subject.ts';

/** The most claims per candidate may make (`--max-claims`). */
export const maxClaims: Capability<number> = defineCapability({ open: ({ settings }) => settings.maxClaims });

/** Claims that are decided one by one, by checks that call the task's function. */
export const claimChecks: Capability<ClaimTracker> = defineCapability({
  appliesTo: ['function'],
  open({ evaluator, recorder, faults, step, subject }) {
    if (evaluator.claims === undefined) throw new Error(`nothing runs checks of claims on ${evaluator.task.id}`);
    const tracker = createClaimTracker(evaluator.claims, { faults, step, noteLive: recorder.noteLiveVerdict });
    return {
      gather: tracker.gather,
      check: async (...asked) => told(await tracker.check(...asked), subject),
      judge: (...asked) => told(tracker.judge(...asked), subject),
    };
  },
});

/** Runs a candidate on inputs, in the sandbox and within its limits; nothing that grades is run. */
export const execute: Capability<(candidate: Candidate, inputs: readonly string[]) => Promise<Observed[]>> =
  defineCapability({
    appliesTo: ['function'],
    open({ evaluator }) {
      return (candidate, inputs) => {
        if (evaluator.claims === undefined) throw new ConditionError(`nothing runs programs on ${evaluator.task.id}`);
        return observe(evaluator.claims, candidate.text, inputs);
      };
    },
  });

/** Runs programs for a critic; nothing that grades is run. */
export const runningCritic: Capability<RunningCritic> = defineCapability({
  appliesTo: ['function'],
  open({ evaluator: { claims, task }, recorder }) {
    if (claims === undefined) throw new ConditionError(`nothing runs programs on ${task.id}`);
    return createRunningCritic(claims, recorder);
  },
});

/** What is made wrong on purpose in what a critic found: the loop is told the opposite at the rates of `--inject`. */
export const criticFaults: Capability<Pick<FaultInjector, 'tellOfCritic'>> = defineCapability({
  open: ({ faults }) => ({ tellOfCritic: faults.tellOfCritic }),
});

/** How often the critic of the arm that `matches` names failed an axis or refused an invariant; 0.5 where that is not known. */
export const matchedRates: Capability<CriticRates> = defineCapability({
  open: ({ parts: { rates } }) => rates ?? EVEN_RATES,
});

/** The candidate of a task that gives it: no model is asked for it. */
export const given: Capability<Candidate> = defineCapability({
  appliesTo: ['triple'],
  open({ evaluator: { task } }) {
    if (task.kind !== 'triple') throw new ConditionError(`${task.id} gives no candidate`);
    return { text: task.body, extraction: { status: 'clean', cuts: [] }, role: 'generate' };
  },
});

/** The tools that compare a triple's artefacts with those rebuilt from one another. */
export const consistency: Capability<ConsistencyTools> = defineCapability({
  appliesTo: ['triple'],
  open({ evaluator: { triple, task }, recorder }) {
    if (triple === undefined) throw new ConditionError(`${task.id} is no triple`);
    return {
      ...triple,
      async ask(question) {
        const reply = await triple.ask(question);
        // What the loop was told is the recorded answer.
        if (reply.here !== undefined)
          recorder.noteLiveVerdict(reply.here === 'not-available' ? 'prover-missing' : 'no-verdict');
        return reply;
      },
    };
  },
});

/** Docstrings beside a right triple's own, of which it is known whether they say the same: what a judge's report card asks. */
export const wordPairs: Capability<readonly DocstringPair[]> = defineCapability({
  appliesTo: ['triple'],
  tellsTruth: true,
  open: ({ evaluator }) => evaluator.wordPairs ?? [],
});

/**
 * Whether the arm that `spends` names used more by the end of a round than this trial has so far; without such an arm, once a round.
 */
export const tokensLeft: Capability<(round: number) => boolean> = defineCapability({
  open({ parts: { tokens }, recorder }) {
    let asked = 0;
    return (round) => {
      if (tokens !== undefined) return recorder.tokens() < tokens.upTo(round);
      const isFirst = round > asked;
      asked = Math.max(asked, round);
      return isFirst;
    };
  },
});

/**
 * Draws several candidates together, for whoever knows several requests at once: answers may come in any order, and are taken in that of the requests.
 * What is drawn and not taken is on record as a call of no step.
 */
export const drawTogether: Capability<
  (requests: readonly (readonly Message[])[], role: 'generate' | 'regenerate') => AsyncGenerator<Candidate, void, void>
> = defineCapability({
  open: ({ evaluator, recorder, subject }) =>
    async function* drawn(requests, role) {
      const answers = await Promise.allSettled(requests.map((messages) => recorder.ask(messages, role)));
      for (const answer of answers) if (answer.status === 'fulfilled') recorder.hold(answer.value);
      for (const answer of answers) {
        if (answer.status === 'rejected') throw answer.reason;
        recorder.keep(answer.value);
        subject.newCandidate();
        const { response, record } = answer.value;
        yield { ...evaluator.extract(response.text), responseSha256: record.responseSha256, role };
      }
    },
});

/** What the prover counts of a candidate: for a search that ranks programs. */
export const proofCounts: Capability<(candidate: Candidate) => Promise<CountReply>> = defineCapability({
  appliesTo: ['contract', 'translation', 'annotation'],
  open: ({ evaluator: { count, task }, recorder }) =>
    async function countProof({ text }) {
      if (count === undefined) throw new ConditionError(`nothing is proved on ${task.id}`);
      const reply = await count(text);
      // What the loop was told are the recorded counts.
      if (reply.here !== undefined)
        recorder.noteLiveVerdict(reply.here === 'not-available' ? 'prover-missing' : 'no-verdict');
      return reply;
    },
});

/** What earlier iterations came to, half of each pool, at most eight, drawn anew for each call (AlphaVerus, A.3: k / 2 of k); nothing where a run has no pools. */
export const drawnExamples: Capability<{
  translations(): readonly TranslationExample[];
  repairs(): readonly RepairExample[];
}> = defineCapability({
  open({ evaluator: { examples = NO_EXAMPLES }, random }) {
    const draw = () => random('examples');
    return {
      translations: () => drawHalf(examples.translations, draw, MOST_EXAMPLES),
      repairs: () => drawHalf(examples.repairs, draw, MOST_EXAMPLES),
    };
  },
});

/** More would leave little of a prompt for the task. */
const MOST_EXAMPLES = 8;

const NO_EXAMPLES: Examples = { translations: [], repairs: [] };

/** How wide and how deep a search is (`--exploration`, `--breadth`, `--depth`). */
export const searchBounds: Capability<SearchBounds> = defineCapability({
  open: ({ settings: { search = {} } }) => ({ ...SEARCH_BOUNDS, ...search }),
});

/** What a loop learns of its claims, calls after it speak about. */
function told(checked: CheckedClaims, subject: SubjectTracker): CheckedClaims {
  const { verdict, report } = checked;
  if (verdict !== undefined) subject.told(verdict);
  subject.checked({ basis: hasEvidence(report) ? 'failures' : 'nothing', openClaims: openClaims(report) });
  return checked;
}

function hasEvidence({ claims, notRunnable }: ClaimsReport): boolean {
  return notRunnable !== undefined || claims.some(({ evidence }) => evidence.length > 0);
}

/** Claims that do not hold, by number, the gravest first. */
function openClaims({ claims }: ClaimsReport): number[] {
  return claims
    .filter(({ verdict }) => verdict === 'FAIL' || verdict === 'PARTIAL')
    .sort((a, b) => SEVERITY_WEIGHTS[b.severity] - SEVERITY_WEIGHTS[a.severity])
    .map(({ id }) => Number(id.slice(1)));
}
