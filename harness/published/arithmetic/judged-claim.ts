/**
 * What became of something a paper says in numbers. `holds otherwise`: the figure follows from its tables, but not in the
 * sense or from the place that the sentence gives. `not recoverable`: it rests on what the paper does not print as numbers.
 */
export interface JudgedClaim {
  readonly said: string;
  readonly verdict: 'holds' | 'holds otherwise' | 'cannot hold' | 'not recoverable';
  readonly why: string;
}

export type ClaimVerdict = Omit<JudgedClaim, 'said'>;

/** A sentence of a paper and what it says. */
export interface JudgedSentence {
  readonly place: string;
  readonly claims: readonly JudgedClaim[];
}

/** Whether nothing in these sentences is contradicted. */
export const allHold = (sentences: readonly JudgedSentence[]): boolean =>
  sentences.every(({ claims }) => claims.every(({ verdict }) => verdict === 'holds' || verdict === 'not recoverable'));
