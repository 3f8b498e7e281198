/** Attempts that the paper's second figure counts (Clover, arXiv 2310.17807, section 4.3). */
const MANY = 10;
const HALVINGS = 60;
const ROUNDING = 1e-9;

/** A check on one program: whether it can pass at all, and how often an attempt does where it can. */
interface PassRate {
  /** Share of programs on which it ever passes. */
  readonly able: number;
  /** Of attempts on these. */
  readonly each: number;
}

/** Ten attempts pass at least as often as one, and at most as often as ten on programs that are all alike. */
export const isPassRate = (once: number, inTen: number): boolean =>
  once >= 0 && inTen >= once && inTen <= 1 - (1 - once) ** MANY + ROUNDING;

/**
 * The pass rate that gives both published shares, of one attempt and of any of ten: able x each, and able x (1 - (1 - each)^10). Attempts on one program are
 * independent, programs are alike but for being able. Throws `RangeError` where no rate gives both (`isPassRate`).
 */
export function passRate(once: number, inTen: number): PassRate {
  if (!isPassRate(once, inTen))
    throw new RangeError(`expected 0 <= once <= in ten <= 1 - (1 - once)^10; got ${once} and ${inTen}`);
  if (once === 0) return { able: 0, each: 0 };
  let [low, high] = [once, 1];
  for (let halving = 0; halving < HALVINGS; halving++) {
    const each = (low + high) / 2;
    // Ten attempts gain the more, the less often each passes.
    if ((1 - (1 - each) ** MANY) / each > inTen / once) low = each;
    else high = each;
  }
  return { able: Math.min(1, once / high), each: high };
}

/** The rate of each of so many calls of which one success is enough, where all of them together succeed at `rate`. */
export const callRate = (rate: number, calls: number): number => 1 - (1 - rate) ** (1 / calls);
