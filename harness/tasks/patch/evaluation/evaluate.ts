import { canonicalJson, sha256 } from '../../../storage/hash.ts';
import type { EnvironmentSpecification } from '../../../types/environment-specification.ts';
import type { PatchProblem } from '../../../types/task.ts';
import { type Application, applyPatch } from '../diff/apply-patch.ts';
import type { Doubt } from '../logs/evidence.ts';
import { gradeLog, type LogGrade } from '../logs/grade-log.ts';
import type { GradingRules } from '../logs/grading-rules.ts';
import { type LimitMet, limitSentence, MARKERS, withoutMarkers } from '../logs/read-log.ts';
import {
  broughtTestsScript,
  directivesOf,
  meantTestsScript,
  preparationScript,
  publicDirectivesOf,
  publicPreparationScript,
  removesFiles,
  testScript,
} from './evaluation-script.ts';
import { NO_CLOCK, type Phase, type PhaseClock } from './phases.ts';

/** An isolated place with an instance's environment and its repository at the base commit: a container, or a folder in a test. */
export interface Workspace {
  /** Where the repository lies. */
  readonly testbed: string;
  /** A folder outside the repository for the patch and the scripts. */
  readonly scratch: string;
  /** Shell lines that bring the interpreter. */
  readonly activate: readonly string[];
  /** Writes these files, by path, which the repository's own code cannot change. */
  writeFiles(files: Readonly<Record<string, string>>): Promise<void>;
  /**
   * Runs in the repository; both output streams as one text. A command that meets the time or another limit is ended with all it
   * started, and nothing can be run here afterwards.
   */
  run(command: readonly string[], timeoutMs: number): Promise<CommandResult>;
  /** Ends what earlier commands have left running. */
  endLeftovers(): Promise<void>;
  /** Whether anything was ended here so far for want of memory. */
  wasOutOfMemory(): Promise<boolean>;
}

export interface CommandResult {
  /** `null`: it was ended. */
  readonly exitCode: number | null;
  readonly output: string;
  readonly isTimedOut: boolean;
  readonly limit?: LimitMet;
  readonly wallMs: number;
}

/**
 * Which tests a patch is run against. `hidden`: the official evaluation. `public`: what a loop may see without the hidden tests, the
 * repository as the candidate leaves it and those of its tests that pass without any patch.
 */
export type PatchSuite = 'hidden' | 'public';

export interface Evaluation {
  readonly grade: LogGrade;
  /** What the grade was read from; kept, so that it can be read again under other rules. */
  readonly log: string;
  /** `undefined`: there was no patch to apply. */
  readonly application: Application | undefined;
  /** How many markers the candidate has printed; they were made harmless in the log. */
  readonly forgedMarkers: number;
}

/** Part of every grade's identity: raise it when the same log may be graded otherwise. */
export const PATCH_GRADER_VERSION = '2';

/** What decides an evaluation beside the patch. */
interface EvaluationSettings {
  readonly rules: GradingRules;
  readonly timeoutMs: number;
  /** sha256 of the image, where there is one. */
  readonly imageDigest?: string;
  /** Of every hash of the interpreter; drawn by it when absent, as officially. */
  readonly hashSeed?: number;
  /** What a container may use; a folder bounds nothing. */
  readonly limits?: Readonly<Record<string, number>>;
  /** `hidden` when absent. */
  readonly suite?: 'public';
}

/**
 * The hash a grade is bound to: patch, base commit, required tests and their patch, environment, image, rules, time and grader version.
 * Equal hashes need no second evaluation; a byte more in the patch does.
 */
export function evaluationSha256(
  patch: string,
  { task: { id, repository, baseCommit }, hiddenTests }: PatchProblem,
  { versions: _, departures: __, shared: ___, sources: ____, ...environment }: EnvironmentSpecification,
  settings: EvaluationSettings,
): string {
  const version = PATCH_GRADER_VERSION;
  const isOther = settings.suite !== 'public' && removesFiles({ hiddenTests }, settings.rules);
  const script = isOther ? { script: 'removes new files' } : {};
  return sha256(
    canonicalJson({ version, id, repository, baseCommit, patch, hiddenTests, environment, settings, ...script }),
  );
}

const APPLY_TIMEOUT_MS = 120_000;

/** The official bound for the tests of one instance. */
export const TEST_TIMEOUT_MS = 1_800_000;

interface EvaluationOptions {
  readonly rules: GradingRules;
  /** For everything but applying the patch. */
  readonly timeoutMs: number;
  readonly suite: PatchSuite;
  readonly clock?: PhaseClock;
}

/** What a script prints of the hidden tests' files. */
const sumsOf = (workspace: Workspace, script: string): Promise<CommandResult> =>
  workspace.run(['/bin/sh', '-c', script], APPLY_TIMEOUT_MS);

/**
 * Applies a patch, runs the tests and grades the log. `patch` `undefined` evaluates the repository as it is: what must not be
 * resolved. An empty patch is the caller's to grade; the official harness never runs one. For the public suite, the problem's
 * hidden tests must name what is required of it. What `Workspace` throws passes through.
 */
export async function evaluatePatch(
  workspace: Workspace,
  patch: string | undefined,
  problem: PatchProblem,
  environment: EnvironmentSpecification,
  options: EvaluationOptions,
): Promise<Evaluation> {
  const { rules, clock = NO_CLOCK } = options;
  const [meant] = await clock.during('create', () =>
    Promise.all([
      options.suite === 'public' ? undefined : sumsOf(workspace, meantTestsScript(problem)),
      workspace.writeFiles({
        ...(patch === undefined ? {} : { [pathIn(workspace, 'patch.diff')]: patch }),
        ...scriptsOf(workspace, problem, environment, options),
      }),
    ]),
  );
  const applied = patch === undefined ? undefined : await clock.during('apply', () => apply(workspace, rules));
  if (options.suite === 'public' && problem.hiddenTests.passToPass.length === 0 && applied?.ended === undefined)
    return withoutTests(applied?.application, problem, rules);
  const unfit = applied?.application.status === 'does-not-apply' ? applied.application.output : undefined;
  const { log, forged, hasTestPatch } =
    applied?.ended !== undefined
      ? endedLog('', applied.ended)
      : unfit !== undefined
        ? { log: `${MARKERS.applyFailed}:\n${withoutMarkers(unfit).text}`, forged: 0 }
        : await runTests(workspace, problem, { ...options, meant });
  const read = await clock.during('log', async () => gradeLog(log, problem, rules));
  const grade = hasTestPatch === false ? withDoubt(read, 'test-patch-not-applied') : read;
  return { grade, log, application: applied?.application, forgedMarkers: forged };
}

const withDoubt = (grade: LogGrade, doubt: Doubt): LogGrade => ({
  ...grade,
  evidence: { ...grade.evidence, doubts: [...grade.evidence.doubts, doubt] },
});

/** Where no test can be shown, a patch that applies is not rejected, and the log says that nothing was run. */
function withoutTests(application: Application | undefined, problem: PatchProblem, rules: GradingRules): Evaluation {
  const isUnfit = application?.status === 'does-not-apply';
  const log = isUnfit ? `${MARKERS.applyFailed}:\n${withoutMarkers(application.output).text}` : NO_PUBLIC_TEST;
  return { grade: gradePublicLog(log, problem, rules), log, application, forgedMarkers: 0 };
}

/** As `gradeLog`, of the public suite's log: where no test is required, one that says that nothing was run is no rejection. */
export function gradePublicLog(log: string, problem: PatchProblem, rules: GradingRules): LogGrade {
  const grade = gradeLog(log, problem, rules);
  if (problem.hiddenTests.passToPass.length > 0 || log !== NO_PUBLIC_TEST) return grade;
  return { ...grade, outcome: { status: 'solved' }, isResolved: true, fault: undefined };
}

const NO_PUBLIC_TEST = 'No test of the base commit is required to pass here; nothing was run.\n';

const pathIn = ({ scratch }: Workspace, name: 'patch.diff' | 'prepare.sh' | 'tests.sh'): string => `${scratch}/${name}`;

/** What comes before the tests, and the tests; by path. */
function scriptsOf(
  workspace: Workspace,
  problem: PatchProblem,
  environment: EnvironmentSpecification,
  { suite, rules }: EvaluationOptions,
): Readonly<Record<string, string>> {
  const isPublic = suite === 'public';
  const prepare = isPublic
    ? publicPreparationScript(environment, workspace)
    : preparationScript(problem, environment, workspace, rules);
  const directives = isPublic ? publicDirectivesOf(problem) : directivesOf(problem);
  return {
    [pathIn(workspace, 'prepare.sh')]: prepare,
    [pathIn(workspace, 'tests.sh')]: testScript(environment, directives, workspace),
  };
}

type Ended = Pick<CommandResult, 'isTimedOut' | 'limit'>;
const hasEnded = ({ isTimedOut, limit }: Ended): boolean => isTimedOut || limit !== undefined;

async function apply(
  workspace: Workspace,
  rules: GradingRules,
): Promise<{ application: Application; ended: Ended | undefined }> {
  let ended: Ended | undefined;
  const run = async (command: readonly string[]) => {
    if (ended !== undefined) return { exitCode: null, output: '' };
    const result = await workspace.run(command, APPLY_TIMEOUT_MS);
    if (hasEnded(result)) ended = result;
    return result;
  };
  return { application: await applyPatch(pathIn(workspace, 'patch.diff'), run, rules), ended };
}

interface Log {
  readonly log: string;
  readonly forged: number;
  /** The files of the hidden tests are what the benchmark means; where they are not, other tests may have run under the names of the hidden ones. */
  readonly hasTestPatch?: boolean;
}

/**
 * The official log, of two commands: what comes before the tests, and the tests. The markers are put between their outputs here, where no
 * candidate can; what was left running by the first is ended before the second.
 */
async function runTests(
  workspace: Workspace,
  problem: PatchProblem,
  { timeoutMs, suite, clock = NO_CLOCK, meant }: EvaluationOptions & { readonly meant: CommandResult | undefined },
): Promise<Log> {
  const run = (phase: Phase, name: 'prepare.sh' | 'tests.sh', ms: number) =>
    clock.during(phase, () => workspace.run(['/bin/bash', pathIn(workspace, name)], ms));
  const preparation = await run('install', 'prepare.sh', timeoutMs);
  const before = withoutMarkers(preparation.output);
  if (hasEnded(preparation)) return endedLog(before.text, preparation, timeoutMs, before.forged);
  await workspace.endLeftovers();
  // The candidate's code, which installing runs, owns the repository and git's settings there: git's word is not enough.
  const brought = meant && (await clock.during('log', () => sumsOf(workspace, broughtTestsScript(problem))));
  if (brought !== undefined && hasEnded(brought))
    return endedLog(before.text, brought, APPLY_TIMEOUT_MS, before.forged);
  const left = Math.max(1, timeoutMs - preparation.wallMs);
  const tests = await run('tests', 'tests.sh', left);
  const section = withoutMarkers(tests.output);
  const forged = before.forged + section.forged;
  const unended = `${before.text}\n+ : '${MARKERS.start}'\n${section.text}`;
  if (hasEnded(tests)) return endedLog(unended, tests, timeoutMs, forged);
  const exitCode = `${MARKERS.exitCode}: ${tests.exitCode}`;
  const log = `${unended}\n+ SWEBENCH_TEST_EXIT_CODE=${tests.exitCode}\n+ : '${MARKERS.end}'\n+ echo '${exitCode}'\n${exitCode}\n`;
  const wasKilled = await clock.during('log', async () => {
    const { outcome } = gradeLog(log, problem, '5');
    const isCutShort = outcome.status === 'unsolved' && outcome.reason === 'exited-early';
    return isCutShort && (await workspace.wasOutOfMemory());
  });
  if (wasKilled) return endedLog(unended, { isTimedOut: false, limit: 'memory' });
  // The last command of the preparation is the one that applies the test patch. What could not be compared is a doubt, too.
  const isAsMeant = meant?.exitCode === 0 && brought?.exitCode === 0 && brought.output === meant.output;
  return { log, forged, hasTestPatch: suite === 'public' || (preparation.exitCode === 0 && isAsMeant) };
}

/** A log that ends with the sentence of the harness that ended the tests: the official one for time, our own for the rest. */
function endedLog(text: string, { limit }: Ended, timeoutMs = APPLY_TIMEOUT_MS, forged = 0): Log {
  const why =
    limit === undefined ? `\n\nTimeout error: ${Math.round(timeoutMs / 1000)} seconds exceeded.` : limitSentence(limit);
  return { log: text + why, forged };
}
