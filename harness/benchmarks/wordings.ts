import { createLimiter } from '../concurrency.ts';
import type { Sampler } from '../models/stored/sampling.ts';
import { createRandom, shuffled } from '../random.ts';
import { createExecutor } from '../sandbox/executor.ts';
import { limitsFor } from '../sandbox/limits.ts';
import { memoryExecutions } from '../sandbox/memory-executions.ts';
import { sha256 } from '../storage/hash.ts';
import { functionEvaluator } from '../tasks/function/evaluator.ts';
import { criticFaults, maxClaims } from '../trial/capabilities.ts';
import { type ConditionContext, defineCondition } from '../trial/condition.ts';
import type { TrialSettings } from '../trial/settings.ts';
import { runTrial } from '../trial/trial.ts';
import type { Candidate, Verdict } from '../types/attempt.ts';
import type { Sandbox } from '../types/execution.ts';
import type { Role } from '../types/model.ts';
import type { CallRecord } from '../types/record.ts';
import type { Dataset, Problem, Task } from '../types/task.ts';
import { modelVerdict } from '../verifiers/built-in.ts';
import type { FaultInjector } from '../verifiers/claims/faults.ts';

/** What a wording may use of the harness; nothing is made wrong on purpose. */
type WordingContext = ConditionContext & {
  readonly maxClaims: number;
  readonly criticFaults: Pick<FaultInjector, 'tellOfCritic'>;
};

/** One way of asking a model for a verdict. */
interface Wording {
  /** What it asks for: wordings of one verifier are compared. */
  readonly verifier: 'critic' | 'judge' | 'judge of claims' | 'review' | 'gate';
  readonly name: string;
  /** Asked about so many of the first candidates only: it was seen to be no better, or is tried before more is spent on it. */
  readonly first?: number;
  /** Names of its calls, as of a condition. */
  readonly roles?: Readonly<Record<string, Role>>;
  /** `undefined`: it found nothing to judge by. */
  verify(task: Task, candidate: Candidate, context: WordingContext): Promise<Verdict | undefined>;
}

/** A program whose truth is known. */
interface GradedCandidate {
  readonly problem: Problem;
  readonly code: string;
  readonly isRight: boolean;
}

/** What a wording made of a candidate. */
export interface WordedVerdict {
  readonly verifier: Wording['verifier'];
  readonly wording: string;
  readonly taskId: string;
  readonly candidateSha256: string;
  readonly isRight: boolean;
  /** `none`: nothing to judge by; `unparsed`: not read, twice; `error`: no answer came. */
  readonly said: 'accept' | 'reject' | 'none' | 'unparsed' | 'error';
  /** Of the verdict's own calls: 2 where it was asked once more. */
  readonly calls: number;
  readonly cut: number;
  readonly outputTokens: number;
}

/** The first so many of the tasks that a dataset keeps for choosing wordings: no study should count them. */
export function tuningProblems({ problems, tuningTasks = [] }: Dataset, tasks: number): readonly Problem[] {
  const named = tuningTasks.slice(0, tasks);
  return problems.filter(({ task }) => named.includes(task.id));
}

/**
 * So many tasks and, of each, so many right and wrong programs of its pool, drawn by the seed. Any beginning of the list holds as
 * many right as wrong ones, spread over the tasks: first one of each of every task, then the next.
 */
export function drawCandidates(problems: readonly Problem[], seed: number, tasks: number, each: number) {
  const tuning = shuffled(problems, createRandom(`${seed} tuning tasks`)).slice(0, tasks);
  const drawn = tuning.map((problem) => {
    const random = createRandom(`${seed} ${problem.task.id}`);
    const of = (isRight: boolean) => shuffled(problem.pool, random).filter((one) => one.isRight === isRight);
    // Most pools hold two right programs: the reference solution is the third.
    return { problem, right: [...of(true), { code: problem.canonical, isRight: true }], wrong: of(false) };
  });
  const rounds = Array.from({ length: each }, (_, round) => round);
  return rounds.flatMap((round) =>
    drawn.flatMap(({ problem, right, wrong }) =>
      [right[round], wrong[round]].flatMap((one): GradedCandidate[] =>
        one === undefined ? [] : [{ problem, code: one.code, isRight: one.isRight }],
      ),
    ),
  );
}

interface WordingParts {
  readonly sampler: Sampler;
  readonly signal: AbortSignal;
  readonly concurrency: number;
  readonly settings: TrialSettings;
  /** Told of every verdict as it comes. */
  onVerdict(verdict: WordedVerdict): void;
}

/** Asks every wording about every candidate, in the order of the candidates. */
export async function compareWordings(
  wordings: readonly Wording[],
  candidates: readonly GradedCandidate[],
  parts: WordingParts,
): Promise<WordedVerdict[]> {
  const limit = createLimiter(parts.concurrency);
  const asked = candidates.flatMap((candidate, position) =>
    wordings
      .filter(({ first = candidates.length }) => position < first)
      .map((wording) =>
        limit(async () => {
          const verdict = await askOne(wording, candidate, parts);
          parts.onVerdict(verdict);
          return verdict;
        }),
      ),
  );
  return Promise.all(asked);
}

async function askOne(
  wording: Wording,
  { problem, code, isRight }: GradedCandidate,
  { settings, sampler, signal }: WordingParts,
): Promise<WordedVerdict> {
  const candidate: Candidate = {
    text: code,
    extraction: { status: 'clean', cuts: [] },
    responseSha256: sha256(code),
    role: 'generate',
  };
  const evaluator = functionEvaluator(problem, createExecutor(noSandbox, limitsFor(1), memoryExecutions()));
  const id = { condition: wording.name, taskId: problem.task.id, sample: 0 };
  const condition = defineCondition({
    description: wording.name,
    verifier: modelVerdict,
    uses: { maxClaims, criticFaults },
    ...(wording.roles === undefined ? {} : { roles: wording.roles }),
    async *run(_task, context) {
      const verdict = await wording.verify(problem.task, candidate, context);
      yield { candidate, ...(verdict && { verdict }) };
    },
  });
  const { trajectory } = await runTrial(id, condition, evaluator, settings, { sampler, signal });
  const [step] = trajectory.steps;
  const own = (step?.calls ?? []).filter(({ role }: CallRecord) => role === 'judge' || role === 'criticise');
  return {
    verifier: wording.verifier,
    wording: wording.name,
    taskId: problem.task.id,
    candidateSha256: sha256(code),
    isRight,
    said: step === undefined ? 'error' : (step.verdict?.status ?? 'none'),
    calls: own.length,
    cut: own.filter(({ finishReason }) => finishReason === 'length').length,
    outputTokens: own.reduce((sum, { usage }) => sum + (usage?.outputTokens ?? 0), 0),
  };
}

/** A verdict is asked of the model alone. */
const noSandbox: Sandbox = {
  kind: 'process',
  description: 'none',
  execute: () => Promise.reject(new Error('nothing is executed where wordings are compared')),
  close: async () => undefined,
};
