/** Running a program against a suite, and what came of it. */

import type { TestSuite } from './task.ts';

export interface ExecutionLimits {
  readonly wallMs: number;
  readonly cpuSeconds: number;
  readonly memoryMb: number;
  readonly processes: number;
  readonly fileMb: number;
  readonly outputBytes: number;
}

/** One program, one test suite. */
export interface ExecutionJob {
  readonly taskId: string;
  readonly prelude: string;
  readonly code: string;
  readonly entryPoint: string;
  /** A `TrustedSuite` runs in the tester, which knows hidden tests; any other in a process made for it alone. */
  readonly suite: TestSuite;
  readonly limits: ExecutionLimits;
}

export type UnsolvedReason =
  | 'assertion'
  | 'exception'
  | 'syntax'
  | 'no-entry-point'
  | 'timeout'
  | 'memory'
  | 'output-limit'
  | 'exited-early'
  | 'ended-its-sandbox'
  | 'empty'
  | 'patch-does-not-apply'
  | 'tests-failed'
  /** Of a body under a contract: the prover does not find a proof, or the text may not be given to it. */
  | 'not-proved'
  | 'type'
  | 'unsupported'
  | 'forbidden';

/** Why a program was not run: its sandbox was lost twice; or nothing isolates it here and it is none that is known. */
export type NotRunReason = 'sandbox-lost' | 'sandbox-refused';

export type UngradedReason =
  | NotRunReason
  | 'image-missing'
  | 'prover-missing'
  | 'prover-failed'
  | 'harness-error'
  /** Never of a grade: untrusted test text is at fault, not what it was run on. */
  | 'check-error'
  | 'trial-error'
  | 'no-attempt'
  | 'not-recorded';

/** The truth about one candidate. `ungraded` is neither right nor wrong and never enters a rate silently. */
export type Outcome =
  | { readonly status: 'solved' }
  | { readonly status: 'unsolved'; readonly reason: UnsolvedReason }
  | { readonly status: 'ungraded'; readonly reason: UngradedReason };

/** An assertion that did not hold. Texts are bounded and free of addresses, paths and times. */
export interface AssertionFailure {
  /** Position among the suite's assertions, from 0; `undefined` when the program failed outside any of them. */
  readonly assertion?: number;
  readonly source?: string;
  /** What the left side gave, where the assertion is a comparison. */
  readonly got?: string;
  /** `AssertionError` or the exception's type and message. */
  readonly message: string;
}

/** What running one candidate against one suite showed. */
export interface Execution {
  readonly outcome: Outcome;
  /** One letter an assertion, in order: `p` held, `f` failed, `e` raised, `-` never ran. */
  readonly assertions: string;
  /** The first failures, at most five. */
  readonly failures: readonly AssertionFailure[];
  /** What the candidate printed: head and tail, at most 2,000 characters. */
  readonly output: string;
}

export interface ExecutionTimes {
  readonly wallMs: number;
  readonly cpuMs: number;
  /** Where the wall clock ended it: how long the candidate or its tester was ready to run and had no core. Absent elsewhere. */
  readonly runQueueDelayMs?: number;
}

/** What a sandbox gives back for one job. */
export type SandboxExecution = Execution & {
  readonly times: ExecutionTimes;
  /** SIGKILL ended the program, by its own hand or from outside: nothing of the sandbox sent it. */
  readonly wasKilled?: boolean;
  /** What the suite gave to `keep`, as JSON in the runner's own form: for computing expected values, not for verdicts. */
  readonly kept?: string;
};

export interface Sandbox {
  readonly kind: 'docker' | 'bubblewrap' | 'process';
  /** One sentence for the manifest and the tables: what it isolates, what it does not. */
  readonly description: string;
  /** sha256 of the image that programs run in, where there is one. */
  readonly imageDigest?: string;
  /** A candidate that fails, hangs or kills itself is a value; a lost sandbox throws `SandboxLostError`. */
  execute(job: ExecutionJob): Promise<SandboxExecution>;
  close(): Promise<void>;
}
