import { FileError, LimitError, ModelError, ModelStoppedError, SandboxLostError } from '../errors.ts';
import { createRandom, trialSeed } from '../random.ts';
import type { Candidate, Verdict } from '../types/attempt.ts';
import type { Examiner, SuiteName } from '../types/evaluator.ts';
import type { LiveVerdict, Step, Trajectory, TrialEnd, TrialId } from '../types/record.ts';
import { type ClaimBook, createClaimBook, NO_CLAIM_BOOK } from '../verifiers/claims/claim-book.ts';
import { createFaultInjector, type FaultInjector } from '../verifiers/claims/faults.ts';
import { flipCoin } from '../verifiers/coin.ts';
import { verifyAsRecorded } from '../verifiers/recorded.ts';
import { askTwice, createRecorder, type Recorder } from './calls.ts';
import type { Condition, ConditionContext } from './condition.ts';
import type { TrialParts, TrialSettings } from './settings.ts';
import { type SubjectTracker, trackSubject } from './subject.ts';
import { toStep } from './to-step.ts';

export interface FinishedTrial {
  readonly trajectory: Trajectory;
  /** Every response it got, by sha256. */
  readonly responses: ReadonlyMap<string, string>;
}

/**
 * Drives one condition on one task and records every attempt as a step. Limits, transport errors and a bug in the
 * condition end the trial as data (an error is never a grade and is tried again by --resume). Only an abort, a model
 * that was stopped for the whole run, and a record that cannot be written throw.
 */
export async function runTrial(
  id: TrialId,
  condition: Condition,
  examiner: Examiner,
  settings: TrialSettings,
  parts: TrialParts,
): Promise<FinishedTrial> {
  const subject = trackSubject(examiner.task);
  const recorder = createRecorder(id, settings, parts, subject.current);
  const random = randomStreams(trialSeed(settings.seed, examiner.task.id, id.sample));
  const faults = createFaultInjector(parts.inject ?? {}, random);
  const steps: Step[] = [];
  const inTrial: InTrial = {
    ...{ examiner, settings, parts, recorder, subject, random, faults },
    step: () => steps.length,
  };
  const context = createContext(condition, inTrial);
  let end: TrialEnd | undefined;
  try {
    for await (const attempt of condition.run(examiner.task, context)) {
      const [liveVerdict, calls] = [recorder.takeLiveVerdict(), recorder.takeCalls()];
      subject.yielded(attempt);
      steps.push(toStep(steps.length, attempt, { liveVerdict, faults: faults.take(), calls }));
    }
  } catch (error) {
    if (parts.signal.aborted || error instanceof ModelStoppedError || error instanceof FileError) throw error;
    end = endOfError(error, parts.onBug);
  }
  end ??= { status: 'submitted', reason: submittedReason(steps.at(-1), steps.length, settings, context) };
  const seed = trialSeed(settings.seed, id.taskId, id.sample);
  const trajectory: Trajectory = { ...id, seed, steps, unfinishedCalls: recorder.takeCalls(), end };
  return { trajectory, responses: recorder.responses };
}

/** Each named stream is a sequence of its own. */
function randomStreams(seed: number): (stream: string) => number {
  const streams = new Map<string, () => number>();
  return (stream) => {
    const next = streams.get(stream) ?? createRandom(`${seed} ${stream}`);
    streams.set(stream, next);
    return next();
  };
}

/** What everything behind a context works with. */
interface InTrial {
  readonly examiner: Examiner;
  readonly settings: TrialSettings;
  readonly parts: TrialParts;
  readonly recorder: Recorder;
  readonly subject: SubjectTracker;
  readonly random: (stream: string) => number;
  readonly faults: FaultInjector;
  /** Index of the step that is being made. */
  readonly step: () => number;
}

function createContext(condition: Condition, inTrial: InTrial): ConditionContext {
  const { examiner, settings, parts, recorder, subject, random, faults } = inTrial;
  return {
    rounds: settings.rounds,
    maxClaims: settings.maxClaims,
    signal: parts.signal,
    random,
    async propose(messages, role = 'generate') {
      const { response, record } = await recorder.call(messages, role);
      const extracted = examiner.extract(response.text);
      subject.newCandidate();
      return { ...extracted, responseSha256: record.responseSha256, role };
    },
    async ask(messages, role) {
      const { response } = await recorder.call(messages, role);
      if (role !== 'remediate') return response.text;
      if (faults.dropsPlan()) return '';
      subject.planned();
      return response.text;
    },
    async askFor(messages, role, schema) {
      const answer = await askTwice(recorder, messages, role, schema);
      const { whenDropped } = schema;
      if (answer.status === 'unparsed') return answer;
      if (whenDropped !== undefined && faults.dropsPlan()) return { status: 'parsed', value: whenDropped };
      if (role === 'remediate') subject.planned();
      return answer;
    },
    stopsAt: (verdict) => settings.stop === 'verdict' && verdict.status === 'accept',
    async verify(candidate) {
      const verdict = faults.tell(await runVerifier(condition, candidate, inTrial));
      subject.told(verdict);
      return verdict;
    },
    claims: claimBookOf(inTrial),
    hasTokensFor: tokensLeft(inTrial),
  };
}

/** Without an arm to be matched with, once a round. */
function tokensLeft({ parts: { tokens }, recorder }: InTrial): (round: number) => boolean {
  let asked = 0;
  return (round) => {
    if (tokens !== undefined) return recorder.tokens() < tokens.upTo(round);
    const isFirst = round > asked;
    asked = Math.max(asked, round);
    return isFirst;
  };
}

function claimBookOf({ examiner, recorder, faults, step }: InTrial): ClaimBook {
  const { claims } = examiner;
  if (claims === undefined) return NO_CLAIM_BOOK;
  const noteLive = (live: LiveVerdict) => recorder.noteLiveVerdict(live);
  return createClaimBook(claims, { faults, step, noteLive });
}

async function runVerifier(
  { verifier }: Condition,
  candidate: Candidate,
  { examiner, settings, recorder, random }: InTrial,
): Promise<Verdict> {
  const byTests = async (suite: SuiteName): Promise<Verdict> =>
    recorder.keepLiveVerdict(await verifyAsRecorded(examiner, candidate, suite));
  switch (verifier) {
    case 'public-tests':
      return byTests('public');
    case 'grading-tests':
      return byTests('hidden');
    case 'coin':
      return flipCoin(() => random('coin'), settings.randomAcceptance, examiner.noun);
    default:
      throw new Error(`context.verify was called by a condition that declares the verifier '${verifier}'`);
  }
}

function submittedReason(last: Step | undefined, count: number, settings: TrialSettings, context: ConditionContext) {
  if (last === undefined) throw new Error('a condition must yield at least one attempt');
  if (last.unparsed !== undefined || last.verdict?.status === 'unparsed') return 'unparsed';
  if (last.verdict !== undefined && context.stopsAt(last.verdict)) return 'accepted';
  return count === settings.rounds + 1 && count > 1 ? 'rounds' : 'finished';
}

function endOfError(error: unknown, onBug: TrialParts['onBug']): TrialEnd {
  if (error instanceof LimitError) {
    return { status: 'limit', limit: error.limit, value: error.value, bound: error.bound };
  }
  if (!(error instanceof ModelError || error instanceof SandboxLostError)) onBug?.(error);
  return error instanceof Error
    ? { status: 'error', kind: error.name, message: error.message }
    : { status: 'error', kind: 'unknown', message: String(error) };
}
