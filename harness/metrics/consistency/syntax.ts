import { CHECKS, type CheckName } from '../../types/consistency.ts';
import type { ConditionIdentity } from '../../types/record.ts';
import type { CheckedTriple } from './triples.ts';

/** How often what was rebuilt was no text of its language, by arm and check. */
export interface SyntaxFailures {
  readonly condition: ConditionIdentity;
  readonly check: CheckName;
  /** Answers a compiler was asked about. */
  readonly tries: number;
  readonly admitted: number;
  readonly syntax: number;
  readonly types: number;
  readonly forbidden: number;
  readonly others: number;
}

export function syntaxFailures(triples: readonly CheckedTriple[]): SyntaxFailures[] {
  const groups = Map.groupBy(triples, ({ condition }) => condition);
  return [...groups].flatMap(([condition, own]) =>
    CHECKS.flatMap((check) => {
      const said = own
        .flatMap(({ tries }) => tries.filter((one) => one.check === check))
        .flatMap(({ evidence }) => (evidence.kind === 'compiler' ? [evidence.said] : []));
      if (said.length === 0) return [];
      const count = (...words: readonly string[]): number => said.filter((word) => words.includes(word)).length;
      const [admitted, syntax] = [count('admitted', 'proved'), count('parse', 'unsupported')];
      const [types, forbidden] = [count('type'), count('forbidden', 'contract-changed')];
      const others = said.length - admitted - syntax - types - forbidden;
      return [{ condition, check, tries: said.length, admitted, syntax, types, forbidden, others }];
    }),
  );
}
