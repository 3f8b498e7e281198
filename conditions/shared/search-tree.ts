import type { Candidate, Counted, SearchBounds } from '../../harness/index.ts';

/** A program that parses and types, with what the prover said and counted of it. */
export interface SearchNode {
  /** Index of its step. */
  readonly step: number;
  /** 0 for what was drawn afresh. */
  readonly depth: number;
  readonly score: number;
  readonly candidate: Candidate;
  readonly messages: string;
}

/** What a search knows when it chooses whom to refine. */
export interface SearchTree {
  readonly nodes: readonly SearchNode[];
  readonly bounds: SearchBounds;
  /** How many times parents were chosen before. */
  readonly rounds: number;
  /** Steps of nodes that were chosen before. */
  readonly refined: ReadonlySet<number>;
}

/** Numbers in [0, 1). */
export type Draw = () => number;

const ERROR_WEIGHT = 0.1;
const WARNING_WEIGHT = 0.03;

/** s = (n_ver - 0.1 n_err - 0.03 n_warn) / (n_ver + n_unver) (AlphaVerus, section 3.1); `undefined` where nothing was counted. */
export function scoreOf(counted: Counted): number | undefined {
  if (counted.status !== 'counted') return undefined;
  const { verified, unverified, errors, warnings } = counted;
  const units = verified + unverified;
  return units === 0 ? undefined : (verified - ERROR_WEIGHT * errors - WARNING_WEIGHT * warnings) / units;
}

/** softmax(s / temperature) over scores, as REBASE draws parents by; all alike where the temperature is infinite. */
export function softmax(scores: readonly number[], temperature: number): number[] {
  const highest = Math.max(...scores);
  const weights = scores.map((score) => Math.exp((score - highest) / temperature));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.map((weight) => weight / sum);
}

/** Draws as many items as are asked for, each with its probability, with replacement. */
export function drawBy<Item>(
  items: readonly Item[],
  probabilities: readonly number[],
  count: number,
  draw: Draw,
): Item[] {
  return Array.from({ length: items.length === 0 ? 0 : count }, () => {
    let left = draw();
    const place = probabilities.findIndex((probability) => {
      left -= probability;
      return left < 0;
    });
    return items.at(place);
  }).filter((item) => item !== undefined);
}

/** The nodes of the deepest level that has some. */
export function deepest({ nodes }: Pick<SearchTree, 'nodes'>): readonly SearchNode[] {
  const depth = Math.max(...nodes.map((node) => node.depth));
  return nodes.filter((node) => node.depth === depth);
}
