/** A search over programs under one contract: what the prover counts of each, and what stands on record of a step. Shapes are of stored values. */

import { z } from '../storage/schema.ts';
import { STUDY_BOUNDS } from '../study-bounds.ts';
import { defineArtifact } from './artifact.ts';
import type { Immutable } from './immutable.ts';

const countsShape = z.object({
  /** What is counted, in the prover's own words: methods, goals, functions. */
  unit: z.string(),
  verified: z.int().nonnegative(),
  unverified: z.int().nonnegative(),
  errors: z.int().nonnegative(),
  warnings: z.int().nonnegative(),
});
/** What a prover counts of a program that it read (AlphaVerus, section 3.1: n_ver, n_unver, n_err, n_warn). */
export type ProofCounts = Immutable<z.infer<typeof countsShape>>;

export const countedShape = z.discriminatedUnion('status', [
  z.object({ status: z.literal('counted'), ...countsShape.shape }),
  // A forbidden construct, a changed contract, no program, text that does not parse or type: no node of a search.
  z.object({ status: z.literal('no-node'), reason: z.string() }),
]);
/** Counts of a program, or why it cannot be a node. */
export type Counted = Immutable<z.infer<typeof countedShape>>;

/** Counts and their key. */
export interface CountReply {
  /** Hash of what was asked: a recording knows the answer by it. */
  readonly asked: string;
  readonly counted: Counted;
  /** What is counted here, where it is something else than the recorded counts that the loop was told; `not-available` where no prover is. */
  readonly here?: string;
}

const searchStepShape = z.object({
  phase: z.enum(['exploration', 'refinement']),
  /** 0 for what was drawn afresh, else the parent's plus 1. */
  depth: z.int().nonnegative(),
  counted: countedShape,
  asked: z.string(),
  here: z.string().exactOptional(),
  /** Absent where it is no node. */
  score: z.number().exactOptional(),
  /** Whose messages its prompt held. */
  told: z.enum(['own', 'none', 'other']).exactOptional(),
});
export type SearchStep = Immutable<z.infer<typeof searchStepShape>>;

/** What a search says of a step; `Attempt.parent` is the step that was refined. */
export const searchStep = defineArtifact<SearchStep>('search', searchStepShape);

/** How wide and how deep a search is. */
export interface SearchBounds {
  /** Programs drawn afresh before any is refined (k of AlphaVerus, A.3, is 256). */
  readonly exploration: number;
  /** Refinements at each depth (A.3: 32). */
  readonly breadth: number;
  /** A.3: 8. */
  readonly depth: number;
}

/** Breadth and depth of the paper; of 256 generations it explores all, and searches with more. Here both share one number. */
export const SEARCH_BOUNDS: SearchBounds = { exploration: 8, breadth: 32, depth: 8 };

/** No search is wider or deeper than a trial has rounds. */
export const MOST_SEARCH = STUDY_BOUNDS.k;

const programShape = z.object({ language: z.string().max(40), text: z.string().max(100_000) });
/** A program as prompts show it. */
export type ShownProgram = Immutable<z.infer<typeof programShape>>;

const translationExample = z.object({ taskId: z.string().max(300), source: programShape, target: programShape });
/** A program and its translation. */
export type TranslationExample = Immutable<z.infer<typeof translationExample>>;

const repairExample = z.object({
  taskId: z.string().max(300),
  program: programShape,
  messages: z.string().max(20_000),
  final: programShape,
});
/** A program, what the prover said of it, and the proved one that came of it. */
export type RepairExample = Immutable<z.infer<typeof repairExample>>;

const exploitExample = z.object({ taskId: z.string().max(300), contract: programShape, body: z.string().max(100_000) });
/** A trivial body that was proved under a contract. */
export type ExploitExample = Immutable<z.infer<typeof exploitExample>>;

/** Pools of what earlier iterations came to (AlphaVerus, Equation 3, Algorithm 1, III), as a file. */
export const poolsShape = z.object({
  version: z.literal(1),
  job: z.string().max(100),
  /** Of the condition whose trajectories they are of. */
  promptsSha256: z.string().max(100),
  /** How many iterations they are of. */
  iterations: z.int().nonnegative(),
  translations: z.array(translationExample).max(100_000),
  repairs: z.array(repairExample).max(100_000),
  exploits: z.array(exploitExample).max(100_000),
});
export type Pools = Immutable<z.infer<typeof poolsShape>>;

/** What the prompts of one task may draw from. */
export type Examples = Pick<Pools, 'translations' | 'repairs'>;
