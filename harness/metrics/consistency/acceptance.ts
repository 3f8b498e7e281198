import { clusteredProportion, type Proportion } from '../../statistics/clustered-proportion.ts';
import { CHECKS, type CheckName } from '../../types/consistency.ts';
import { type CheckResult, RULES, type Rule } from '../../types/consistency-rules.ts';
import type { ConditionIdentity, Run } from '../../types/record.ts';
import { attemptsOf, type CheckedTriple, decisionAt, SETS, type TripleDecision } from './triples.ts';

/** How many triples of a set a rule lets pass. */
export interface PassedCell {
  readonly condition: ConditionIdentity;
  readonly set: string;
  /** k of the paper: how often each check was tried at most. */
  readonly attempts: number;
  readonly rule: Rule;
  /** Absent: all six, the decision (Table 1). */
  readonly check?: CheckName;
  /** Of those that were checked; intervals take a program with all its triples as one. */
  readonly passed: Proportion;
  readonly failed: number;
  /** Neither was shown: bounds of `passed` are count and count + unknown. */
  readonly unknown: number;
  /** Triples whose trial ended before. */
  readonly notChecked: number;
}

/** Of each arm, set and number of attempts under both rules: the decision, then each check (Tables 1, 2 and 4). */
export function passedCells(run: Run, triples: readonly CheckedTriple[]): PassedCell[] {
  const arms = run.manifest.identity.conditions.filter(({ name }) =>
    triples.some((one) => one.condition.name === name),
  );
  return arms.flatMap((condition) =>
    SETS.flatMap((set) => {
      const own = triples.filter((one) => one.condition.name === condition.name && one.set === set);
      if (own.length === 0) return [];
      return attemptsOf(run).flatMap((attempts) =>
        RULES.flatMap((rule) =>
          [undefined, ...CHECKS].map((check) => cellOf({ condition, set, attempts, rule }, own, check)),
        ),
      );
    }),
  );
}

type CellPlace = Pick<PassedCell, 'condition' | 'set' | 'attempts' | 'rule'>;

function cellOf(place: CellPlace, triples: readonly CheckedTriple[], check: CheckName | undefined): PassedCell {
  const decided = triples.flatMap((triple) => decisionAt(triple, place.attempts, place.rule) ?? []);
  const results = decided.map((one) => ({ program: one.triple.program, result: resultIn(one, check) }));
  const observations = results.map(({ program, result }) => ({ taskId: program, isCounted: result === 'pass' }));
  const count = (wanted: CheckResult): number => results.filter(({ result }) => result === wanted).length;
  return {
    ...place,
    ...(check === undefined ? {} : { check }),
    passed: clusteredProportion(observations, `consistency ${place.condition.name} ${place.set} ${check ?? 'all'}`),
    failed: count('fail'),
    unknown: count('unknown'),
    notChecked: triples.length - decided.length,
  };
}

const DECIDED = { accept: 'pass', reject: 'fail', undecided: 'unknown' } as const;

const resultIn = ({ results, decision }: TripleDecision, check: CheckName | undefined): CheckResult =>
  check === undefined ? DECIDED[decision] : (results[CHECKS.indexOf(check)] ?? 'unknown');

/** A decision that differs between the rules. */
export interface RuleDifference {
  readonly triple: CheckedTriple;
  readonly attempts: number;
  readonly decisions: Readonly<Record<Rule, TripleDecision['decision']>>;
  /** Checks in which they differ. */
  readonly checks: readonly CheckName[];
}

/** Triples on which the two rules decide otherwise, at the most attempts of the run. */
export function ruleDifferences(run: Run, triples: readonly CheckedTriple[]): RuleDifference[] {
  const attempts = Math.max(...attemptsOf(run));
  return triples.flatMap((triple) => {
    const [strict, published] = [decisionAt(triple, attempts, 'strict'), decisionAt(triple, attempts, 'published')];
    if (strict === undefined || published === undefined || strict.decision === published.decision) return [];
    const checks = CHECKS.filter((_, place) => strict.results[place] !== published.results[place]);
    return [{ triple, attempts, decisions: { strict: strict.decision, published: published.decision }, checks }];
  });
}
