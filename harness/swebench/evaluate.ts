import { canonicalJson, sha256 } from '../hash.ts';
import { type Application, applyPatch } from '../patches/apply-patch.ts';
import type { PatchProblem } from '../types.ts';
import type { EnvironmentSpecification } from './environment.ts';
import { evaluationScript } from './evaluation-script.ts';
import { gradeLog, type LogGrade } from './grade-log.ts';
import type { GradingRules } from './grading-rules.ts';
import { MARKERS } from './read-log.ts';

/** An isolated place with an instance's environment and its repository at the base commit: a container, or a folder in a test. */
export interface Workplace {
  /** Where the repository lies. */
  readonly testbed: string;
  /** A folder outside the repository for the patch and the script. */
  readonly scratch: string;
  /** Shell lines that bring the interpreter. */
  readonly activate: readonly string[];
  writeFile(path: string, content: string): Promise<void>;
  /** Runs in the repository; both output streams as one text. A command that meets the time is ended with all it started. */
  run(command: readonly string[], timeoutMs: number): Promise<CommandResult>;
}

export interface CommandResult {
  readonly exitCode: number | null;
  readonly output: string;
  readonly isTimedOut: boolean;
}

export interface Evaluation {
  readonly grade: LogGrade;
  /** What the grade was read from; kept, so that it can be read again under other rules. */
  readonly log: string;
  /** `undefined`: there was no patch to apply. */
  readonly application: Application | undefined;
}

/** Part of every grade's identity: raise it when the same log may be graded otherwise. */
export const PATCH_GRADER_VERSION = '1';

/** What decides an evaluation beside the patch. */
export interface EvaluationSettings {
  readonly rules: GradingRules;
  readonly timeoutMs: number;
  /** sha256 of the image, where there is one. */
  readonly imageDigest?: string;
}

/**
 * The hash a grade is bound to: patch, base commit, required tests and their patch, environment, image, rules, time and grader version. Equal
 * hashes need no second evaluation; a byte more in the patch does.
 */
export function evaluationSha256(
  patch: string,
  { task: { id, repository, baseCommit }, hiddenTests }: PatchProblem,
  { versions: _, departures: __, ...environment }: EnvironmentSpecification,
  settings: EvaluationSettings,
): string {
  const version = PATCH_GRADER_VERSION;
  return sha256(canonicalJson({ version, id, repository, baseCommit, patch, hiddenTests, environment, settings }));
}

const APPLY_TIMEOUT_MS = 120_000;

/** The official bound for the tests of one instance. */
export const TEST_TIMEOUT_MS = 1_800_000;

/**
 * Applies a patch, runs the official evaluation script and grades its log. `patch` `undefined` evaluates the repository as it is: what must
 * not be resolved. An empty patch is the caller's to grade; the official harness never runs one. What `Workplace` throws passes through.
 */
export async function evaluatePatch(
  workplace: Workplace,
  patch: string | undefined,
  problem: PatchProblem,
  environment: EnvironmentSpecification,
  rules: GradingRules,
  timeoutMs: number = TEST_TIMEOUT_MS,
): Promise<Evaluation> {
  const application = patch === undefined ? undefined : await apply(workplace, patch, rules);
  const log =
    application?.status === 'does-not-apply'
      ? `${MARKERS.applyFailed}:\n${application.output}`
      : await runTests(workplace, problem, environment, timeoutMs);
  return { grade: gradeLog(log, problem, rules), log, application };
}

async function apply(workplace: Workplace, patch: string, rules: GradingRules): Promise<Application> {
  const path = `${workplace.scratch}/patch.diff`;
  await workplace.writeFile(path, patch);
  return applyPatch(path, (command) => workplace.run(command, APPLY_TIMEOUT_MS), rules);
}

/** As the harness writes it: the script's output, and a sentence at its end when time was up. */
async function runTests(
  workplace: Workplace,
  problem: PatchProblem,
  environment: EnvironmentSpecification,
  timeoutMs: number,
): Promise<string> {
  const path = `${workplace.scratch}/eval.sh`;
  await workplace.writeFile(path, evaluationScript(problem, environment, workplace));
  const { output, isTimedOut } = await workplace.run(['/bin/bash', path], timeoutMs);
  return isTimedOut ? `${output}\n\nTimeout error: ${Math.round(timeoutMs / 1000)} seconds exceeded.` : output;
}
