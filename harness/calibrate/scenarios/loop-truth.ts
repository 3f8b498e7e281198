import { CONTRACTION_SUMS, constants } from '../../metrics/loops/contraction.ts';
import { binomialPmf } from '../binomial.ts';
import { LOOP_COLUMNS } from './loop-draw.ts';
import { breakProbability, type LoopKind, type LoopModel } from './loop-model.ts';

/** The true values of what a loop study estimates: ratios of expected sums over tasks. */
interface LoopTruth {
  readonly gamma: number;
  readonly beta: number;
  readonly gammaPlusBeta: number;
  readonly slope: number;
  readonly firstGap: number;
  readonly halfGap: number;
  readonly lastGap: number;
  readonly falseAccepts: number;
  readonly falseRejects: number;
  /** Agreement of verdicts with grades beyond a coin that accepts as often. */
  readonly gain: number;
}

/**
 * The true values by enumeration: the number of failing assertions is a Markov chain, whose distribution after every round is computed, not
 * simulated. Where kinds of tasks differ, the pooled gamma is not the mean of theirs: tasks that keep failing make more of the failing
 * mass.
 */
export function loopTruth(model: LoopModel): LoopTruth {
  const expected = model.kinds
    .map((kind) => expectedRow(model, kind).map((value) => kind.weight * value))
    .reduce((sums, row) => sums.map((sum, column) => sum + (row[column] ?? 0)));
  const [gamma = Number.NaN, beta = Number.NaN, gammaPlusBeta = Number.NaN, slope = Number.NaN] = constants(
    expected.slice(0, CONTRACTION_SUMS),
  );
  const at = (name: (typeof LOOP_COLUMNS)[number]) => expected[LOOP_COLUMNS.indexOf(name)] ?? Number.NaN;
  return {
    gamma,
    beta,
    gammaPlusBeta,
    slope,
    firstGap: at('firstGap'),
    halfGap: at('halfGap'),
    lastGap: at('lastGap'),
    falseAccepts: at('falseAccepts') / at('wrongJudged'),
    falseRejects: at('falseRejects') / at('rightJudged'),
    gain: gainOf(at('wrongJudged'), at('falseAccepts'), at('rightJudged'), at('falseRejects')),
  };
}

function gainOf(wrong: number, falseAccepts: number, right: number, falseRejects: number): number {
  const total = wrong + right;
  const accepted = (falseAccepts + right - falseRejects) / total;
  const coin = accepted * (right / total) + (1 - accepted) * (wrong / total);
  return (total - falseAccepts - falseRejects) / total - coin;
}

/** The expected row of a task of this kind, in the order of `LOOP_COLUMNS`. */
function expectedRow({ rounds, assertions, stop }: LoopModel, kind: LoopKind): number[] {
  const moves = Array.from({ length: assertions + 1 }, (_, failing) => transition(kind, failing, assertions));
  let running = firstDistribution(kind, assertions);
  let stopped = running.map(() => 0);
  const sums = [0, 0, 0, 0, 0, 0];
  const verdicts = [0, 0, 0, 0];
  const gaps: number[] = [];
  for (let step = 0; step <= rounds; step++) {
    gaps.push(meanGap(running) + meanGap(stopped));
    countVerdicts(verdicts, running, kind);
    if (step === rounds) break;
    if (stop === 'verdict') {
      const accepts = (failing: number) => (failing === 0 ? 1 - kind.falseReject : kind.falseAccept);
      stopped = stopped.map((probability, failing) => probability + (running[failing] ?? 0) * accepts(failing));
      running = running.map((probability, failing) => probability * (1 - accepts(failing)));
    }
    countRound(sums, running, kind);
    running = running.map((_, after) =>
      running.reduce((sum, probability, failing) => sum + probability * (moves[failing]?.[after] ?? 0), 0),
    );
  }
  return [...sums, gaps[0] ?? 0, gaps[Math.floor(rounds / 2)] ?? 0, gaps[rounds] ?? 0, ...verdicts];
}

function firstDistribution({ solvedFirst, firstGap }: LoopKind, assertions: number): number[] {
  return Array.from(
    { length: assertions + 1 },
    (_, failing) => (failing === 0 ? solvedFirst : 0) + (1 - solvedFirst) * binomialPmf(assertions, failing, firstGap),
  );
}

/** The chances of every number of failing assertions after a round. */
function transition(kind: LoopKind, failing: number, assertions: number): number[] {
  const breakage = breakProbability(kind, failing, assertions);
  const after = new Array<number>(assertions + 1).fill(0);
  for (let persisting = 0; persisting <= failing; persisting++) {
    for (let broken = 0; broken <= assertions - failing; broken++) {
      const probability =
        binomialPmf(failing, persisting, kind.gamma) * binomialPmf(assertions - failing, broken, breakage);
      after[persisting + broken] = (after[persisting + broken] ?? 0) + probability;
    }
  }
  return after;
}

/** Adds the expected `contractionSums` of one round. */
function countRound(sums: number[], running: readonly number[], kind: LoopKind): void {
  const assertions = running.length - 1;
  for (const [failing, probability] of running.entries()) {
    const before = failing / assertions;
    const persisting = before * kind.gamma;
    const introduced = (1 - before) * breakProbability(kind, failing, assertions);
    const row = [1, before, persisting, introduced, before ** 2, before * (persisting + introduced)];
    for (const [column, value] of row.entries()) sums[column] = (sums[column] ?? 0) + probability * value;
  }
}

/** Adds the expected verdicts on the candidates of one step. */
function countVerdicts(verdicts: number[], running: readonly number[], kind: LoopKind): void {
  const right = running[0] ?? 0;
  const wrong = running.slice(1).reduce((sum, probability) => sum + probability, 0);
  const row = [wrong, wrong * kind.falseAccept, right, right * kind.falseReject];
  for (const [column, value] of row.entries()) verdicts[column] = (verdicts[column] ?? 0) + value;
}

function meanGap(distribution: readonly number[]): number {
  const assertions = distribution.length - 1;
  return distribution.reduce((sum, probability, failing) => sum + (probability * failing) / assertions, 0);
}
