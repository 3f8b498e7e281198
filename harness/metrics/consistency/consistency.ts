import type { Run } from '../../types/record.ts';
import { type PassedCell, passedCells, type RuleDifference, ruleDifferences } from './acceptance.ts';
import { type JudgeCard, judgeCards } from './judge-card.ts';
import { type SubsetAcceptance, subsetAcceptance } from './subsets.ts';
import { type SyntaxFailures, syntaxFailures } from './syntax.ts';
import { type CheckedTriple, checkedTriples } from './triples.ts';

/** Everything that is counted of triples' checks; lists without entries where no arm makes them. */
export interface ConsistencyMetrics {
  readonly triples: readonly CheckedTriple[];
  readonly cells: readonly PassedCell[];
  readonly differences: readonly RuleDifference[];
  readonly subsets: readonly SubsetAcceptance[];
  readonly syntax: readonly SyntaxFailures[];
  readonly judges: readonly JudgeCard[];
}

export function consistencyMetrics(run: Run): ConsistencyMetrics {
  const triples = checkedTriples(run);
  return {
    triples,
    cells: passedCells(run, triples),
    differences: triples.length === 0 ? [] : ruleDifferences(run, triples),
    subsets: triples.length === 0 ? [] : subsetAcceptance(run, triples),
    syntax: syntaxFailures(triples),
    judges: judgeCards(run),
  };
}
