import type { Sampler } from '../models/stored/sampling.ts';
import type { TripleLanguage } from '../tasks/triple/languages.ts';
import type { ExploitExample } from '../types/search.ts';
import type { ProofRunner } from '../verifiers/prover/run.ts';
import type { Translation } from './translation.ts';

/** The paper's three (AlphaVerus, section 3.1, Table 3), then ours. */
export const CRITICS = ['rules', 'comparison', 'exploit', 'formal', 'executed'] as const;
export type CriticName = (typeof CRITICS)[number];

/** `unknown`: it could not tell. `not-run`: it needs a model, and none was given. */
export type Said = 'accept' | 'reject' | 'unknown' | 'not-run';

/** A body that is proved under a contract and was asked to be trivial. */
export interface Exploit {
  readonly body: string;
  /** Beside the source on all inputs: `yes` means that it is right, and that it rejects a correct program of a line. */
  readonly isTriviallyRight: 'yes' | 'no' | 'unknown';
  /** An input on which it is not, or why that is not known. */
  readonly detail: string;
}

/** Answers of a model that was asked whether two contracts say the same. */
export interface Votes {
  readonly same: number;
  readonly different: number;
  readonly unparsed: number;
}

/** What one critic says of one translation. */
export interface CriticVerdict {
  readonly critic: CriticName;
  readonly said: Said;
  readonly detail: string;
  /** It rejects what is not allowed in a program, whatever the contract says. */
  readonly isForbidden?: true;
  readonly votes?: Votes;
  readonly exploits?: readonly Exploit[];
}

/** What critics ask. No critic names a language: all it knows of one stands in its value. */
export interface CriticParts {
  readonly languages: Readonly<Record<string, TripleLanguage>>;
  readonly runner: ProofRunner;
  /** Absent: no model was given. */
  readonly model?: CriticModel;
}

/** Who votes and writes exploits. */
export interface CriticModel {
  readonly sampler: Sampler;
  readonly signal: AbortSignal;
  /** Answers of each (32 in the paper). */
  readonly votes: number;
  /** The share of parsed votes that say "different" from which a translation is rejected: r, which the paper does not state. */
  readonly rejectedFrom: number;
  readonly maxOutputTokens: number;
  /** Of `--model-seed`: each draw is sent one of its own. */
  readonly seed?: number;
  /** Exploits of earlier iterations: each prompt shows half of them, drawn by the seed (AlphaVerus, section 3.1). */
  readonly exploits?: { readonly pool: readonly ExploitExample[]; readonly seed: number };
}

export type Critic = (translation: Translation, parts: CriticParts) => Promise<CriticVerdict>;
