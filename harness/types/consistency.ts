/**
 * Whether words, annotation and code of a triple say the same: six checks, what each rebuilt and what was said of it (Clover, arXiv 2310.17807,
 * section 3 and Algorithm 1). Shapes are of stored values; types follow from them.
 */

import { z } from '../storage/schema.ts';
import { type ArtifactKind, defineArtifact } from './artifact.ts';
import type { Immutable } from './immutable.ts';

/** The checks in the paper's order (Table 2): what is rebuilt from what. */
export const CHECKS = ['anno-sound', 'anno-complete', 'doc2anno', 'anno2doc', 'code2doc', 'doc2code'] as const;
const check = z.enum(CHECKS);
export type CheckName = z.infer<typeof check>;

/** What a tool is asked about a triple. */
export type ToolQuestion =
  /** Its own code under its own annotation. */
  | { readonly ask: 'proof' }
  /** Rebuilt code: text and types alone, or under its annotation. */
  | { readonly ask: 'compiles' | 'proves'; readonly code: string }
  /** Rebuilt code beside its own. */
  | { readonly ask: 'same-code'; readonly code: string }
  /** A rebuilt annotation: text and types, with an empty body. */
  | { readonly ask: 'annotation-compiles'; readonly annotation: string }
  /** A rebuilt annotation beside its own. */
  | { readonly ask: 'same-annotation'; readonly annotation: string };

const evidence = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('proof'),
    /** `proved`, or why it is not; `witness`: an input was run on which the code denies a clause. */
    said: z.string(),
    /** As `Prover.isProvedByWords`, of the text as it was given. */
    byWords: z.boolean(),
    detail: z.string(),
  }),
  z.object({
    kind: z.literal('compiler'),
    /** `admitted`, `proved` where a prover was asked in its place, or why not. */
    said: z.string(),
    detail: z.string(),
  }),
  z.object({
    kind: z.literal('code'),
    said: z.enum(['equal', 'different', 'unknown', 'forbidden']),
    /** What the dataset's own inputs alone show of the two. */
    ownInputs: z.enum(['same', 'other', 'one-missing', 'both-missing']),
    detail: z.string(),
  }),
  z.object({
    kind: z.literal('annotation'),
    said: z.enum(['equivalent', 'weaker', 'stronger', 'incomparable', 'unknown', 'forbidden']),
    /** As `Prover.isProvedByWords`, of both pasted into one program. */
    byWords: z.boolean(),
    detail: z.string(),
  }),
  z.object({
    kind: z.literal('judge'),
    said: z.enum(['yes', 'no', 'unparsed', 'forbidden']),
    /** YES stands anywhere in the answer. */
    byWords: z.boolean(),
  }),
  // The answer held nothing of what it was asked for.
  z.object({ kind: z.literal('nothing'), detail: z.string() }),
]);
/** What was said of one try. */
export type Evidence = Immutable<z.infer<typeof evidence>>;

/** What a tool says. */
export type ToolEvidence = Exclude<Evidence, { kind: 'judge' | 'nothing' }>;
export const toolEvidenceShape: z.ZodType<ToolEvidence> = evidence.options[0]
  .or(evidence.options[1])
  .or(evidence.options[2])
  .or(evidence.options[3]);

const checkTry = z.object({
  check,
  /** From 0: which repetition of the check. */
  attempt: z.int().nonnegative(),
  /** From 1. */
  try: z.int().positive(),
  evidence,
  /** Hash of what a tool was asked: a recording knows the answer by it. Absent where none was. */
  asked: z.string().exactOptional(),
  /** What a tool says here, where it is another answer than the recorded one that the loop was told; `not-available` where none is here. */
  here: z.string().exactOptional(),
});
export type CheckTry = Immutable<z.infer<typeof checkTry>>;

/** All tries of a step's attempt. */
export const consistencyChecks: ArtifactKind<readonly CheckTry[]> = defineArtifact('consistency', z.array(checkTry));

/** A tool's answer to a question, and its key. */
export interface ToolReply {
  readonly asked: string;
  readonly evidence: ToolEvidence;
  /** As in `CheckTry`. */
  readonly here?: string;
}

/** Asks tools about one triple and artefacts rebuilt from it. A replay gives what was recorded. */
export interface ConsistencyTools {
  /** Throws `SandboxLostError`. */
  ask(question: ToolQuestion): Promise<ToolReply>;
  /** The code in a model's answer, under the triple's own name; empty where there is none. */
  codeIn(response: string): string;
  /** The annotation in it, a clause a line; empty where there is none. */
  annotationIn(response: string): string;
  /** Of the code what is shown to a model that may not know its name: parts as texts in the triple's language. */
  readonly hidden: TripleParts;
  /** The same under its own name. */
  readonly named: TripleParts;
}

/** A triple as texts to put into prompts. */
export interface TripleParts {
  /** Name, parameters, results, frame: what belongs to every artefact. */
  readonly head: string;
  /** Head and annotation. */
  readonly annotated: string;
  /** Head and code, with preconditions as `assert` at its beginning. */
  readonly code: string;
  /** The same without loop invariants, which may give the annotation away. */
  readonly codeWithoutInvariants: string;
}

/** What a docstring is put beside: the answer is known. `itself` says the same; an unrelated one does not, nor do those that were changed. */
export const BESIDE = ['itself', 'unrelated', 'C1', 'C3'] as const;

/** A docstring to be judged beside a triple's own. */
export interface DocstringPair {
  readonly beside: (typeof BESIDE)[number];
  readonly words: string;
}

const judgement = z.object({
  beside: z.enum(BESIDE),
  said: z.enum(['yes', 'no', 'unparsed', 'forbidden', 'nothing']),
  byWords: z.boolean(),
});
export type DocstringJudgement = Immutable<z.infer<typeof judgement>>;

/** What the judge of docstrings says where the answer is known: its own report card. */
export const docstringJudgements: ArtifactKind<readonly DocstringJudgement[]> = defineArtifact(
  'judgements',
  z.array(judgement),
);
