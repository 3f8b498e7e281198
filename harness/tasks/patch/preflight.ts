import { createLimiter } from '../../concurrency.ts';
import { SandboxLostError } from '../../errors.ts';
import type { Progress } from '../../progress.ts';
import { type CsvColumns, csvTable, csvText } from '../../text/csv.ts';
import type { EnvironmentSpecification } from '../../types/environment-specification.ts';
import type { Outcome } from '../../types/execution.ts';
import type { KnownDefect, PatchProblem } from '../../types/task.ts';
import { environmentOf } from './environment.ts';
import type { Certificates } from './evaluation/certificates.ts';
import { describeSeconds, secondsColumns, type Timed } from './evaluation/describe-seconds.ts';
import { PATCH_GRADER_VERSION } from './evaluation/evaluate.ts';
import type { EvaluationRecord } from './evaluation/evaluation-store.ts';
import type { InstanceEvaluator } from './evaluation/executor.ts';
import type { InstanceImage } from './images/instance-image.ts';
import type { GradingRules } from './logs/grading-rules.ts';
import { causeOf } from './unsound-causes.ts';

/** What preflight found of one instance. */
interface InstanceFinding {
  readonly problem: PatchProblem;
  readonly image: InstanceImage | undefined;
  /** Absent without an image. */
  readonly gold?: Outcome;
  readonly empty?: Outcome;
  /** What is known of the instance, whatever its evaluations came to. */
  readonly defect?: KnownDefect | undefined;
  /** Of the gold patch's evaluation. */
  readonly timed?: Timed;
  /** Why it is not sound, and what else a reader should know. */
  readonly notes: readonly string[];
}

interface PreflightParts {
  readonly evaluator: InstanceEvaluator;
  readonly certificates: Certificates;
  readonly knownDefects: readonly KnownDefect[];
  readonly grading: GradingRules;
  readonly concurrency: number;
  readonly progress: Progress;
  readonly signal: AbortSignal;
}

/**
 * Evaluates the gold patch of each instance, which must be solved, and the repository as it is, which must not. What was found is kept
 * as a certificate of that instance in that image. Findings in the order of the problems.
 */
export async function preflightPatches(
  problems: readonly PatchProblem[],
  parts: PreflightParts,
): Promise<InstanceFinding[]> {
  const limit = createLimiter(parts.concurrency);
  return Promise.all(
    problems.map((problem) =>
      limit(async () => {
        parts.signal.throwIfAborted();
        const isNew = !(await parts.evaluator.isKept(problem, undefined));
        const wanted = [[problem.canonical], [undefined]] as const;
        const finding = await parts.evaluator.withImage(problem, wanted, () => checkInstance(problem, parts));
        parts.signal.throwIfAborted();
        parts.progress.done(isSound(finding), isNew && finding.image !== undefined);
        return finding;
      }),
    ),
  );
}

async function checkInstance(problem: PatchProblem, parts: PreflightParts): Promise<InstanceFinding> {
  const { evaluator, certificates, knownDefects, grading } = parts;
  const image = evaluator.imageOf(problem);
  if (image === undefined) return { problem, image, notes: [evaluator.whyNoImage(problem) || 'no image'] };
  const notes: string[] = [];
  const evaluate = (patch: string | undefined): Promise<EvaluationRecord | undefined> =>
    evaluator.evaluate(problem, patch).catch((error: unknown) => {
      if (!(error instanceof SandboxLostError)) throw error;
      notes.push(error.message);
      return undefined;
    });
  const [gold, empty] = [await evaluate(problem.canonical), await evaluate(undefined)];
  if (gold === undefined || empty === undefined) return { problem, image, gold: LOST, empty: LOST, notes };
  const outcomes = { gold: gold.grade.outcome, empty: empty.grade.outcome };
  const defect = knownDefects.find(({ taskId }) => taskId === problem.task.id);
  const finding = { problem, image, ...outcomes, defect, timed: gold };
  // What could not be graded is no finding: the next preflight asks again.
  if (outcomes.gold.status !== 'ungraded' && outcomes.empty.status !== 'ungraded') {
    await certificates.put({
      version: 1,
      instanceId: problem.task.id,
      imageDigest: image.digest,
      grading,
      graderVersion: PATCH_GRADER_VERSION,
      gold: wordFor(outcomes.gold),
      empty: wordFor(outcomes.empty),
      isSound: isSound(finding),
    });
  }
  const known = defect === undefined ? [] : [`known defect: ${defect.note}`];
  return { ...finding, notes: [...known, ...notesOn(gold, empty)] };
}

const LOST: Outcome = { status: 'ungraded', reason: 'sandbox-lost' };

/** The gold patch is solved, not by luck of a hash seed, and the tests do not pass in the repository as it is. */
export const isSound = ({ gold, empty, defect }: Pick<InstanceFinding, 'gold' | 'empty' | 'defect'>): boolean =>
  gold !== undefined && empty !== undefined && causeOf(gold, empty, defect) === undefined;

export const wordFor = (outcome: Outcome): string =>
  outcome.status === 'solved' ? 'solved' : `${outcome.status} (${outcome.reason})`;

const MOST_NAMED = 3;

function notesOn(gold: EvaluationRecord, empty: EvaluationRecord): string[] {
  const { failToPass, passToPass, evidence, fault } = gold.grade;
  const required = [...failToPass, ...passToPass];
  const failed = required.filter(({ decision }) => decision === 'failed').map(({ test }) => test);
  const named = failed.length > MOST_NAMED ? [...failed.slice(0, MOST_NAMED), '…'] : failed;
  return [
    ...(fault === undefined ? [] : [`gold: ${fault}`]),
    ...(failed.length === 0 ? [] : [`gold fails ${failed.length} of ${required.length} required: ${named.join(', ')}`]),
    ...(empty.grade.outcome.status === 'solved' ? ['the repository as it is is solved'] : []),
    ...(empty.grade.outcome.status === 'ungraded' ? [`empty: ${empty.grade.fault}`] : []),
    ...(gold.appliedBy === 'git-apply' ? [] : [`gold applied by ${gold.appliedBy}`]),
    ...evidence.doubts.map((doubt) => `gold: ${doubt}`),
  ];
}

/** The findings as a CSV text, a row per instance. */
export function findingsCsv(
  findings: readonly InstanceFinding[],
  environments: readonly EnvironmentSpecification[],
): string {
  const columns: CsvColumns<InstanceFinding> = [
    ['instance', ({ problem }) => problem.task.id],
    ['repository', ({ problem }) => problem.task.repository],
    ['version', ({ problem }) => problem.version],
    ['python', ({ problem }) => environmentOf(environments, problem.task.repository, problem.version)?.python],
    ['image', ({ image }) => image?.name],
    ['origin', ({ image }) => image?.origin],
    ['digest', ({ image }) => image?.digest],
    ['gold', ({ gold }) => gold && wordFor(gold)],
    ['empty', ({ empty }) => empty && wordFor(empty)],
    ['sound', (finding) => isSound(finding)],
    ['seconds', ({ timed }) => timed?.seconds],
    ['note', ({ notes }) => notes.join('; ')],
    ...secondsColumns<InstanceFinding>('', ({ timed }) => timed),
  ];
  return csvText(csvTable(columns, findings));
}

/** A table for the screen, a line per instance, and the counts below it. */
export function describeFindings(findings: readonly InstanceFinding[]): string {
  const rows = findings.map((finding) => [
    finding.problem.task.id,
    finding.gold === undefined ? '-' : wordFor(finding.gold),
    finding.empty === undefined ? '-' : wordFor(finding.empty),
    finding.timed === undefined ? '-' : finding.timed.seconds.toFixed(1),
    `${isSound(finding) ? 'sound' : 'NOT SOUND'}${finding.notes.length > 0 ? `: ${finding.notes.join('; ')}` : ''}`,
  ]);
  const table = [['instance', 'gold', 'empty', 'seconds', ''], ...rows];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...table.map((row) => (row[column] ?? '').length)));
  const lines = table.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  const sound = findings.filter(isSound).length;
  const missing = findings.filter(({ image }) => image === undefined).length;
  const unsound = findings.length - sound - missing;
  const seconds = describeSeconds(
    'gold evaluations',
    findings.flatMap(({ timed }) => timed ?? []),
  );
  const repositories = new Set(findings.filter(isSound).map(({ problem }) => problem.task.repository));
  return [
    ...lines,
    `${sound} of ${findings.length} instances sound, over ${repositories.size} repositories; not sound ${unsound}, without an image ${missing}`,
    ...(seconds === undefined ? [] : [seconds]),
  ].join('\n');
}
