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
  /** Where in a run the call is made; only a scripted model may look at it. */
  readonly place?: CallPlace;
}

/** The step that a call works towards: the candidate it proposes, or the one it speaks about. */
export interface CallPlace {
  readonly condition: string;
  readonly taskId: string;
  readonly step: number;
}

export interface Model {
  readonly id: string;
  /** Its answers are made, not measured: every table says so. */
  readonly isSimulated: boolean;
  /** Of what its answers are made from, where that is known: a profile and a pool, a recording. */
  readonly contentSha256?: string;
  /** A script's: its answers depend on the arm and the step, which are then part of the sample key (but for the shared step 0). */
  readonly answersByPlace?: true;
  /** Throws `ModelError` for what the transport did, `LimitError` for a context that does not fit. */
  generate(request: ModelRequest, options: ModelCallOptions): Promise<ModelResponse>;
}

// ── Tasks and datasets ─────────────────────────────────────────────────────────────────────────────────────────────

/**
 * Python source that tests the function called `entryPoint`; every `assert` in it is one assertion of the verdict. Anyone may have
 * written it: it runs apart from everything that is hidden, and what it says is no grade.
 */
export interface TestSuite {
  readonly source: string;
  /** How many times the usual time this suite may take, where its canonical solution needs that; 1 when absent. */
  readonly effort?: number;
}

declare const ORIGIN: unique symbol;

/** Tests that came with a dataset and may grade; made by trusted-suite.ts and nowhere else. */
export interface TrustedSuite extends TestSuite {
  readonly [ORIGIN]: 'dataset';
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
  readonly publicTests: TrustedSuite;
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
  readonly hiddenTests: TrustedSuite;
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

/** A task of either kind; `kind` tells which. */
export type AnyTask = Task | PatchTask;

export type AnyProblem = Problem | PatchProblem;

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
  | 'tests-failed';

/** Why a program was not run: its sandbox was lost twice; or nothing isolates it here and it is none that is known. */
export type NotRunReason = 'sandbox-lost' | 'sandbox-refused';

export type UngradedReason =
  | NotRunReason
  | 'image-missing'
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
  readonly waitedMs?: number;
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

// ── Checks of claims ───────────────────────────────────────────────────────────────────────────────────────────────

export type CheckKind = 'assertions' | 'property' | 'contract' | 'types';

/** Something executable that decides a claim. */
export interface Check {
  /** The first characters of the sha256 of kind and source: equal checks are one. */
  readonly id: string;
  readonly kind: CheckKind;
  /** Python source; for `assertions` set-up statements and one `assert`. */
  readonly source: string;
  /** Id of the claim it serves. */
  readonly claim: string;
}

/** Why a check did not hold. Texts are bounded and free of addresses, paths and times. */
export interface CheckEvidence {
  /** The assertion, property or condition that did not hold. */
  readonly assertion: string;
  /** Arguments of the call, where they are known: `[1, 2], 3`. */
  readonly input?: string;
  readonly expected?: string;
  readonly got?: string;
  /** The exception's type and message, where something was raised. */
  readonly exception?: string;
}

/**
 * What running a check on one program showed. `not-applicable`: it says nothing about any program (vacuous, its tool is
 * absent); `unknown`: it could say something and did not this time (not confirmed, cut by a limit).
 */
export type CheckOutcome =
  | { readonly status: 'held' }
  | { readonly status: 'failed'; readonly evidence: CheckEvidence }
  | { readonly status: 'not-applicable'; readonly reason: string }
  | { readonly status: 'unknown'; readonly reason: string };

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
  /** What of the candidate it is about, where that was asked for. */
  readonly place?: ClaimPlace;
}

export interface ClaimPlace {
  readonly part: 'signature' | 'docstring' | 'comment' | 'error-handling' | 'validation' | 'body';
  /** The candidate's line where that part begins, from 1; absent where it has no such part. */
  readonly line?: number;
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

/** A claim of a trial's book: it stays there from the round in which it was first made. */
export interface BookedClaim extends Claim {
  /** `c1`, `c2`, … in the order in which they were made. */
  readonly id: string;
  /** Index of the step it was first made at. */
  readonly step: number;
  /** Made wrong on purpose (`--inject claims=P`). */
  readonly isInjected?: true;
}

/**
 * `pending`: the candidates so far did not run, so nothing is known of it; `unchecked`: validation is left out. Both count.
 * `tool-missing`: what runs it is not installed here, which says nothing of the check.
 */
export type CheckState = 'valid' | 'vacuous' | 'invalid' | 'retired' | 'pending' | 'unchecked' | 'tool-missing';

/** A check of a trial's book. It is never taken out of it: what no longer counts says why. */
export interface BookedCheck extends Check {
  readonly step: number;
  readonly state: CheckState;
  /** Why it is vacuous, invalid or retired, or which tool is missing. */
  readonly reason?: string;
  /** In how many rounds it was written. */
  readonly support: number;
  /** What it showed on this step's candidate, where it ran. */
  readonly outcome?: CheckOutcome;
}

/** A claim with what its checks (or a judge) showed on one candidate. */
export interface VerifiedClaim extends BookedClaim {
  readonly verdict: ClaimVerdict['verdict'];
  /** A judge's words, or why it is not applicable; empty where the evidence says it. */
  readonly reason: string;
  /** The first failing checks. */
  readonly evidence: readonly CheckEvidence[];
  /** Its verdict on the candidate before; absent in its first round. */
  readonly before?: ClaimVerdict['verdict'];
}

/** Shares of applicable claims that do not hold: 0 is none. */
export interface Gaps {
  /** 1 - passing / applicable. */
  readonly gap: number;
  /** sum(weight x (1 - verdict)) / sum(weight); PARTIAL counts 0.5. */
  readonly weighted: number;
}

/** All claims of a trial so far, on one candidate. */
export interface ClaimsReport {
  readonly claims: readonly VerifiedClaim[];
  readonly checks: readonly BookedCheck[];
  /** Claims of this round that were there already, and that are about something else than the entry point. */
  readonly merged: number;
  readonly dropped: number;
  /** Absent when no claim is applicable: that is not a gap of 0. */
  readonly gaps?: Gaps;
  /** The same over the claims that were there before the round: what the round changed in them. */
  readonly carried?: Gaps;
  /** Why the candidate does not run at all; every claim with a check fails then. */
  readonly notRunnable?: string;
  /** What decided it, for replays: candidate, claims, checks and how they are judged. */
  readonly inputSha256: string;
}

/** What to do about the claims that do not hold, the gravest first, and which ones to leave as they are. */
export interface RemediationPlan {
  readonly steps: readonly {
    readonly claim: string;
    /** From 1. */
    readonly priority: number;
    readonly severity: Claim['severity'];
    readonly diagnosis: string;
    readonly change: string;
  }[];
  readonly preserve: readonly string[];
}

/** Something that was made wrong on purpose at a step. */
export type Fault =
  /** The loop was told the opposite of what its verifier found. */
  | { readonly kind: 'lie'; readonly found: 'accept' | 'reject'; readonly told: 'accept' | 'reject' }
  /** These claims were turned into their opposite, with their checks. */
  | { readonly kind: 'claims'; readonly claims: readonly string[] }
  /** The plan was asked for and not given on. */
  | { readonly kind: 'plan' };

/** Rates at which faults are put in. */
export type Injection = Readonly<Partial<Record<Fault['kind'], number>>>;

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
  /** Every claim so far on this candidate, where claims are checked one by one. */
  readonly report?: ClaimsReport;
  /** `plan` as a typed value. */
  readonly remediation?: RemediationPlan;
}

export type VerifierKind = 'none' | 'model' | 'coin' | 'public-tests' | 'grading-tests' | 'generated-tests';

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

/** `no-verdict`: the verifier ran and no claim was applicable. */
export type LiveVerdict = 'accept' | 'reject' | 'no-verdict' | NotRunReason;

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
  /**
   * In a replay `verdict` is the recorded one. Present where the loop's verifier came out otherwise here, or was not run here at all:
   * then with the reason.
   */
  readonly liveVerdict?: LiveVerdict;
  readonly claims?: readonly Claim[];
  readonly plan?: string;
  readonly unparsed?: { readonly role: Role; readonly detail: string };
  /** These two as in `Attempt`. */
  readonly report?: ClaimsReport;
  readonly remediation?: RemediationPlan;
  /** What was made wrong on purpose here. */
  readonly faults?: readonly Fault[];
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
  /** In a replay, where the outcome was another one when it was recorded: what it was then; `none`: it was not run then. */
  readonly recordedOutcome?: 'solved' | 'unsolved' | 'none';
  /** Files of a patch that a reader must know of: tests (reset before grading), and what decides how tests run. */
  readonly touches?: { readonly testFiles: readonly string[]; readonly hooks: readonly string[] };
  /** Of the image that is the task's own. */
  readonly imageDigest?: string;
  /** The same step under the published study's extractor, where that can be known. */
  readonly published?: { readonly outcome: Outcome; readonly extraction: Extraction; readonly gradedSha256: string };
}

/** What a check that a loop worked with is worth, measured after the run and never shown to it. */
export interface CheckTruth extends TrialId {
  /** Id, claim, kind and state at the trial's last report. */
  readonly check: string;
  readonly claim: string;
  readonly kind: CheckKind;
  readonly state: CheckState;
  /** Its claim was made wrong on purpose. */
  readonly isInjected?: true;
  /** It does not hold on the reference solution: it would send a right candidate back. Absent where that could not be told. */
  readonly rejectsReference?: boolean;
  /** Programs of the task's pool that are known to be wrong, and how many of them it fails. */
  readonly wrongPrograms: number;
  readonly caught: number;
  /** Its programs were not run here, and why: the three fields above then say nothing. */
  readonly notRun?: NotRunReason;
}

export interface Identity {
  readonly dataset: string;
  readonly datasetSha256: string;
  readonly taskIds: readonly string[];
  readonly conditions: readonly ConditionIdentity[];
  readonly k: readonly number[];
  readonly samples: number;
  /** Arms with more samples a task than the others; only where a flag gave them. */
  readonly samplesOf?: Readonly<Record<string, number>>;
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
  /** Only where candidates are patches. */
  readonly patches?: PatchSettings;
  readonly limits: ExecutionLimits;
  readonly randomAcceptance: string;
  readonly extractor: 'default' | 'published';
  readonly extractorVersion: string;
  readonly graderVersion: string;
  readonly seed: number;
}

/** What decides the numbers of a run on patches, beside what decides those of every run. */
export interface PatchSettings {
  /** What of the repository the model is shown, as the flag says it; `gold-files` is a leak. */
  readonly context: string;
  /** The most the shown files may take of a prompt, estimated on the high side. */
  readonly contextTokens: number;
  /** The discussion of the issue is shown too: a leak. */
  readonly showsHints: boolean;
  /** The published harness that grades follow. */
  readonly grading: '4' | '5';
  /** Of what every task showed the model: issue, files, hints. */
  readonly statementsSha256: string;
}

export interface ConditionIdentity {
  readonly name: string;
  readonly description: string;
  readonly verifier: VerifierKind;
  /** Its loop looks at the grading tests. */
  readonly oracle: boolean;
  /** The condition it was declared to be compared with; `baseline` when absent. No part of `identitySha256`. */
  readonly comparator?: string;
  /** Faults put in on purpose; its name then says so too. */
  readonly inject?: Injection;
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
  /** In plan order; none where no arm wrote checks. */
  readonly checks?: readonly CheckTruth[];
}
