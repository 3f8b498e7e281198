import { clusteredProportion, type Proportion } from '../statistics/clustered-proportion.ts';
import type { ConditionIdentity, RecordedTrial, Run } from '../types/record.ts';
import type { Column } from './columns.ts';
import { trialsOf, unrecordedArms } from './trials/trials.ts';
import { type MatchedCoin, matchedCoins, type VerdictGain, verdictGain } from './verifier-gain.ts';

/** Verdicts held against the grades of the same candidates. Intervals count by task. */
export interface VerdictCounts {
  readonly steps: number;
  readonly accepted: number;
  readonly rejected: number;
  /** Answers that were no verdict. */
  readonly unparsed: number;
  /** Accepted, among its verdicts. */
  readonly acceptance: Proportion;
  /** Accepted, among the judged candidates whose grade is unsolved. */
  readonly falseAccepts: Proportion;
  /** Rejected, among the judged candidates whose grade is solved. */
  readonly falseRejects: Proportion;
  /** Verdicts on candidates whose grade is unknown: in neither share. */
  readonly ungraded: number;
}

/** What a condition's in-loop verifier said, held against the grades of the same candidates. */
export interface VerifierReportCard extends VerdictCounts {
  readonly condition: ConditionIdentity;
  /**
   * It accepts under 5 % or over 95 % of what it judges, so that it hardly tells candidates apart. Not said of the grading
   * tests, whose acceptance is the model's merit.
   */
  readonly isDegenerate: boolean;
  /** The same by step. Later steps are judged only where no earlier one was accepted (but for `--stop never`). */
  readonly byStep: readonly (VerdictCounts & { readonly step: number })[];
  /** `undefined` without a verdict on a graded candidate. */
  readonly gain: VerdictGain | undefined;
  /** A model's verdicts on the tasks that the wording of its prompt was not chosen on; `undefined` where that is all of them. */
  readonly otherTasks: VerdictCounts | undefined;
  readonly matchedCoins: readonly MatchedCoin[];
}

interface Judged {
  readonly taskId: string;
  readonly step: number;
  readonly verdict: 'accept' | 'reject' | 'unparsed' | undefined;
  readonly grade: 'solved' | 'unsolved' | 'ungraded';
}

/**
 * One card for each condition that declares a verifier or recorded a verdict of its own. None for an arm of a replay that
 * is not recorded whole.
 */
export function verifierReportCards(run: Run, columns: readonly Column[]): VerifierReportCard[] {
  const unrecorded = unrecordedArms(run);
  const seed = `${run.manifest.identity.seed} verifier`;
  const tuning = tuningTasks(run);
  return run.manifest.identity.conditions.flatMap((condition) => {
    if (unrecorded.has(condition.name)) return [];
    const judged = Array.from(trialsOf(run, condition.name), readJudged).flat();
    if (condition.verifier === 'none' && judged.every(({ verdict }) => verdict === undefined)) return [];
    const counts = countVerdicts(judged, seed);
    const steps = [...new Set(judged.map(({ step }) => step))].sort((a, b) => a - b);
    return [
      {
        condition,
        ...counts,
        isDegenerate: !condition.oracle && isOneSided(counts.acceptance),
        byStep: steps.map((step) => ({
          step,
          ...countVerdicts(
            judged.filter((one) => one.step === step),
            seed,
          ),
        })),
        gain: verdictGain(
          graded(judged).map(({ taskId, verdict, grade }) => ({
            taskId,
            isAccepted: verdict === 'accept',
            isSolved: grade === 'solved',
          })),
          seed,
        ),
        otherTasks:
          tuning.size === 0 || condition.verifier !== MODEL
            ? undefined
            : countVerdicts(
                judged.filter(({ taskId }) => !tuning.has(taskId)),
                seed,
              ),
        matchedCoins: matchedCoins(run, columns, condition),
      },
    ];
  });
}

/** The card of an arm that was measured alone, beside the coins that ran in the same study. */
export function withMatchedCoins(card: VerifierReportCard, run: Run, columns: readonly Column[]): VerifierReportCard {
  return { ...card, matchedCoins: matchedCoins(run, columns, card.condition) };
}

/** A verifier whose verdicts are answers to a prompt. */
const MODEL = 'model';

/** Of a run's tasks, those that the wording of prompts was chosen on, as its manifest names them. */
export function tuningTasks({ manifest }: Run): ReadonlySet<string> {
  const { tuningTasks: named = '' } = manifest.provenance;
  return new Set(manifest.identity.taskIds.filter((id) => String(named).split(', ').includes(id)));
}

function readJudged({ trajectory, grades }: RecordedTrial): Judged[] {
  return trajectory.steps.map(({ index, verdict }) => ({
    taskId: trajectory.taskId,
    step: index,
    verdict: verdict?.status,
    grade: grades.get(index)?.outcome.status ?? 'ungraded',
  }));
}

function reached(judged: readonly Judged[]): Judged[] {
  return judged.filter(({ verdict }) => verdict === 'accept' || verdict === 'reject');
}

function graded(judged: readonly Judged[]): Judged[] {
  return reached(judged).filter(({ grade }) => grade !== 'ungraded');
}

function countVerdicts(judged: readonly Judged[], seed: string): VerdictCounts {
  const verdicts = reached(judged);
  const known = graded(judged);
  const share = (among: readonly Judged[], verdict: string) =>
    clusteredProportion(
      among.map((one) => ({ taskId: one.taskId, isCounted: one.verdict === verdict })),
      seed,
    );
  const accepted = verdicts.filter(({ verdict }) => verdict === 'accept').length;
  return {
    steps: judged.length,
    accepted,
    rejected: verdicts.length - accepted,
    unparsed: judged.filter(({ verdict }) => verdict === 'unparsed').length,
    acceptance: share(verdicts, 'accept'),
    falseAccepts: share(
      known.filter(({ grade }) => grade === 'unsolved'),
      'accept',
    ),
    falseRejects: share(
      known.filter(({ grade }) => grade === 'solved'),
      'reject',
    ),
    ungraded: verdicts.length - known.length,
  };
}

function isOneSided({ proportion }: Proportion): boolean {
  return proportion !== undefined && (proportion < 0.05 || proportion > 0.95);
}
