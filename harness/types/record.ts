import type { Extraction, Fault, Injection, Verdict } from './attempt.ts';
import type { CheckKind, CheckState } from './claims.ts';
import type { AssertionFailure, ExecutionLimits, NotRunReason, Outcome } from './execution.ts';
import type { FinishReason, Role, Usage } from './model.ts';
import type { ReplicatedStudy } from './study.ts';

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
  /** This and `unparsed` as in `Attempt`. */
  readonly parent?: number;
  readonly verdict?: Verdict;
  /**
   * In a replay `verdict` is the recorded one. Present where the loop's verifier came out otherwise here, or was not run here at all:
   * then with the reason.
   */
  readonly liveVerdict?: LiveVerdict;
  readonly unparsed?: { readonly role: Role; readonly detail: string };
  /** What was made wrong on purpose here. */
  readonly faults?: readonly Fault[];
  /** Absent in imported records: which calls were made is not known, and that is not the same as none. */
  readonly calls?: readonly CallRecord[];
  /** Every other field is an artifact of the attempt, called as its kind (types/artifact.ts). */
  readonly [artifact: string]: unknown;
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

interface PassedOverFile {
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
interface PatchSettings {
  /** What of the repository the model is shown, as the flag says it; `gold-files` is a leak. */
  readonly context: string;
  /** The most the shown files may take of a prompt, estimated on the high side. */
  readonly contextTokens: number;
  /** The discussion of the issue is shown too: a leak. */
  readonly showsHints: boolean;
  /** The names of the tests that must pass are shown: a leak. Only where a flag asked for it. */
  readonly showsTestNames?: true;
  /** The published harness that grades follow. */
  readonly grading: '4' | '5';
  /** Of what every task showed the model: issue, files, hints. */
  readonly statementsSha256: string;
}

export interface ConditionIdentity {
  readonly name: string;
  readonly description: string;
  /** The verifier's name. */
  readonly verifier: string;
  /** Its loop looks at the grading tests. */
  readonly oracle: boolean;
  /** The condition it was declared to be compared with; `baseline` when absent. No part of `identitySha256`. */
  readonly comparator?: string;
  /** The published study's extractor takes its candidates; the harness's own when absent. */
  readonly extractor?: 'published';
  /** Its loop is told of failing tests what the published loops were told. */
  readonly feedback?: 'traceback';
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
  /** The published study that this run replicates. */
  readonly study?: ReplicatedStudy;
}
