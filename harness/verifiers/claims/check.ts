import { sha256 } from '../../storage/hash.ts';
import type { CheckKind } from '../../types/claims.ts';

export type { Check, CheckEvidence, CheckKind, CheckOutcome } from '../../types/claims.ts';

/** A check's id: equal kind and source give equal ids. */
export function checkId(kind: CheckKind, source: string): string {
  return sha256(`${kind}\n${source}`).slice(0, 12);
}
