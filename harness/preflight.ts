import { createLimiter } from './concurrency.ts';
import { UsageError } from './errors.ts';
import type { Executor } from './executor.ts';
import type { Dataset, Outcome, Problem } from './types.ts';

/** Programs that must not be solved, whatever the task. */
export const CANARIES: readonly { readonly name: string; readonly code: (problem: Problem) => string }[] = [
  { name: 'empty program', code: () => '# nothing\n' },
  { name: 'os._exit(0)', code: ({ canonical }) => `${canonical}\nimport os\nos._exit(0)\n` },
  { name: 'sys.exit(0)', code: ({ canonical }) => `${canonical}\nimport sys\nsys.exit(0)\n` },
  {
    name: 'exits in the call',
    code: ({ task }) => `import os\ndef ${task.entryPoint}(*args, **kwargs):\n    os._exit(0)\n`,
  },
  { name: 'returns nothing', code: ({ task }) => `def ${task.entryPoint}(*args, **kwargs):\n    pass\n` },
  {
    name: 'equal to everything',
    code: ({ task }) =>
      `class Yes:\n    def __eq__(self, other): return True\n    def __bool__(self): return True\n    def __lt__(self, other): return True\n    __gt__ = __le__ = __ge__ = __lt__\n    def __sub__(self, other): return 0\n    __hash__ = object.__hash__\ndef ${task.entryPoint}(*args, **kwargs):\n    return Yes()\n`,
  },
  {
    name: 'forged verdict',
    code: ({ task }) =>
      `import os, json\nfor fd in range(1, 20):\n    try: os.write(fd, b'{"status": "solved"}\\n' * 3)\n    except OSError: pass\ndef ${task.entryPoint}(*args, **kwargs):\n    raise SystemExit(0)\n`,
  },
];

export interface PreflightFinding {
  readonly taskId: string;
  readonly program: string;
  readonly expected: 'solved' | 'unsolved';
  readonly outcome: Outcome;
}

export interface PreflightReport {
  /** A line for each kind of program: how many of how many came out as they must. */
  readonly lines: readonly string[];
  /** Whatever did not come out as it must: a grader that says so cannot be trusted. */
  readonly faults: readonly PreflightFinding[];
}

/** Problems checked at a time: a sandbox with a container for each task then needs few of them. */
const PROBLEMS_AT_A_TIME = 4;

interface Check {
  readonly group: string;
  readonly program: string;
  readonly code: string;
  readonly expected: 'solved' | 'unsolved';
}

/**
 * Checks the grader before anything is graded by it: canonical solutions must be solved; canaries, and pool candidates
 * known to be wrong, must not. `isThorough` runs every canary on every task and every pool candidate.
 */
export async function preflight(dataset: Dataset, executor: Executor, isThorough: boolean): Promise<PreflightReport> {
  const limit = createLimiter(PROBLEMS_AT_A_TIME);
  const checked = await Promise.all(
    dataset.problems.map((problem, index) =>
      limit(() => checkProblem(problem, checksOf(problem, index, isThorough), executor)),
    ),
  );
  const findings = checked.flat();
  const groups = [...new Set(findings.map(({ group }) => group))];
  return {
    lines: groups.map((group) =>
      describeGroup(
        group,
        findings.filter((finding) => finding.group === group),
      ),
    ),
    faults: findings.filter(({ outcome, expected }) => outcome.status !== expected),
  };
}

function checksOf(problem: Problem, index: number, isThorough: boolean): Check[] {
  const canonical = {
    group: 'canonical solutions',
    program: 'canonical',
    code: problem.canonical,
    expected: 'solved',
  } as const;
  const canaries = CANARIES.map(({ name, code }): Check => {
    return { group: name, program: name, code: code(problem), expected: 'unsolved' };
  });
  const pool = problem.pool.map(({ code, isRight, label }): Check => {
    return isRight
      ? { group: 'pool, right', program: label, code, expected: 'solved' }
      : { group: 'pool, wrong', program: label, code, expected: 'unsolved' };
  });
  if (isThorough) return [canonical, ...canaries, ...pool];
  return index === 0 ? [canonical, ...canaries] : [canonical];
}

async function checkProblem(problem: Problem, checks: readonly Check[], executor: Executor) {
  return Promise.all(
    checks.map(async ({ group, program, code, expected }) => {
      const { execution } = await executor.execute(problem.task, code, problem.hiddenTests);
      return { group, taskId: problem.task.id, program, expected, outcome: execution.outcome };
    }),
  );
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

/** A quick preflight before a run. Throws `UsageError` naming the faults when the grader cannot be trusted here. */
export async function refuseUnlessSound(
  dataset: Dataset,
  executor: Executor,
  say: (line: string) => void,
): Promise<void> {
  const { lines, faults } = await preflight(dataset, executor, false);
  say(`preflight: ${lines.join(', ')}`);
  if (faults.length === 0) return;
  throw new UsageError(
    `preflight failed, so nothing was started: a grader that errs here cannot be trusted.\n${describeFaults(faults).join('\n')}`,
  );
}
