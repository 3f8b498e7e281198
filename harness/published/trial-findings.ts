import type { Grade, RecordedTrial, Step } from '../types/record.ts';
import { wasNeverEvaluated } from './as-counted.ts';
import { isEnglishLine } from './english-line.ts';
import type { Finding } from './finding.ts';
import { readWithoutFence } from './judge-json.ts';
import { whyUnreadable } from './unreadable-patch.ts';

/** What one trial's records show by themselves. */
export function trialFindings(trial: RecordedTrial, recordedTrials: number): Finding[] {
  const { trajectory, grades } = trial;
  const { condition, taskId, kRun } = trajectory;
  const at = { condition, taskId, ...(kRun === undefined ? {} : { k: kRun }) };
  const steps = trajectory.steps.map((step) => ({ step, grade: grades.get(step.index) }));
  const last = trajectory.steps.length - 1;
  return [
    ...steps.flatMap(({ step, grade }) =>
      stepFindings(step, grade).map((found) => ({
        ...at,
        step: step.index,
        isCounted: step.index === last,
        ...found,
      })),
    ),
    ...redrawn(trial, recordedTrials).map((found) => ({ ...at, ...found })),
    ...unparsed(trajectory.steps).map((found) => ({ ...at, ...found })),
  ];
}

type Found = Pick<Finding, 'kind' | 'evidence'>;

function stepFindings(step: Step, grade: Grade | undefined): Found[] {
  if (grade === undefined) return [];
  const line = artefactLine(grade);
  const foreign = foreignVerdict(step, grade);
  return [
    ...(line === undefined ? [] : [{ kind: 'extractor-artefact', evidence: line } as const]),
    ...(foreign === undefined ? [] : [{ kind: 'foreign-verdict', evidence: foreign } as const]),
    ...(wasNeverEvaluated(grade)
      ? [{ kind: 'never-evaluated', evidence: grade.failures[0]?.message ?? '' } as const]
      : []),
  ];
}

/** The line of English that Python refused: it stood in the answer, and the extractor left it in the program. */
function artefactLine({ outcome, failures }: Grade): string | undefined {
  if (outcome.status !== 'unsolved' || outcome.reason !== 'syntax') return undefined;
  const source = failures[0]?.source;
  return source !== undefined && isEnglishLine(source) ? source : undefined;
}

/** Why this grade cannot be about this candidate. */
export function foreignVerdict(step: Step, { outcome }: Grade): string | undefined {
  if (outcome.status === 'unsolved' && step.verdict?.status === 'accept' && isTestRun(step.verdict.feedback)) {
    return 'the grading tests accepted it in the loop and failed it at the end: the same candidate';
  }
  const wasRun = outcome.status === 'solved' || (outcome.status === 'unsolved' && outcome.reason === 'tests-failed');
  const why = step.candidate === undefined || !wasRun ? undefined : whyUnreadable(step.candidate);
  return why === undefined ? undefined : `graded as applied (${outcome.status}), but no program can read it: ${why}`;
}

const isTestRun = (feedback: string): boolean => feedback.startsWith('ALL TESTS PASSED');

/** Bills name more first generations than there are trials: some other patch had the same run id. */
function redrawn({ trajectory: { source } }: RecordedTrial, recordedTrials: number): Found[] {
  const billed = source?.billedGenerations;
  if (billed === undefined || billed <= recordedTrials) return [];
  return [{ kind: 'redrawn', evidence: `${billed} first generations billed, ${recordedTrials} recorded` }];
}

function unparsed(steps: readonly Step[]): Found[] {
  const details = steps.flatMap(({ verdict }) => (verdict?.status === 'unparsed' ? [verdict.detail] : []));
  if (details.length === 0) return [];
  const verdicts = steps.filter(({ verdict }) => verdict !== undefined).length;
  const accepts = details.filter((detail) => readWithoutFence(detail) === 'accept').length;
  const evidence = `${details.length} of ${verdicts} verdicts; without their fence ${accepts} of these accept`;
  return [{ kind: 'unparsed-verdict', evidence }];
}
