/**
 * The vocabulary every part shares. No behaviour here; words as in CONTRIBUTING.md.
 * Unknown is `undefined` (an absent field in a stored line), never 0, -1 or ''.
 */

// ── Models ─────────────────────────────────────────────────────────────────────────────────────────────────────────

export interface Message {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

/** What a call is for. Not sent and not part of the sample key; estimates, the simulated model and calls.csv need it. */
export type Role = 'generate' | 'criticise' | 'judge' | 'extract' | 'remediate' | 'regenerate';

/** The answer's shape, asked of the provider where it can and checked here in any case. */
export interface ResponseSchema {
  readonly name: string;
  readonly jsonSchema: Readonly<Record<string, unknown>>;
}

export interface ModelRequest {
  readonly role: Role;
  readonly messages: readonly Message[];
  /** `undefined`: the provider's own default. */
  readonly temperature: number | undefined;
  readonly topP?: number;
  readonly topK?: number;
  readonly maxOutputTokens: number;
  readonly schema?: ResponseSchema;
  readonly seed?: number;
  /** For models that reason before they answer; their providers' own words ('none', 'low', 'high', ...). */
  readonly reasoningEffort?: string;
}

export type FinishReason = 'stop' | 'length' | 'refusal' | 'content-filter' | 'other';

export interface Usage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cachedInputTokens?: number;
  readonly reasoningTokens?: number;
}

/** What the model did. A refusal, empty text or a cut answer is an answer too: kept, graded, never asked for again. */
export interface ModelResponse {
  readonly text: string;
  readonly finishReason: FinishReason;
  /** The provider's own word for it. */
  readonly rawFinishReason: string | undefined;
  readonly usage: Usage | undefined;
  readonly costUsd: number | undefined;
  /** Kept in the response store only, never in a trajectory: two equal runs differ in it. */
  readonly provenance?: ResponseProvenance;
}

/** How an answer came, as far as the provider told. */
export interface ResponseProvenance {
  readonly requestId?: string;
  /** The model version the provider says it answered with. */
  readonly servedModel?: string;
  /** From sending the request to the end of the answer. */
  readonly latencyMs?: number;
}

export interface ModelCallOptions {
  /** sha256 of what makes this sample this sample (sampling.ts); a simulated model's answer is a function of it. */
  readonly sampleKey: string;
  readonly signal: AbortSignal;
}

export interface Model {
  readonly id: string;
  /** Its answers are made, not measured: every table says so. */
  readonly isSimulated: boolean;
  /** Of what its answers are made from, where that is known: a profile and a pool, a recording. */
  readonly contentSha256?: string;
  /** Throws `ModelError` for what the transport did, `LimitError` for a context that does not fit. */
  generate(request: ModelRequest, options: ModelCallOptions): Promise<ModelResponse>;
}

// ── Tasks and datasets ─────────────────────────────────────────────────────────────────────────────────────────────

/** Python source that tests the function called `entryPoint`; every `assert` in it is one assertion of the verdict. */
export interface TestSuite {
  readonly source: string;
  /** How many times the usual time this suite may take, where its canonical solution needs that; 1 when absent. */
  readonly effort?: number;
}

/** What a condition may see. No field holds a hidden test or a reference solution. */
export interface Task {
  readonly kind: 'function';
  readonly id: string;
  readonly prompt: string;
  readonly entryPoint: string;
  /** Imports and helpers that stand in the prompt before the entry point; they run before every candidate. */
  readonly prelude: string;
  /** Examples of the prompt as assertions. */
  readonly publicTests: TestSuite;
}

export interface PoolCandidate {
  /** Complete source of the entry point, to be run after the task's prelude. */
  readonly code: string;
  readonly isRight: boolean;
  /** Where it comes from or in what way it is wrong. */
  readonly label: string;
}

/** A task with what only the grader, preflight and the simulated model may see. */
export interface Problem {
  readonly task: Task;
  readonly hiddenTests: TestSuite;
  /** Complete source of a right solution, to be run after the task's prelude. */
  readonly canonical: string;
  readonly pool: readonly PoolCandidate[];
  /** What kind of task it is, in the dataset's own words (topic, level), for tables by group. */
  readonly tags?: readonly string[];
}

export interface KnownDefect {
  readonly taskId: string;
  readonly note: string;
}

export interface Dataset<AnyProblem = Problem> {
  readonly id: string;
  readonly title: string;
  /** sha256 of the official file (or of the embedded one). */
  readonly sha256: string;
  readonly source: string;
  readonly problems: readonly AnyProblem[];
  readonly knownDefects: readonly KnownDefect[];
}

/** What a condition may see of a task whose candidate is a patch. No field holds a hidden test or the gold patch. */
export interface PatchTask {
  readonly kind: 'patch';
  readonly id: string;
  /** The issue, as it was reported. */
  readonly prompt: string;
  /** `owner/name`. */
  readonly repository: string;
  /** The commit a candidate is a patch of. */
  readonly baseCommit: string;
}

/** Tests that a repository's own runner names in its log. */
export interface NamedTests {
  /** Brings the tests; applied after the candidate. */
  readonly testPatch: string;
  /** Fail before the gold patch and must pass. Ids as published, even where they are cut short. */
  readonly failToPass: readonly string[];
  /** Pass before the gold patch and must not break. */
  readonly passToPass: readonly string[];
}

/** As `Problem`, where the candidate is a patch. */
export interface PatchProblem {
  readonly task: PatchTask;
  readonly hiddenTests: NamedTests;
  /** The gold patch. */
  readonly canonical: string;
  /** The repository's version: with its name it decides the environment. */
  readonly version: string;
  /** The commit whose requirements files make the environment. */
  readonly environmentCommit: string;
  /** Discussion of the issue before the gold patch; a leak, shown only when asked for. */
  readonly hints: string;
  /** When the gold patch was proposed, as published. */
  readonly createdAt: string;
}

// ── Execution ──────────────────────────────────────────────────────────────────────────────────────────────────────

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
  readonly tests: string;
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
  | 'empty'
  | 'patch-does-not-apply'
  | 'tests-failed';

export type UngradedReason =
  | 'sandbox-lost'
  | 'image-missing'
  | 'harness-error'
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
  /** Where the wall clock ended it: how long the candidate was ready to run and had no core. Absent elsewhere. */
  readonly waitedMs?: number;
}

/** What a sandbox gives back for one job. */
export type SandboxExecution = Execution & {
  readonly times: ExecutionTimes;
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

// ── Conditions ─────────────────────────────────────────────────────────────────────────────────────────────────────

export type ExtractionStatus = 'clean' | 'recovered' | 'none';

/** A piece of the response that is not in the candidate. */
export interface Cut {
  readonly what: 'prose-before' | 'prose-after' | 'fence' | 'earlier-draft' | 'demo-code' | 'incomplete-tail' | 'other';
  readonly characters: number;
  /** Its beginning, at most 80 characters. */
  readonly excerpt: string;
}

export interface Extraction {
  readonly status: ExtractionStatus;
  readonly cuts: readonly Cut[];
}

/** Code taken from a response; `text` is empty when there was none. */
export interface Candidate {
  readonly text: string;
  readonly extraction: Extraction;
  /** The response it was taken from. */
  readonly responseSha256: string;
  readonly role: Role;
}

export interface Claim {
  readonly text: string;
  readonly category: 'functionality' | 'security' | 'data-handling' | 'performance' | 'compliance';
  readonly severity: 'critical' | 'high' | 'medium' | 'low';
}

export interface ClaimVerdict {
  readonly claim: Claim;
  readonly verdict: 'PASS' | 'PARTIAL' | 'FAIL' | 'NOT-APPLICABLE';
  readonly reason: string;
}

/** What a verifier says; it may be wrong, that is the experiment. `unparsed` is not a verdict. */
export type Verdict =
  | {
      readonly status: 'accept' | 'reject';
      readonly feedback: string;
      readonly claims?: readonly ClaimVerdict[];
      /** As in `Execution`, when the verifier ran tests. */
      readonly assertions?: string;
    }
  | { readonly status: 'unparsed'; readonly detail: string };

/** What a condition yields: a candidate and what led to it. Everything in it is recorded. */
export interface Attempt {
  readonly candidate: Candidate;
  /** The condition's own verdict on this candidate. */
  readonly verdict?: Verdict;
  readonly claims?: readonly Claim[];
  /** The plan this candidate was regenerated from. */
  readonly plan?: string;
  /** Set when a stage's answer could not be parsed, twice: the loop ends here. */
  readonly unparsed?: { readonly role: Role; readonly detail: string };
}

export type VerifierKind = 'none' | 'model' | 'coin' | 'public-tests' | 'grading-tests';

export type Parsed<T> =
  | { readonly status: 'parsed'; readonly value: T }
  | { readonly status: 'unparsed'; readonly detail: string };

// ── Records ────────────────────────────────────────────────────────────────────────────────────────────────────────

/** condition x task x sample (x k, under the independent protocol). */
export interface TrialId {
  readonly condition: string;
  readonly taskId: string;
  readonly sample: number;
  /** Only under `--protocol independent`: the k this trial was run for. */
  readonly kRun?: number;
}

export interface CallRecord {
  readonly role: Role;
  readonly key: string;
  readonly occurrence: number;
  readonly responseSha256: string;
  readonly finishReason: FinishReason;
  readonly rawFinishReason?: string;
  readonly usage?: Usage;
  readonly costUsd?: number;
}

/** What is marked "absent in imported records" is always there in a run of this harness; a published study may not have stored it. */
export interface Step {
  readonly index: number;
  /** This and the next three: absent in imported records. */
  readonly candidate?: string;
  readonly candidateSha256?: string;
  readonly extraction?: Extraction;
  /** The response the candidate was taken from, and the role that asked for it: `generate` = an independent draw. */
  readonly responseSha256?: string;
  readonly proposedBy: Role;
  readonly verdict?: Verdict;
  /** In a replay, where the tests of the loop came out otherwise here than in `verdict`, which was recorded. */
  readonly liveVerdict?: 'accept' | 'reject';
  readonly claims?: readonly Claim[];
  readonly plan?: string;
  readonly unparsed?: { readonly role: Role; readonly detail: string };
  /** Absent in imported records: which calls were made is not known, and that is not the same as none. */
  readonly calls?: readonly CallRecord[];
}

export type TrialEnd =
  | { readonly status: 'submitted'; readonly reason: 'accepted' | 'rounds' | 'unparsed' | 'finished' }
  | { readonly status: 'limit'; readonly limit: string; readonly value: number; readonly bound: number }
  | { readonly status: 'error'; readonly kind: string; readonly message: string };

export interface Trajectory extends TrialId {
  /** Absent in imported records. */
  readonly seed?: number;
  readonly steps: readonly Step[];
  /** Calls made after the last finished step. */
  readonly unfinishedCalls: readonly CallRecord[];
  readonly end: TrialEnd;
  /** Only in imported records. */
  readonly source?: TrialSource;
}

/** Where an imported trial comes from. */
export interface TrialSource {
  /** The result file it was read from, below the study's folder. */
  readonly file: string;
  /** Result files for the same trial that the study's merge rule passes over, in its order. */
  readonly passedOver: readonly PassedOverFile[];
  /** How often the study's bills name a first generation for this task and condition, over all k; absent without bills. */
  readonly billedGenerations?: number;
}

export interface PassedOverFile {
  readonly file: string;
  readonly isSolved: boolean;
  /** Verdicts of the loop in it, and how many of them the study could not parse. */
  readonly verdicts: number;
  readonly unparsedVerdicts: number;
}

/** One graded step. `gradedSha256` binds it to exactly what was graded: candidate, tests, limits, grader version. */
export interface Grade extends TrialId {
  readonly step: number;
  readonly outcome: Outcome;
  /** Absent in imported records, as is `gradedSha256`: nothing there binds a grade to what was graded. */
  readonly assertions?: string;
  readonly failures: readonly AssertionFailure[];
  readonly gradedSha256?: string;
  /** In a replay, where the outcome was another one when it was recorded: what it was then. */
  readonly recordedOutcome?: 'solved' | 'unsolved';
  /** The same step under the published study's extractor, where that can be known. */
  readonly published?: { readonly outcome: Outcome; readonly extraction: Extraction; readonly gradedSha256: string };
}

export interface Identity {
  readonly dataset: string;
  readonly datasetSha256: string;
  readonly taskIds: readonly string[];
  readonly conditions: readonly ConditionIdentity[];
  readonly k: readonly number[];
  readonly samples: number;
  readonly model: string;
  readonly modelContentSha256?: string;
  /** The study whose recording answered in place of the model. */
  readonly recording?: string;
  /**
   * The published study whose result files this run was imported from. What its records do not tell is then absent: dataset sum,
   * seed, limits, claims, versions and prompt sums, which only whoever runs trials reads.
   */
  readonly imported?: string;
  readonly protocol: 'nested' | 'independent';
  readonly stop: 'verdict' | 'never';
  readonly temperature: 'published' | 'provider-default' | number;
  readonly maxOutputTokens: number;
  readonly maxClaims: number;
  /** From here to `price` only where a flag gave them. */
  readonly topP?: number;
  readonly topK?: number;
  readonly modelSeed?: number;
  readonly reasoningEffort?: string;
  readonly openaiApi?: 'chat' | 'responses';
  readonly trialBudgetUsd?: number;
  readonly trialBudgetTokens?: number;
  /** Dollars for a million tokens. */
  readonly price?: { readonly inputUsd: number; readonly cachedInputUsd?: number; readonly outputUsd: number };
  readonly limits: ExecutionLimits;
  readonly randomAcceptance: string;
  readonly extractor: 'default' | 'published';
  readonly extractorVersion: string;
  readonly graderVersion: string;
  readonly seed: number;
}

export interface ConditionIdentity {
  readonly name: string;
  readonly description: string;
  readonly verifier: VerifierKind;
  /** Its loop looks at the grading tests. */
  readonly oracle: boolean;
  /** The condition it was declared to be compared with; `baseline` when absent. No part of `identitySha256`. */
  readonly comparator?: string;
  /** sha256 of its file (without the comparator) and of what it imports: a changed prompt is another condition. */
  readonly promptsSha256: string;
}

export interface Manifest {
  readonly version: 1;
  readonly identity: Identity;
  readonly identitySha256: string;
  /** Printed, never compared: commit, dirty flag, lockfile hash, versions, time, sandbox, host. */
  readonly provenance: Readonly<Record<string, string | number | boolean>>;
  readonly isSimulated: boolean;
}

/** A run read back from its folder: what metrics, tables and reports work on. Trajectories in plan order. */
export interface Run {
  readonly manifest: Manifest;
  readonly trajectories: readonly Trajectory[];
  readonly grades: readonly Grade[];
}
