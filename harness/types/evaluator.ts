/** The seam between a trial and a kind of task: what takes a candidate from a response, runs suites on it and says what it saw. */

import type { Extraction } from './attempt.ts';
import type { Check, CheckKind, CheckOutcome, ClaimsReport, TrackedCheck } from './claims.ts';
import type { ConsistencyTools, DocstringPair } from './consistency.ts';
import type { Execution, ExecutionTimes, Outcome, Sandbox } from './execution.ts';
import type { Grade } from './record.ts';
import type { CountReply, Examples } from './search.ts';
import type { AnyTask, PoolCandidate, Task, TestSuite, TrustedSuite } from './task.ts';

/** `hidden`: the tests that grade. `public`: those that a loop may see. */
export type SuiteName = 'hidden' | 'public';

/**
 * A task with everything in which functions and patches differ for a trial and its grades: what of a response is the candidate, what a
 * suite shows of it, and what a loop is told. A trial knows its task through nothing else; conditions are given `task` alone.
 */
export interface Evaluator {
  readonly task: AnyTask;
  /** What a candidate is called where a verifier speaks of it. */
  readonly noun: 'program' | 'patch';
  /** Of the image that is the task's own. */
  readonly imageDigest?: string;
  /** The candidate in a response; empty when there is none. Pure. */
  extract(response: string): Extracted;
  /** What an arm of a published study may have otherwise; absent where no such study had tasks of the kind. */
  readonly asPublished?: AsPublished;
  /** The published study's extractor, where independent draws are graded under it too. */
  readonly extractPublished?: (response: string) => Extracted;
  /** `false`: nothing would be run, so there is nothing to reject with. */
  hasTests(suite: SuiteName): boolean;
  /** The hash a verdict on this candidate is bound to. */
  gradedSha256(candidate: string, suite: SuiteName): string;
  /** How many times the usual time a suite may take; absent where nothing stops by a clock of the suite's. */
  readonly timeFactor?: (suite: SuiteName) => number;
  /** Throws `SandboxLostError`; everything the candidate does is a value. */
  execute(candidate: string, suite: SuiteName): Promise<Executed>;
  /**
   * What grades, where that must not be what a loop asked for: no answer of `execute` becomes one of it. `execute` on the hidden suite where
   * absent.
   */
  readonly grade?: (candidate: string) => Promise<Executed>;
  /** What a loop may be told about an execution: the same text for two equal ones. */
  describe(execution: Execution): string;
  /** Failures as grades keep them, where an execution's own are long: a study has many equal ones. */
  readonly shorten?: (failures: Execution['failures']) => Execution['failures'];
  /** What a reader must know of a candidate beside its grade. */
  readonly touches?: (candidate: string) => Grade['touches'];
  /**
   * What a recording calls a candidate run against a suite: its verdicts outlive a change of limits and grader. Absent where no
   * recording can be made.
   */
  readonly programSha256?: (candidate: string, suite: SuiteName) => string;
  /** In a replay, or where a recording is completed: what came out when it was recorded. */
  readonly recorded?: (candidate: string, suite: SuiteName) => RecordedVerdict | undefined;
  /** Where a grade asks more than a loop is told: the key of its execution, and what a recording calls it. */
  readonly gradeApart?: {
    executionKey(candidate: string): string;
    programSha256(candidate: string): string;
  };
  /** In a replay: what such a grade came to. */
  readonly recordedGrade?: (candidate: string) => RecordedVerdict | undefined;
  /** In a replay: whether this candidate's grade is read from the log of the recorded run, nothing being run here. */
  readonly readsRecordedLog?: (candidate: string) => boolean;
  /** What prompts may draw from, those that are near the task left out; absent where a run has no pools. */
  readonly examples?: Examples;
  /** Runs checks that were written for claims; absent where candidates are patches. */
  readonly claims?: ClaimParts;
  /** What the prover counts of a candidate under its contract; absent where none judges. Throws `SandboxLostError`. */
  readonly count?: (candidate: string) => Promise<CountReply>;
  /** What a triple’s artefacts are compared by; absent where candidates are no triples. */
  readonly triple?: ConsistencyTools;
  /** Docstrings beside a right triple’s own, of which it is known whether they say the same; for a judge’s report card alone. */
  readonly wordPairs?: readonly DocstringPair[];
  /** What a triple is, which its grade alone says. */
  readonly label?: () => Grade['label'];
  /** Programs of which it is known whether they are right, for trials that begin with one. No condition sees them. */
  readonly pool?: readonly PoolCandidate[];
  /** What such checks are held against after the run. */
  readonly references?: References;
}

/** Candidates and feedback as a published study had them. */
interface AsPublished {
  /** Its extractor, within the loop. */
  extract(response: string): Extracted;
  /** What its loop was told about an execution. */
  describe(execution: Execution): string;
}

/** The recorded outcome of a verdict or a grade. */
interface RecordedVerdict {
  readonly status: 'accept' | 'reject';
  readonly assertions: string;
  readonly feedback?: string;
  /** The feedback of an arm that is told what a published loop was told. */
  readonly traceback?: string;
}

export interface RecordedVerdicts {
  /** By `Evaluator.programSha256`. */
  verdictOn(programSha256: string): RecordedVerdict | undefined;
  /** What a loop was told of its claims; by `ClaimsReport.inputSha256`. */
  readonly reportOn?: (inputSha256: string) => ClaimsReport | undefined;
}

/** What runs checks, and in a replay what they showed when they were recorded. */
export interface ClaimParts extends ValidationParts {
  readonly recorded?: (inputSha256: string) => ClaimsReport | undefined;
  /** What running a program for a critic showed when it was recorded, as JSON, by what was asked. */
  readonly recordedRun?: (asked: string) => string | undefined;
  /** Wall clock of one execution; 10 when absent. */
  readonly seconds?: number;
}

/** Where checks are run: one task, its sandbox. */
export interface Bench {
  readonly task: Task;
  /** Runs checks, and could run nothing that grades. */
  readonly executor: Pick<Executor, 'check'>;
}

/** What of validation needs more than the candidate itself. */
export interface ValidationParts extends Bench {
  readonly tool: (kind: TrackedCheck['kind']) => CheckTool | undefined;
}

/** What a tool says of one program, and how long it took on its own clock (never recorded beside verdicts: two equal runs differ in it). */
export type ToolOutcome = CheckOutcome & {
  readonly seconds: number;
  /** It was not run: the tool is not installed here. */
  readonly isToolMissing?: true;
};

/**
 * Runs checks of one kind that are not plain assertions, inside the sandbox: properties by hypothesis, contracts by CrossHair,
 * typing claims by mypy. One object a kind; where its tool is absent it answers `not-applicable` with that reason.
 */
export interface CheckTool {
  readonly kind: Exclude<CheckKind, 'assertions'>;
  /**
   * Runs a check on a program (to be run after the task's prelude). A crash of the tool, a syntax error in the check and a
   * check that nothing can fail (no checkable function, contradictory precondition) are `not-applicable` with the reason; what
   * was neither confirmed nor refuted is `unknown`. Also called with mutants of the candidate. Throws `SandboxLostError` only.
   */
  run(task: Task, program: string, check: Pick<Check, 'kind' | 'source'>): Promise<ToolOutcome>;
}

/** Programs of known worth, and what runs checks on them. */
export interface References {
  readonly canonical: string;
  readonly wrong: readonly string[];
  readonly executor: Executor;
  /** Where not every check may run: whether this one may. */
  readonly mayRun?: (source: string) => boolean;
}

export interface Executed {
  readonly execution: Execution;
  /** sha256 of exactly what was executed: prelude, candidate, tests, entry point, declared limits, grader version. */
  readonly gradedSha256: string;
  /** Absent where what was stored stands, or nothing had to run. */
  readonly times?: ExecutionTimes;
}

/** What test text of any origin says of a program: evidence for a loop. It is no `Execution`, so that it cannot become a grade. */
export interface CheckRun extends Omit<Execution, 'outcome'> {
  readonly said: Outcome;
}

/** Executions that outlive a stop of the run. */
export interface ExecutionStore {
  get(key: string): Execution | undefined;
  put(key: string, execution: Execution, times: ExecutionTimes): Promise<void>;
}

export interface Executor {
  /** The hash a verdict on this candidate is bound to. */
  gradedSha256(task: Task, candidate: string, suite: TrustedSuite): string;
  /** Runs a dataset's tests. Throws `SandboxLostError`; everything the candidate does is a value. */
  execute(task: Task, candidate: string, suite: TrustedSuite): Promise<Executed>;
  /** Runs tests that anyone may have written, apart from all others. Throws `SandboxLostError`. */
  check(task: Task, candidate: string, suite: TestSuite): Promise<CheckRun>;
}

export interface Extracted {
  /** Python to be run after the task's prelude; ends with a line break, or is empty. */
  readonly text: string;
  readonly extraction: Extraction;
  /** As in `Candidate`. */
  readonly shown?: string;
}

/** Where candidates run, for the manifest and the person who waits; `none`: nothing here can, and answers are only replayed. */
export interface SandboxInfo extends Pick<Sandbox, 'description' | 'imageDigest'> {
  readonly kind: Sandbox['kind'] | 'none';
  readonly why: string;
}
