import { type CheckTry, consistencyChecks } from '../../types/consistency.ts';
import { type CheckResult, checkResults, type Decision, decide, type Rule } from '../../types/consistency-rules.ts';
import type { ConditionIdentity, Run } from '../../types/record.ts';
import { columnKs } from '../columns.ts';
import { labelledTrials, unrecordedArms } from '../trials/trials.ts';

/** One triple as one arm checked it. */
export interface CheckedTriple {
  readonly condition: ConditionIdentity;
  readonly taskId: string;
  readonly sample: number;
  readonly kRun?: number;
  readonly set: string;
  /** The program it is a triple of, whatever its language: what triples share that are not independent. */
  readonly program: string;
  readonly tries: readonly CheckTry[];
  /** Attempts that were finished; more are as these where all is settled. */
  readonly attempts: number;
  /** The trial ended before it was settled, by an error or a limit: what comes after is not known. */
  readonly isCut: boolean;
}

/** Triples of arms that make the six checks, in plan order; those without a label are not graded yet. */
export function checkedTriples(run: Run): CheckedTriple[] {
  const unrecorded = unrecordedArms(run);
  const conditions = new Map(run.manifest.identity.conditions.map((condition) => [condition.name, condition]));
  return [...labelledTrials(run)].flatMap(({ trajectory, grades }) => {
    const { condition: name, taskId, sample, kRun, steps, end } = trajectory;
    const condition = conditions.get(name);
    const label = grades.get(0)?.label;
    const made = steps.map((step) => consistencyChecks.in(step));
    if (condition === undefined || label === undefined || unrecorded.has(name) || made[0] === undefined) return [];
    return [
      {
        ...{ condition, taskId, sample, set: label.set },
        ...(kRun === undefined ? {} : { kRun }),
        program: label.program.replace(/^.*\//, ''),
        tries: made.flatMap((tries) => tries ?? []),
        attempts: steps.length,
        isCut: end.status !== 'submitted',
      },
    ];
  });
}

/** What a rule says of a triple after so many attempts; `undefined` where they were not made. */
export interface TripleDecision {
  readonly triple: CheckedTriple;
  /** In the order of `CHECKS`. */
  readonly results: readonly CheckResult[];
  readonly decision: Decision;
}

export function decisionAt(triple: CheckedTriple, attempts: number, rule: Rule): TripleDecision | undefined {
  if (triple.isCut && attempts > triple.attempts) return undefined;
  const results = checkResults(triple.tries, attempts, rule);
  return { triple, results, decision: decide(results) };
}

/** Attempts of the run's columns: k of the paper. */
export const attemptsOf = (run: Run): number[] => columnKs(run).map((k) => k + 1);

export const RIGHT = 'ground-truth';

/** Sets in the paper's order (Table 3). */
export const SETS = [RIGHT, 'C1', 'C2', 'C3', 'C6'];
