import { DEFAULT_LIMITS } from '../../sandbox/limits.ts';
import { suiteOfDataset } from '../../sandbox/trusted-suite.ts';
import type {
  ExecutionJob,
  ExecutionLimits,
  Outcome,
  Sandbox,
  SandboxExecution,
  UnsolvedReason,
} from '../../types/execution.ts';

/** A program and what a sandbox has to say about it. */
export interface Program {
  readonly name: string;
  readonly code: string;
  readonly expected: 'solved' | UnsolvedReason;
  readonly prelude?: string;
  readonly entryPoint?: string;
  readonly tests?: string;
  readonly limits?: Partial<ExecutionLimits>;
  /** Its function is right: it breaks a limit or our own protocol, and a grader that has neither may call it solved. */
  readonly isRight?: boolean;
  /** What it does the second time is what counts: it looks for what it left behind the first time. */
  readonly isAskedTwice?: boolean;
  /** It tries to keep memory beyond its end. */
  readonly holdsMemory?: boolean;
}

/** Tight enough that a test of an endless program is quick, wide enough for a loaded machine. */
const LIMITS: ExecutionLimits = { ...DEFAULT_LIMITS, wallMs: 20_000, cpuSeconds: 1, memoryMb: 512 };

/** Literal calls (sent to the candidate in one message), then a loop (called one by one). */
export const ADD_TESTS = `
def check(candidate):
    assert candidate(1, 2) == 3
    assert candidate(20, 22) == 42
    for i in range(5):
        assert candidate(i, -i) == 0, 'opposites'
    assert candidate([1], [2]) == [1, 2]
check(add)
`;

/** The right program, without anything odd. */
export const ADD = 'def add(a, b):\n    return a + b\n';

/** The program as a job, with tests of `add` unless it brings its own. */
export function toJob(program: Program): ExecutionJob {
  return {
    taskId: program.name,
    prelude: program.prelude ?? '',
    code: program.code,
    entryPoint: program.entryPoint ?? 'add',
    suite: suiteOfDataset(program.tests ?? ADD_TESTS),
    limits: { ...LIMITS, ...program.limits },
  };
}

/** What a sandbox has to say about the program. */
export function expectedOutcome(program: Program): Outcome {
  return program.expected === 'solved' ? { status: 'solved' } : { status: 'unsolved', reason: program.expected };
}

/** What is judged after each other program, to see whether that left anything behind. */
export const PLAIN: Program = { name: 'the plain program', code: ADD, expected: 'solved' };

/** What a sandbox says of the program; of a program that is asked twice, the second time. Throws `SandboxLostError`. */
export async function judge(
  sandbox: Sandbox,
  program: Program,
  taskId: string = program.name,
): Promise<SandboxExecution> {
  const job = { ...toJob(program), taskId };
  if (program.isAskedTwice === true) await sandbox.execute(job);
  return sandbox.execute(job);
}
