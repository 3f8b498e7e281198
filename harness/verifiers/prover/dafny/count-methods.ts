import type { ProofCounts } from '../../../types/search.ts';

const DECLARATION = /^\s*(?:(?:ghost|static)\s+)*(?:method|function|predicate|lemma)\b/;
const COMPLAINT = /^program\.dfy\((\d+),\d+\): (?!Related location|Warning|anon)/gm;
const WARNING = /^program\.dfy\(\d+,\d+\): Warning/gm;

/**
 * What a summary counts, which names no method that is not verified: those are the declarations in which an error lies. A method's contract is counted
 * apart from its body, as the summary has it.
 */
export function countMethods(
  stdout: string,
  program: string,
  { verified, open }: { readonly verified: number; readonly open: number },
): ProofCounts {
  const starts = program.split('\n').flatMap((line, index) => (DECLARATION.test(line) ? [index + 1] : []));
  const places = [...stdout.matchAll(COMPLAINT)].map(
    ([, line]) => starts.findLast((start) => start <= Number(line)) ?? 0,
  );
  const unverified = open === 0 ? 0 : Math.max(1, new Set(places).size);
  const warnings = [...stdout.matchAll(WARNING)].length;
  return { unit: 'methods', verified, unverified, errors: open, warnings };
}
