/** Running a program against a suite, and what came of it. */

import { z } from '../storage/schema.ts';
import type { Immutable } from './immutable.ts';
import type { TestSuite } from './task.ts';

export interface ExecutionLimits {
  readonly wallMs: number;
  /** A fraction is a timer, which a program may turn off; the next whole second is a limit. */
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
  /** It may run in a container that other tasks' programs run in, one after the other: nobody minds what they leave there. */
  readonly sharesContainer?: true;
}

const unsolvedReason = z.enum([
  'assertion',
  'exception',
  'syntax',
  'no-entry-point',
  'timeout',
  'memory',
  'output-limit',
  'exited-early',
  'ended-its-sandbox',
  'empty',
  'patch-does-not-apply',
  'tests-failed',
  // Of a body under a contract: the prover does not find a proof, or the text may not be given to it.
  'not-proved',
  'type',
  'unsupported',
  'forbidden',
  'contract-changed',
  'breaks-prover',
  // It was run, and on this input a clause does not hold.
  'witness',
  // A given body was to be proved as it is.
  'body-changed',
  // Of a translation: its contract says nothing, or asks for the impossible; it does something else than its source; its contract says less.
  'trivial-contract',
  'differs',
  'contract-differs',
  // Of a given triple: its words, its contract and its body do not say the same.
  'inconsistent',
]);
export type UnsolvedReason = z.infer<typeof unsolvedReason>;

export const notRunReasonShape = z.enum(['sandbox-lost', 'sandbox-refused', 'prover-missing', 'image-missing']);
/** Why a program was not run: its sandbox was lost twice; nothing isolates it here and it is none that is known; no prover, or no image of its instance, is here. */
export type NotRunReason = z.infer<typeof notRunReasonShape>;

const ungradedReason = z.enum([
  ...notRunReasonShape.options,
  'prover-failed',
  // A translation is proved, and a critic could not tell what it is worth.
  'critics-undecided',
  'harness-error',
  // Never of a grade: untrusted test text is at fault, not what it was run on.
  'check-error',
  'trial-error',
  'no-attempt',
  'not-recorded',
]);
export type UngradedReason = z.infer<typeof ungradedReason>;

export const outcomeShape = z.discriminatedUnion('status', [
  z.object({ status: z.literal('solved') }),
  z.object({ status: z.literal('unsolved'), reason: unsolvedReason }),
  z.object({ status: z.literal('ungraded'), reason: ungradedReason }),
]);
/** The truth about one candidate. `ungraded` is neither right nor wrong and never enters a rate silently. */
export type Outcome = Immutable<z.infer<typeof outcomeShape>>;

export const failureShape = z.object({
  /** Position among the suite's assertions, from 0; absent when the program failed outside any of them. */
  assertion: z.int().exactOptional(),
  source: z.string().exactOptional(),
  /** What the left side gave, where the assertion is a comparison. */
  got: z.string().exactOptional(),
  /** `AssertionError` or the exception's type and message. */
  message: z.string(),
});
/** An assertion that did not hold. Texts are bounded and free of addresses, paths and times. */
export type AssertionFailure = Immutable<z.infer<typeof failureShape>>;

export const executionShape = z.object({
  outcome: outcomeShape,
  /** One letter an assertion, in order: `p` held, `f` failed, `e` raised, `-` never ran. */
  assertions: z.string(),
  /** The first failures, at most five. */
  failures: z.array(failureShape),
  /** What the candidate printed: head and tail, at most 2,000 characters. */
  output: z.string(),
});
/** What running one candidate against one suite showed. */
export type Execution = Immutable<z.infer<typeof executionShape>>;

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
  /** Of so many tasks the containers are kept until their next program comes; absent where no task has one of its own. */
  readonly keptTasks?: number;
  /** A candidate that fails, hangs or kills itself is a value; a lost sandbox throws `SandboxLostError`. */
  execute(job: ExecutionJob): Promise<SandboxExecution>;
  close(): Promise<void>;
}
