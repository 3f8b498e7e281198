import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { UsageError } from '../../../errors.ts';
import { sha256 } from '../../../storage/hash.ts';
import { writeAtomically } from '../../../storage/line-file.ts';
import type { Dataset, PatchProblem } from '../../../types/task.ts';
import type { TestDecision } from '../logs/decide-tests.ts';
import { gradeLog, type LogGrade, lettersOf } from '../logs/grade-log.ts';
import type { GradingRules } from '../logs/grading-rules.ts';

interface GradeLogsOptions {
  /** A folder with one `<instance_id>.log` each. */
  readonly logs: string;
  readonly grading: GradingRules;
  readonly out: string;
}

interface GradedLog {
  readonly instanceId: string;
  readonly logSha256: string;
  readonly grade: LogGrade;
}

interface GradedLogs {
  readonly graded: readonly GradedLog[];
  /** Selected instances without a log: not evaluated, in no rate. */
  readonly missing: readonly string[];
}

const ENDING = '.log';

/**
 * Grades the stored logs of the selected instances, without a container, and writes a line each in the dataset's order.
 * Throws `UsageError` for a folder that cannot be read and for a log of no instance of the whole dataset.
 */
export async function gradeLogs(
  selected: Dataset<PatchProblem>,
  allIds: ReadonlySet<string>,
  options: GradeLogsOptions,
): Promise<GradedLogs> {
  const logged = await loggedIds(options.logs, allIds, selected.id);
  const [graded, missing]: [GradedLog[], string[]] = [[], []];
  for (const problem of selected.problems) {
    const instanceId = problem.task.id;
    if (!logged.has(instanceId)) {
      missing.push(instanceId);
      continue;
    }
    const bytes = await readFile(join(options.logs, instanceId + ENDING));
    const grade = gradeLog(bytes.toString('utf8'), problem, options.grading);
    graded.push({ instanceId, logSha256: sha256(bytes), grade });
  }
  await writeAtomically(options.out, graded.map((each) => `${JSON.stringify(toLine(each))}\n`).join(''));
  return { graded, missing };
}

async function loggedIds(folder: string, known: ReadonlySet<string>, dataset: string): Promise<Set<string>> {
  const names = await readdir(folder).catch((cause: Error) => {
    throw new UsageError(`--logs: expected a folder with one <instance_id>.log each: ${cause.message}`, { cause });
  });
  const ids = names.filter((name) => name.endsWith(ENDING)).map((name) => name.slice(0, -ENDING.length));
  if (ids.length === 0) throw new UsageError(`--logs: ${folder} holds no <instance_id>.log`);
  const stranger = ids.find((id) => !known.has(id));
  if (stranger !== undefined) throw new UsageError(`--logs: ${stranger}${ENDING}: no such instance in ${dataset}`);
  return new Set(ids);
}

/** A stored line, in the published spelling where it is a published word. */
function toLine({ instanceId, logSha256, grade }: GradedLog): Record<string, unknown> {
  const { outcome, isResolved, rules, fault, failToPass, passToPass, evidence } = grade;
  return {
    instance_id: instanceId,
    outcome: outcome.status,
    ...(outcome.status === 'solved' ? {} : { reason: outcome.reason }),
    resolved: isResolved,
    grading: rules,
    ...(fault === undefined ? {} : { fault }),
    FAIL_TO_PASS: countsOf(failToPass),
    PASS_TO_PASS: countsOf(passToPass),
    assertions: lettersOf(grade),
    not_passed: [...failToPass, ...passToPass].filter(({ decision }) => decision !== 'passed').map(toTest),
    evidence,
    log_sha256: logSha256,
  };
}

/** How many required tests counted how. */
export const countsOf = (decisions: readonly TestDecision[]): Record<TestDecision['decision'], number> => {
  const count = (wanted: TestDecision['decision']): number =>
    decisions.filter(({ decision }) => decision === wanted).length;
  return { passed: count('passed'), failed: count('failed'), uncounted: count('uncounted') };
};

/** A required test as a stored line has it. */
export const toTest = ({ test, decision, status, namedAs }: TestDecision): Record<string, unknown> => ({
  test,
  decision,
  ...(status === undefined ? {} : { status }),
  ...(namedAs === undefined ? {} : { named_as: namedAs }),
});

/** A few lines for the screen: outcomes, what is missing, and where a log does not fit together. */
export function describeGradedLogs({ graded, missing }: GradedLogs, rules: GradingRules): string {
  const outcomes = graded.map(({ grade: { outcome } }) => outcome);
  const count = (status: string): number => outcomes.filter((outcome) => outcome.status === status).length;
  const reasons = outcomes.flatMap((outcome) =>
    outcome.status === 'solved' ? [] : [`${outcome.status} (${outcome.reason})`],
  );
  const doubtful = graded.filter(({ grade }) => grade.evidence.doubts.length > 0);
  const uncounted = graded.filter(({ grade }) => grade.isResolved && uncountedIn(grade) > 0);
  const isInGrade = count('solved') + count('unsolved');
  return [
    `grading ${rules} (swebench ${rules === '4' ? '4.1.0' : '5.0.2'}): solved ${count('solved')} of ${isInGrade} graded`,
    ...tally(reasons),
    ...(missing.length === 0 ? [] : [`no log, not graded: ${missing.length}`]),
    ...uncounted.map(
      ({ instanceId, grade }) => `${instanceId}: solved with ${uncountedIn(grade)} required tests uncounted`,
    ),
    ...doubtful.map(({ instanceId, grade }) => `${instanceId}: ${grade.evidence.doubts.join(', ')}`),
  ].join('\n');
}

const uncountedIn = ({ failToPass, passToPass }: LogGrade): number =>
  [...failToPass, ...passToPass].filter(({ decision }) => decision === 'uncounted').length;

function tally(wordsSaid: readonly string[]): string[] {
  return [...Map.groupBy(wordsSaid, (word) => word)].sort().map(([word, all]) => `${word}: ${all.length}`);
}
