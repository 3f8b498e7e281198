import { ConditionError, FileError, LimitError, ModelError, ModelStoppedError, SandboxLostError } from '../errors.ts';
import { createRandom, trialSeed } from '../random.ts';
import type { Candidate, Verdict } from '../types/attempt.ts';
import type { Evaluator } from '../types/evaluator.ts';
import type { ModelRequest } from '../types/model.ts';
import type { Step, Trajectory, TrialEnd, TrialId } from '../types/record.ts';
import type { AnyTask } from '../types/task.ts';
import type { Verifier, VerifierContext } from '../types/verifier.ts';
import { createFaultInjector } from '../verifiers/claims/faults.ts';
import { verifyAsRecorded } from '../verifiers/recorded.ts';
import { askTwice, createRecorder } from './calls.ts';
import { openerFor } from './capability.ts';
import type { Condition, ConditionContext } from './condition.ts';
import type { InTrial } from './in-trial.ts';
import type { TrialParts, TrialSettings } from './settings.ts';
import { startOf } from './start.ts';
import { trackSubject } from './subject.ts';
import { toStep } from './to-step.ts';

export interface FinishedTrial {
  readonly trajectory: Trajectory;
  /** Every response it got, by sha256. */
  readonly responses: ReadonlyMap<string, string>;
  /** Every request it made, by sample key. */
  readonly requests: ReadonlyMap<string, ModelRequest>;
}

/**
 * Drives one condition on one task and records every attempt as a step. Limits, transport errors and a bug in the
 * condition end the trial as data (an error is never a grade and is tried again by --resume). Only an abort, a model
 * that was stopped for the whole run, and a record that cannot be written throw.
 */
export async function runTrial(
  id: TrialId,
  condition: Condition,
  evaluator: Evaluator,
  settings: TrialSettings,
  parts: TrialParts,
): Promise<FinishedTrial> {
  const subject = trackSubject(evaluator.task);
  const recorder = createRecorder(id, settings, parts, subject.current, condition);
  const random = randomStreams(trialSeed(settings.seed, evaluator.task.id, id.sample));
  const faults = createFaultInjector(parts.inject ?? {}, random);
  const steps: Step[] = [];
  const start = startOf(evaluator, settings, id);
  const inTrial: InTrial = {
    ...{ evaluator, settings, parts, recorder, subject, random, faults },
    step: () => steps.length,
  };
  const context = createContext(condition, inTrial, start);
  let end: TrialEnd | undefined;
  try {
    for await (const attempt of condition.run(evaluator.task, context, openerFor(inTrial))) {
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
  const unfinishedCalls = [...recorder.takeCalls(), ...recorder.takeHeld()];
  const trajectory: Trajectory = { ...id, seed, steps, unfinishedCalls, end };
  return { trajectory, responses: recorder.responses, requests: recorder.requests };
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

function createContext(condition: Condition, inTrial: InTrial, start: Candidate | undefined): ConditionContext {
  const { evaluator, settings, parts, recorder, subject, random, faults } = inTrial;
  const asking = createAsking(inTrial);
  let given = start;
  return {
    rounds: settings.rounds,
    signal: parts.signal,
    random,
    ...asking,
    async propose(messages, role = 'generate') {
      const first = role === 'generate' ? given : undefined;
      given = undefined;
      if (first !== undefined) return first;
      const { response, record } = await recorder.call(messages, role);
      const extracted = evaluator.extract(response.text);
      subject.newCandidate();
      return { ...extracted, responseSha256: record.responseSha256, role };
    },
    stopsAt: (verdict) => settings.stop === 'verdict' && verdict.status === 'accept',
    async verify(candidate) {
      const { verifier } = condition;
      const found = await runVerifier(verifier, candidate, { ...asking, ...seenBy(verifier, inTrial) });
      const verdict = faults.tell(found);
      subject.told(verdict);
      return verdict;
    },
  };
}

/** Questions to the model that are no candidates. */
function createAsking({ recorder, faults, subject }: InTrial): Pick<ConditionContext, 'ask' | 'askFor'> {
  return {
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
  };
}

async function runVerifier(
  verifier: Verifier<AnyTask>,
  candidate: Candidate,
  context: VerifierContext<AnyTask>,
): Promise<Verdict> {
  if (verifier.verify !== undefined) return verifier.verify(candidate, context);
  throw new ConditionError(`context.verify was called by a condition that declares the verifier '${verifier.name}'`);
}

/** What a verifier is given of the trial: tests only where it says that it sees them. */
function seenBy(
  { name, sees }: Verifier,
  { evaluator, settings, parts, recorder, random }: InTrial,
): Omit<VerifierContext<AnyTask>, 'ask' | 'askFor'> {
  return {
    task: evaluator.task,
    noun: evaluator.noun,
    signal: parts.signal,
    acceptance: settings.randomAcceptance,
    random,
    async runTool(kind, candidate, source) {
      const { claims } = evaluator;
      const tool = claims?.tool(kind);
      if (claims === undefined || tool === undefined) {
        return { status: 'not-applicable', reason: `no tool for '${kind}' works on ${evaluator.task.id}`, seconds: 0 };
      }
      return tool.run(claims.task, candidate.text, { kind, source });
    },
    async runTests(candidate) {
      if (sees === 'nothing') throw new ConditionError(`the verifier '${name}' runs tests and says that it sees none`);
      return recorder.keepLiveVerdict(await verifyAsRecorded(evaluator, candidate, sees));
    },
  };
}

function submittedReason(last: Step | undefined, count: number, settings: TrialSettings, context: ConditionContext) {
  if (last === undefined) throw new ConditionError('a condition must yield at least one attempt');
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
