import type { Identity } from '../types/record.ts';

/** The condition a random verifier's acceptance is matched to (`--random-acceptance match:CONDITION`). */
export function matchedCondition({ randomAcceptance }: Pick<Identity, 'randomAcceptance'>): string | undefined {
  return randomAcceptance.startsWith('match:') ? randomAcceptance.slice('match:'.length) : undefined;
}
