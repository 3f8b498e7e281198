import { clusteredProportion, type Proportion } from '../../statistics/clustered-proportion.ts';
import { CHECKS, type CheckName } from '../../types/consistency.ts';
import { RULES, type Rule } from '../../types/consistency-rules.ts';
import type { ConditionIdentity, Run } from '../../types/record.ts';
import { attemptsOf, type CheckedTriple, decisionAt, RIGHT, type TripleDecision } from './triples.ts';

/** What a subset of the checks lets through, were no others made. */
export interface SubsetAcceptance {
  readonly condition: ConditionIdentity;
  readonly rule: Rule;
  readonly checks: readonly CheckName[];
  readonly right: Proportion;
  readonly wrong: Proportion;
}

/** All 64 subsets of the six checks, at the most attempts of the run: which check carries the filter. */
export function subsetAcceptance(run: Run, triples: readonly CheckedTriple[]): SubsetAcceptance[] {
  const attempts = Math.max(...attemptsOf(run));
  const arms = run.manifest.identity.conditions.filter(({ name }) =>
    triples.some((one) => one.condition.name === name),
  );
  return arms.flatMap((condition) =>
    RULES.flatMap((rule) => {
      const decided = triples
        .filter((one) => one.condition.name === condition.name)
        .flatMap((triple) => decisionAt(triple, attempts, rule) ?? []);
      return subsets().map((checks) => ({ condition, rule, checks, ...sharesOf(decided, checks) }));
    }),
  );
}

function sharesOf(decided: readonly TripleDecision[], checks: readonly CheckName[]) {
  const places = checks.map((check) => CHECKS.indexOf(check));
  const share = (isRight: boolean): Proportion =>
    clusteredProportion(
      decided
        .filter(({ triple }) => (triple.set === RIGHT) === isRight)
        .map(({ triple, results }) => ({
          taskId: triple.program,
          isCounted: places.every((place) => results[place] === 'pass'),
        })),
      `subset ${checks.join(' ')}`,
    );
  return { right: share(true), wrong: share(false) };
}

/** The smaller first, in the order of `CHECKS`. */
function subsets(): readonly (readonly CheckName[])[] {
  const all = Array.from({ length: 2 ** CHECKS.length }, (_, bits) =>
    CHECKS.filter((_check, place) => (bits >> place) % 2 === 1),
  );
  return all.sort((a, b) => a.length - b.length);
}
