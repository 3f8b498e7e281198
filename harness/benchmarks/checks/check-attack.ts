/** A test as a model could write it for a claim about `add`, which is after something else than `add`. */
export interface CheckAttack {
  /** Goes on after "a check that …". */
  readonly name: string;
  readonly test: string;
  /** The wrong program that it is to help; `a * b` when absent. */
  readonly program?: string;
}

/** What a server that constrains answers lets through as one test (conditions/shared/checked-claims.ts). */
const WITHIN_SCHEMA = /^[^"\\\n]{1,239}[^"\\\n ([{,=]$/;

/** Whether a server that constrains answers would let it through; others pass any text. */
export const isWithinSchema = ({ test }: CheckAttack): boolean => WITHIN_SCHEMA.test(test);
