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

/**
 * Checks the grader before anything is graded by it: canonical solutions must be solved; canaries, and pool candidates
 * known to be wrong, must not. `isThorough` runs every canary on every task and every pool candidate.
 */
export async function preflight(dataset: Dataset, executor: Executor, isThorough: boolean): Promise<PreflightReport> {
  const { problems } = dataset;
  const check = async (problem: Problem, program: string, code: string, expected: 'solved' | 'unsolved') => {
    const { execution } = await executor.execute(problem.task, code, problem.hiddenTests);
    return { taskId: problem.task.id, program, expected, outcome: execution.outcome };
  };
  const canaried = isThorough ? problems : problems.slice(0, 1);
  const pooled = isThorough ? problems : [];
  const groups = [
    ['canonical solutions', problems.map((problem) => check(problem, 'canonical', problem.canonical, 'solved'))],
    ...CANARIES.map(
      ({ name, code }) => [name, canaried.map((problem) => check(problem, name, code(problem), 'unsolved'))] as const,
    ),
    ['pool, right', pooled.flatMap((problem) => checkPool(problem, true, check))],
    ['pool, wrong', pooled.flatMap((problem) => checkPool(problem, false, check))],
  ] as const;
  const lines: string[] = [];
  const faults: PreflightFinding[] = [];
  for (const [name, checks] of groups) {
    if (checks.length === 0) continue;
    const findings = await Promise.all(checks);
    faults.push(...findings.filter(({ outcome, expected }) => outcome.status !== expected));
    const solved = findings.filter(({ outcome }) => outcome.status === 'solved').length;
    const ungraded = findings.filter(({ outcome }) => outcome.status === 'ungraded').length;
    lines.push(`${name}: ${solved}/${findings.length} solved${ungraded > 0 ? `, ${ungraded} ungraded` : ''}`);
  }
  return { lines, faults };
}

function checkPool(
  problem: Problem,
  isRight: boolean,
  check: (
    problem: Problem,
    program: string,
    code: string,
    expected: 'solved' | 'unsolved',
  ) => Promise<PreflightFinding>,
): Promise<PreflightFinding>[] {
  const candidates = problem.pool.filter((candidate) => candidate.isRight === isRight);
  return candidates.map(({ code, label }) => check(problem, label, code, isRight ? 'solved' : 'unsolved'));
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
