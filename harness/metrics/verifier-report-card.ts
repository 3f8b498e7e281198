import type { ConditionIdentity, Run } from '../types.ts';
import { indexTrials, unrecordedArms } from './columns.ts';
import { type Interval, wilsonInterval } from './intervals.ts';

/** A count out of a total with its share and 95 % Wilson interval; both `undefined` when the total is 0. */
export interface CountedShare {
  readonly count: number;
  readonly total: number;
  readonly share: number | undefined;
  readonly interval: Interval | undefined;
}

/** What a condition's in-loop verifier said, held against the grades of the same candidates. */
export interface VerifierReportCard {
  readonly condition: ConditionIdentity;
  readonly steps: number;
  readonly accepted: number;
  readonly rejected: number;
  /** Answers that were no verdict. */
  readonly unparsed: number;
  /** Accepted, among its verdicts. */
  readonly acceptance: CountedShare;
  /**
   * It accepts under 5 % or over 95 % of what it judges, so that it hardly tells candidates apart. Not said of the grading
   * tests, whose acceptance is the model's merit.
   */
  readonly isDegenerate: boolean;
  /** Accepted, among the judged candidates whose grade is unsolved. */
  readonly falseAccepts: CountedShare;
  /** Rejected, among the judged candidates whose grade is solved. */
  readonly falseRejects: CountedShare;
  /** Verdicts on candidates whose grade is unknown: in neither share. */
  readonly ungraded: number;
}

/**
 * One card for each condition that declares a verifier or recorded a verdict of its own. None for an arm of a replay that
 * is not recorded whole.
 */
export function verifierReportCards(run: Run): VerifierReportCard[] {
  const trials = [...indexTrials(run).values()];
  const unrecorded = unrecordedArms(run);
  return run.manifest.identity.conditions.flatMap((condition) => {
    if (unrecorded.has(condition.name)) return [];
    const own = trials.filter(({ trajectory }) => trajectory.condition === condition.name);
    const judged = own.flatMap(({ trajectory, grades }) =>
      trajectory.steps.map(({ index, verdict }) => ({
        verdict: verdict?.status,
        grade: grades.get(index)?.outcome.status ?? ('ungraded' as const),
      })),
    );
    if (condition.verifier === 'none' && judged.every(({ verdict }) => verdict === undefined)) return [];
    const count = (verdict: string, grade?: string) =>
      judged.filter((step) => step.verdict === verdict && (grade === undefined || step.grade === grade)).length;
    const acceptance = countedShare(count('accept'), count('reject'));
    return [
      {
        condition,
        steps: judged.length,
        accepted: count('accept'),
        rejected: count('reject'),
        unparsed: count('unparsed'),
        acceptance,
        isDegenerate: !condition.oracle && isOneSided(acceptance),
        falseAccepts: countedShare(count('accept', 'unsolved'), count('reject', 'unsolved')),
        falseRejects: countedShare(count('reject', 'solved'), count('accept', 'solved')),
        ungraded: count('accept', 'ungraded') + count('reject', 'ungraded'),
      },
    ];
  });
}

const isOneSided = ({ share }: CountedShare): boolean => share !== undefined && (share < 0.05 || share > 0.95);

function countedShare(count: number, others: number): CountedShare {
  const total = count + others;
  return { count, total, share: total === 0 ? undefined : count / total, interval: wilsonInterval(count, total) };
}
