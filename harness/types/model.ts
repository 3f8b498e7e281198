/** What is asked of a model and what it answers. Unknown is `undefined` (an absent field in a stored line), never 0, -1 or ''. */

import { z } from '../storage/schema.ts';
import type { Immutable } from './immutable.ts';

const count = z.int().nonnegative();

export interface Message {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

/** What a call is for. Not sent and not part of the sample key; estimates, the simulated model and calls.csv need it. */
export type Role = z.infer<typeof roleShape>;
export const roleShape = z.enum(['generate', 'criticise', 'judge', 'extract', 'remediate', 'regenerate']);

/** One of them, or a role of its own that a condition declares under `roles`. */
export type RoleName = Role | (string & Record<never, never>);

/** The answer's shape, asked of the provider where it can and checked here in any case. */
interface ResponseSchema {
  readonly name: string;
  readonly jsonSchema: Readonly<Record<string, unknown>>;
}

/** A typed answer a stage asks a model for. */
export interface AnswerSchema<T> extends ResponseSchema {
  readonly type: z.ZodType<T>;
  /** What stands in for the answer where it is dropped on purpose (`--inject plan=P`); only of a plan. Never sent. */
  readonly whenDropped?: T;
}

/**
 * What a call speaks about, as the harness knows it. Answers that are made up (the simulated model's, a plan's stand-ins) rest on it, so
 * that no wording of a prompt or verdict decides them.
 */
export interface RequestSubject {
  /** The function that tests call; absent where candidates are patches. */
  readonly entryPoint?: string;
  /** What the loop was told of the candidate last proposed; absent before a verdict. */
  readonly told?: 'accept' | 'reject';
  /** What a rewrite of it can build on: failures that running it showed, or a plan made from them. */
  readonly basis: 'nothing' | 'failures' | 'plan';
  /** Numbers of the claims that do not hold, the gravest first. */
  readonly openClaims: readonly number[];
  /** What the condition calls this call, where that is none of the roles. */
  readonly roleName?: RoleName;
}

export interface ModelRequest {
  readonly role: Role;
  /** Like the role not sent, not stored, and no part of the sample key. */
  readonly about?: RequestSubject;
  readonly messages: readonly Message[];
  /** `undefined`: the provider's own default. */
  readonly temperature: number | undefined;
  readonly topP?: number;
  readonly topK?: number;
  readonly maxOutputTokens: number;
  readonly schema?: ResponseSchema;
  readonly seed?: number;
  /** For models that reason before they answer; their providers' own words ('none', 'low', 'high', ...). */
  readonly reasoningEffort?: string;
}

export const finishReasonShape = z.enum(['stop', 'length', 'refusal', 'content-filter', 'other']);
export type FinishReason = z.infer<typeof finishReasonShape>;

export const usageShape = z.object({
  inputTokens: count,
  outputTokens: count,
  cachedInputTokens: count.exactOptional(),
  reasoningTokens: count.exactOptional(),
});
export type Usage = Immutable<z.infer<typeof usageShape>>;

/** What the model did. A refusal, empty text or a cut answer is an answer too: kept, graded, never asked for again. */
export interface ModelResponse {
  readonly text: string;
  readonly finishReason: FinishReason;
  /** The provider's own word for it. */
  readonly rawFinishReason: string | undefined;
  readonly usage: Usage | undefined;
  readonly costUsd: number | undefined;
  /** Kept in the response store only, never in a trajectory: two equal runs differ in it. */
  readonly provenance?: ResponseProvenance;
}

/** How an answer came, as far as the provider told. */
interface ResponseProvenance {
  readonly requestId?: string;
  /** The model version the provider says it answered with. */
  readonly servedModel?: string;
  /** From sending the request to the end of the answer. */
  readonly latencyMs?: number;
}

export interface ModelCallOptions {
  /** Hash that identifies this draw (sampling.ts); a simulated model's answer is a function of it. */
  readonly sampleKey: string;
  readonly signal: AbortSignal;
  /** Where in a run the call is made; only a scripted model may look at it. */
  readonly context?: CallContext;
}

/** The step that a call works towards: the candidate it proposes, or the one it speaks about. */
export interface CallContext {
  readonly condition: string;
  readonly taskId: string;
  readonly step: number;
}

export interface Model {
  readonly id: string;
  /** Its answers are made, not measured: every table says so. */
  readonly isSimulated: boolean;
  /** Of what its answers are made from, where that is known: a profile and a pool, a recording. */
  readonly contentSha256?: string;
  /** A script's: its answers depend on the arm and the step, which are then part of the sample key (but for the shared step 0). */
  readonly answersByContext?: true;
  /** Asks at no cost whether calls can begin. Throws `UsageError` saying in one sentence why they cannot. */
  probe?(signal: AbortSignal): Promise<void>;
  /** Throws `ModelError` for what the transport did, `LimitError` for a context that does not fit. */
  generate(request: ModelRequest, options: ModelCallOptions): Promise<ModelResponse>;
}

/** `text`: the whole answer that was read last, where a model gave one. */
export type Parsed<T> = { readonly text?: string } & (
  | { readonly status: 'parsed'; readonly value: T }
  | { readonly status: 'unparsed'; readonly detail: string }
);
