import { createLimiter } from '../../../concurrency.ts';
import { SandboxLostError } from '../../../errors.ts';
import type { Progress } from '../../../progress.ts';
import { writeAtomically } from '../../../storage/line-file.ts';
import type { Outcome } from '../../../types/execution.ts';
import { type Certificates, type Standing, standingOf } from '../evaluation/certificates.ts';
import { describeSeconds } from '../evaluation/describe-seconds.ts';
import type { EvaluationRecord } from '../evaluation/evaluation-store.ts';
import type { EvaluationVariant, InstanceEvaluator } from '../evaluation/executor.ts';
import { lettersOf } from '../logs/grade-log.ts';
import type { GradingRules } from '../logs/grading-rules.ts';
import { countsOf, toTest } from './grade-logs.ts';
import type { Prediction } from './predictions.ts';

interface GradePredictionsParts {
  readonly evaluator: InstanceEvaluator;
  readonly certificates: Certificates;
  readonly grading: GradingRules;
  /** More than 1: so many evaluations a prediction, each with a hash seed of its own. */
  readonly repeat: number;
  readonly concurrency: number;
  readonly progress: Progress;
  readonly signal: AbortSignal;
}

interface GradedPrediction {
  readonly prediction: Prediction;
  /** Of the first run. */
  readonly outcome: Outcome;
  /** A run each; empty where nothing had to run or could. */
  readonly records: readonly EvaluationRecord[];
  /** Of every run, in the order of their seeds; one where nothing is repeated. */
  readonly outcomes: readonly Outcome[];
  readonly standing: Standing;
  /** What a lost container said, or why there is no image. */
  readonly lost: string | undefined;
}

/** Evaluates predictions in containers, in the order of the file. Throws the signal's reason when it was stopped. */
export async function gradePredictions(
  predictions: readonly Prediction[],
  parts: GradePredictionsParts,
): Promise<GradedPrediction[]> {
  const limit = createLimiter(parts.concurrency);
  return Promise.all(
    predictions.map((prediction) =>
      limit(async () => {
        parts.signal.throwIfAborted();
        const graded = await inItsImage(prediction, parts);
        parts.signal.throwIfAborted();
        const { outcome, records } = graded;
        parts.progress.done(
          outcome.status === 'ungraded' ? undefined : outcome.status === 'solved',
          records.length > 0,
        );
        return graded;
      }),
    ),
  );
}

const variantOf = (run: number, repeat: number): EvaluationVariant => (repeat === 1 ? {} : { hashSeed: run });

/** An empty patch needs no image. */
function inItsImage(prediction: Prediction, parts: GradePredictionsParts): Promise<GradedPrediction> {
  const { problem, patch } = prediction;
  if (patch.trim() === '') return gradePrediction(prediction, parts);
  const runs = Array.from({ length: parts.repeat }, (_, index) => variantOf(index + 1, parts.repeat));
  const wanted = runs.map((variant) => [patch, variant] as const);
  return parts.evaluator.withImage(problem, wanted, () => gradePrediction(prediction, parts));
}

async function gradePrediction(
  prediction: Prediction,
  { evaluator, certificates, grading, repeat }: GradePredictionsParts,
): Promise<GradedPrediction> {
  const { problem, patch } = prediction;
  const image = evaluator.imageOf(problem);
  const standing = await standingOf(certificates, problem, image, grading);
  const without = (outcome: Outcome): GradedPrediction => {
    return { prediction, outcome, records: [], outcomes: [outcome], standing, lost: undefined };
  };
  if (patch.trim() === '') return without({ status: 'unsolved', reason: 'empty' });
  if (image === undefined) {
    const why = evaluator.whyNoImage(problem);
    return { ...without({ status: 'ungraded', reason: 'image-missing' }), lost: why === '' ? undefined : why };
  }
  const records: EvaluationRecord[] = [];
  const outcomes: Outcome[] = [];
  let lost: string | undefined;
  for (let run = 1; run <= repeat; run++) {
    try {
      const record = await evaluator.evaluate(problem, patch, variantOf(run, repeat));
      if (record !== undefined) records.push(record);
      outcomes.push(record?.grade.outcome ?? { status: 'ungraded', reason: 'image-missing' });
    } catch (error) {
      if (!(error instanceof SandboxLostError)) throw error;
      lost ??= error.message;
      outcomes.push({ status: 'ungraded', reason: 'sandbox-lost' });
    }
  }
  const [outcome = { status: 'ungraded', reason: 'sandbox-lost' }] = outcomes;
  return { prediction, outcome, records, outcomes, standing, lost };
}

/** Whether runs of one patch under different hash seeds disagree. */
const isFlipping = ({ outcomes }: GradedPrediction): boolean =>
  new Set(outcomes.filter(({ status }) => status !== 'ungraded').map(({ status }) => status)).size > 1;

/** Writes the input's rows in their order with what came out added. */
export async function writeGradedPredictions(
  path: string,
  graded: readonly GradedPrediction[],
  grading: GradingRules,
): Promise<void> {
  await writeAtomically(path, graded.map((each) => `${JSON.stringify(toRow(each, grading))}\n`).join(''));
}

function toRow(graded: GradedPrediction, grading: GradingRules): Record<string, unknown> {
  const { prediction, outcome, outcomes, records, standing, lost } = graded;
  const { row, repairs, fault, inspection } = prediction;
  const [record] = records;
  return {
    ...row,
    ...columnsOf(outcome),
    resolved: record?.grade.isResolved ?? false,
    grading,
    certificate: standing,
    ...(repairs.length === 0 ? {} : { repairs }),
    ...(fault === undefined ? {} : { fault }),
    hooks: inspection.hooks,
    test_files: inspection.testFiles,
    ...(lost === undefined ? {} : { lost }),
    ...(record === undefined ? {} : evaluationColumns(record)),
    ...(outcomes.length === 1
      ? {}
      : {
          repeats: outcomes.map((each, index) => ({ hash_seed: index + 1, ...columnsOf(each) })),
          flips: isFlipping(graded),
        }),
  };
}

const columnsOf = (outcome: Outcome): Record<string, unknown> => ({
  outcome: outcome.status,
  ...(outcome.status === 'solved' ? {} : { reason: outcome.reason }),
});

function evaluationColumns(record: EvaluationRecord): Record<string, unknown> {
  const { grade, image, appliedBy, forgedMarkers, seconds, phases, machine, logSha256, evaluationSha256 } = record;
  const { failToPass, passToPass, evidence, fault } = grade;
  return {
    applied_by: appliedBy,
    ...(fault === undefined ? {} : { log_fault: fault }),
    FAIL_TO_PASS: countsOf(failToPass),
    PASS_TO_PASS: countsOf(passToPass),
    assertions: lettersOf(grade),
    not_passed: [...failToPass, ...passToPass].filter(({ decision }) => decision !== 'passed').map(toTest),
    evidence,
    ...(forgedMarkers === 0 ? {} : { forged_markers: forgedMarkers }),
    image: image.name,
    image_digest: image.digest,
    seconds,
    ...(phases === undefined ? {} : { phase_seconds: phases }),
    ...(machine === undefined ? {} : { load_before: machine.loadBefore, at_work: machine.atWork }),
    log_sha256: logSha256,
    evaluation_sha256: evaluationSha256,
  };
}

/** A few lines for the screen: outcomes by reason, what no certificate stands behind, and what a reader must look at. */
export function describeGradedPredictions(graded: readonly GradedPrediction[], grading: GradingRules): string {
  const count = (holds: (each: GradedPrediction) => boolean): number => graded.filter(holds).length;
  const solved = ({ outcome }: GradedPrediction): boolean => outcome.status === 'solved';
  const isGraded = ({ outcome }: GradedPrediction): boolean => outcome.status !== 'ungraded';
  const certified = graded.filter((each) => each.standing === 'sound' && isGraded(each));
  const uncertified = graded.filter((each) => each.standing !== 'sound' && isGraded(each));
  const reasons = graded.flatMap(({ outcome }) =>
    outcome.status === 'solved' ? [] : [`${outcome.status} (${outcome.reason})`],
  );
  const named = (holds: (each: GradedPrediction) => boolean, what: string): string[] => {
    const ids = graded.filter(holds).map(({ prediction }) => prediction.problem.task.id);
    return ids.length === 0 ? [] : [`${what}: ${ids.join(', ')}`];
  };
  const seconds = describeSeconds(
    'evaluations',
    graded.flatMap(({ records }) => records),
  );
  const doubtsOf = ({ records }: GradedPrediction): readonly string[] => records[0]?.grade.evidence.doubts ?? [];
  return [
    `grading ${grading} (swebench ${grading === '4' ? '4.1.0' : '5.0.2'}): solved ${count(solved)} of ${count(isGraded)} graded`,
    ...[...Map.groupBy(reasons, (reason) => reason)].sort().map(([reason, all]) => `${reason}: ${all.length}`),
    `with a certificate (gold solved, empty not): solved ${certified.filter(solved).length} of ${certified.length} graded`,
    ...(uncertified.length === 0
      ? []
      : [
          `without one: solved ${uncertified.filter(solved).length} of ${uncertified.length} graded (npm run preflight)`,
        ]),
    ...named(({ standing }) => standing === 'unsound', 'not sound in preflight'),
    ...named(isFlipping, 'flip with the hash seed'),
    ...named(({ prediction }) => prediction.inspection.hooks.length > 0, 'edit hooks of the test runner'),
    ...named(({ records }) => records.some(({ forgedMarkers }) => forgedMarkers > 0), 'print markers of the log'),
    ...graded
      .filter((each) => doubtsOf(each).length > 0)
      .map((each) => `${each.prediction.problem.task.id}: ${doubtsOf(each).join(', ')}`),
    ...(seconds === undefined ? [] : [seconds]),
  ].join('\n');
}
