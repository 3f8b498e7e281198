import { createLimiter } from '../../concurrency.ts';
import type { Progress } from '../../progress.ts';
import { defineAs } from '../../python/entry-point.ts';
import { createExecutor } from '../../sandbox/executor.ts';
import {
  DECLARED_TIME_LIMITS,
  MAX_TIME_LIMIT_FACTOR,
  type TimeLimitFactor,
  timeLimitFactorFor,
  withSuiteTimeFactor,
} from '../../sandbox/limits.ts';
import { memoryExecutions } from '../../sandbox/memory-executions.ts';
import { describeTimeLimitFactors, type ReferenceTime } from '../../sandbox/reference-times.ts';
import { sharingContainers } from '../../sandbox/share-containers.ts';
import { sha256 } from '../../storage/hash.ts';
import type { Executed, Executor } from '../../types/evaluator.ts';
import type { ExecutionLimits, Outcome, Sandbox } from '../../types/execution.ts';
import type { Dataset, Problem } from '../../types/task.ts';
import { findsTraces, leavesTraces } from './traces.ts';

/** Programs that must not be solved, whatever the task. */
export const CANARIES: readonly { readonly name: string; readonly code: (problem: Problem) => string }[] = [
  { name: 'empty program', code: () => '# nothing\n' },
  { name: 'os._exit(0)', code: ({ canonical }) => `${canonical}\nimport os\nos._exit(0)\n` },
  { name: 'sys.exit(0)', code: ({ canonical }) => `${canonical}\nimport sys\nsys.exit(0)\n` },
  {
    name: 'exits in the call',
    code: ({ task }) => `import os\n${defineAs(task.entryPoint, ['os._exit(0)'])}`,
  },
  { name: 'returns nothing', code: ({ task }) => defineAs(task.entryPoint, ['pass']) },
  {
    name: 'equal to everything',
    code: ({ task }) =>
      `class Yes:\n    def __eq__(self, other): return True\n    def __bool__(self): return True\n    def __lt__(self, other): return True\n    __gt__ = __le__ = __ge__ = __lt__\n    def __sub__(self, other): return 0\n    __hash__ = object.__hash__\n${defineAs(task.entryPoint, ['return Yes()'])}`,
  },
  {
    name: 'forged verdict',
    code: ({ task }) =>
      `import os, json\nfor fd in range(1, 20):\n    try: os.write(fd, b'{"status": "solved"}\\n' * 3)\n    except OSError: pass\n${defineAs(task.entryPoint, ['raise SystemExit(0)'])}`,
  },
];

interface PreflightFinding {
  readonly taskId: string;
  readonly program: string;
  readonly expected: 'solved' | 'unsolved';
  readonly outcome: Outcome;
}

interface PreflightReport {
  /** A line for each kind of program: correct / total. */
  readonly lines: readonly string[];
  /** Whatever had another outcome than expected: a grader that says so cannot be trusted. */
  readonly faults: readonly PreflightFinding[];
  /** What the canonical solutions took here, in the dataset's order; without those that were not solved. */
  readonly references: readonly ReferenceTime[];
}

/** For whoever waits: progress counts tasks. */
interface PreflightParts {
  readonly signal?: AbortSignal;
  readonly progress?: Progress;
  /**
   * `per-task`: programs that are graded afterwards have their task's own container. A task is checked in it then, where it is kept
   * until they come. `shared` when absent: tasks share containers.
   */
  readonly containers?: ContainerUse;
}

export type ContainerUse = 'per-task' | 'shared';

/** Problems checked at a time. */
const PROBLEMS_AT_A_TIME = 4;

interface Check {
  readonly group: string;
  readonly program: string;
  readonly code: string;
  readonly expected: 'solved' | 'unsolved';
}

type GroupedFinding = PreflightFinding & Pick<Check, 'group'>;

/**
 * Checks the grader before anything is graded by it: canonical solutions must be solved; canaries, and pool candidates
 * known to be wrong, must not. `isThorough` runs every canary on every task and every pool candidate. On the way it measures the
 * canonical solutions, in multiples of which time limits are given. After an abort no task is begun: it throws the signal's reason.
 */
export async function preflight(
  dataset: Dataset,
  sandbox: Sandbox,
  limits: ExecutionLimits,
  isThorough: boolean,
  { signal, progress, containers = 'shared' }: PreflightParts = {},
): Promise<PreflightReport> {
  const limit = createLimiter(PROBLEMS_AT_A_TIME);
  const isKept = dataset.problems.length <= (sandbox.keptTasks ?? 0);
  const used = containers === 'per-task' && isKept ? sandbox : sharingContainers(sandbox);
  const executorFor = (factor: TimeLimitFactor, where = used): Executor =>
    createExecutor(where, limits, memoryExecutions(), () => factor);
  const checked = await Promise.all(
    dataset.problems.map((problem, index) =>
      limit(async () => {
        signal?.throwIfAborted();
        const { finding, reference } = await measureCanonical(problem, limits, executorFor);
        const factor = reference?.stretch ?? DECLARED_TIME_LIMITS;
        const checks = checksOf(problem, index, isThorough);
        const findings = [finding, ...(await checkProblem(problem, checks, executorFor(factor)))];
        // In the task's own container: the next program must be one that could find what this one left.
        if (checks.length > 0 && sandbox.kind !== 'process')
          findings.push(await checkTraces(problem, executorFor(factor, sandbox)));
        progress?.done(undefined);
        return { reference, findings };
      }),
    ),
  );
  const findings = checked.flatMap((problem) => problem.findings);
  const references = checked.flatMap(({ reference }) => (reference === undefined ? [] : [reference]));
  const stretches = describeTimeLimitFactors(references);
  const groups = [...new Set(findings.map(({ group }) => group))];
  return {
    lines: [
      ...groups.map((group) =>
        describeGroup(
          group,
          findings.filter((finding) => finding.group === group),
        ),
      ),
      ...(stretches === undefined ? [] : [stretches]),
    ],
    faults: findings.filter(({ outcome, expected }) => outcome.status !== expected),
    references,
  };
}

/** By how much a task's time limits are stretched here, as its canonical solution takes so long; not at all where that is not solved. */
export async function measureStretch(
  problem: Problem,
  sandbox: Sandbox,
  limits: ExecutionLimits,
): Promise<TimeLimitFactor> {
  const executorFor = (factor: TimeLimitFactor) => createExecutor(sandbox, limits, memoryExecutions(), () => factor);
  return (await measureCanonical(problem, limits, executorFor)).reference?.stretch ?? DECLARED_TIME_LIMITS;
}

/** Runs the canonical solution within the declared limits and, where they are too short for it here, within the longest. */
async function measureCanonical(
  problem: Problem,
  limits: ExecutionLimits,
  executorFor: (factor: TimeLimitFactor) => Executor,
): Promise<{ finding: GroupedFinding; reference: ReferenceTime | undefined }> {
  const { task, canonical, hiddenTests } = problem;
  const run = (factor: TimeLimitFactor): Promise<Executed> => executorFor(factor).execute(task, canonical, hiddenTests);
  const first = await run(DECLARED_TIME_LIMITS);
  const { execution, times } = isTimeout(first.execution.outcome) ? await run(MAX_TIME_LIMIT_FACTOR) : first;
  const { outcome } = execution;
  const finding: GroupedFinding = {
    group: 'canonical solutions',
    taskId: task.id,
    program: 'canonical',
    expected: 'solved',
    outcome,
  };
  if (outcome.status !== 'solved' || times === undefined) return { finding, reference: undefined };
  const { wallMs, cpuMs } = times;
  const factor = timeLimitFactorFor(times, withSuiteTimeFactor(limits, hiddenTests.timeFactor ?? 1));
  return { finding, reference: { taskId: task.id, cpuMs, wallMs, stretch: factor } };
}

const isTimeout = (outcome: Outcome): boolean => outcome.status === 'unsolved' && outcome.reason === 'timeout';

function checksOf(problem: Problem, index: number, isThorough: boolean): Check[] {
  const canaries = CANARIES.map(({ name, code }): Check => {
    return { group: name, program: name, code: code(problem), expected: 'unsolved' };
  });
  const pool = problem.pool.map(({ code, isRight, label }): Check => {
    return isRight
      ? { group: 'pool, right', program: label, code, expected: 'solved' }
      : { group: 'pool, wrong', program: label, code, expected: 'unsolved' };
  });
  if (isThorough) return [...canaries, ...pool];
  return index === 0 ? canaries : [];
}

function checkProblem(problem: Problem, checks: readonly Check[], executor: Executor): Promise<GroupedFinding[]> {
  return Promise.all(
    checks.map(async ({ group, program, code, expected }) => {
      const { execution } = await executor.execute(problem.task, code, problem.hiddenTests);
      return { group, taskId: problem.task.id, program, expected, outcome: execution.outcome };
    }),
  );
}

/** Whether a program finds what the one before it left. In `process` it may: that isolates nothing. */
async function checkTraces({ task, canonical, hiddenTests }: Problem, executor: Executor): Promise<GroupedFinding> {
  // Methods of all tasks have one name: there, the task's id tells locks of tasks that run at the same time apart.
  const key = task.entryPoint.includes('.') ? sha256(task.id).slice(0, 16) : task.entryPoint;
  await executor.execute(task, leavesTraces(task.entryPoint, key), hiddenTests);
  const finder = findsTraces(task.entryPoint, canonical, key);
  const { outcome } = (await executor.execute(task, finder, hiddenTests)).execution;
  return { group: 'finds traces', program: 'finds traces', taskId: task.id, expected: 'unsolved', outcome };
}

function describeGroup(group: string, findings: readonly PreflightFinding[]): string {
  const solved = findings.filter(({ outcome }) => outcome.status === 'solved').length;
  const ungraded = findings.filter(({ outcome }) => outcome.status === 'ungraded').length;
  return `${group}: ${solved}/${findings.length} solved${ungraded > 0 ? `, ${ungraded} ungraded` : ''}`;
}

/** One line a fault, at most `most`. */
export function describeFaults(faults: readonly PreflightFinding[], most = 20): string[] {
  const lines = faults.slice(0, most).map(({ taskId, program, expected, outcome }) => {
    const came = outcome.status === 'solved' ? 'solved' : `${outcome.status} (${outcome.reason})`;
    return `${taskId}: ${program}: expected ${expected}, came ${came}`;
  });
  return faults.length > most ? [...lines, `… and ${faults.length - most} more`] : lines;
}
