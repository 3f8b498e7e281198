import { z } from '../storage/schema.ts';
import type { Immutable } from '../types/immutable.ts';

export const CATEGORIES = ['basic', 'edge', 'stress', 'adversarial', 'domain-specific', 'user'] as const;
const category = z.enum(CATEGORIES);
export type Category = z.infer<typeof category>;

/** What a user gives: an input and its output, both in Python's notation (`[1, 2], 3` and `True`). */
export const exampleShape = z.strictObject({ input: z.string().min(1).max(4000), output: z.string().min(1).max(4000) });
export type Example = Immutable<z.infer<typeof exampleShape>>;

/** Who a test's expected value comes from. */
const sourceShape = z.enum(['user', 'brute-force', 'reference']);

export const comparisonShape = z.enum(['exact', 'unordered', 'float']);
export type Comparison = z.infer<typeof comparisonShape>;

/** An input of a test: the text of a tuple of arguments. Large ones stay expressions (`([0] * 100000,)`). */
const inputShape = z.strictObject({ category, arguments: z.string() });
export type Input = Immutable<z.infer<typeof inputShape>>;

const testShape = z.strictObject({ ...inputShape.shape, expected: z.string(), source: sourceShape });
/** An input, what is expected of it and whose word that is. */
export type BuiltTest = Immutable<z.infer<typeof testShape>>;

const parameter = z.strictObject({ name: z.string(), type: z.string() });
const specification = z.strictObject({
  title: z.string(),
  description: z.string(),
  /** Those that can be evaluated. */
  constraints: z.array(z.string()),
  unreadableConstraints: z.array(z.strictObject({ text: z.string(), why: z.string() })),
  /** The model's own: no truth. */
  examples: z.array(exampleShape),
  starterCode: z.string(),
  parameters: z.array(parameter),
  returns: z.string(),
  comparison: comparisonShape,
});
/** Stage 3, read and checked. */
export type Specification = Immutable<z.infer<typeof specification>>;

/** Why stage 4 was asked again. */
const retryReasonShape = z.enum([
  'function-missing',
  'forbidden-construct',
  'run-time-error',
  'too-few-tests',
  'mismatch-downstream',
]);
export type RetryReason = z.infer<typeof retryReasonShape>;

const count = z.int().nonnegative();

/** Inputs of one oracle call, by what became of them. */
const inputCounts = z.strictObject({
  offered: count,
  /** New and valid. */
  kept: count,
  unreadable: count,
  /** Equal to one there was. */
  repeated: count,
  refusedByValidator: count,
  refusedByConstraints: count,
  /** Refused by one of the two and not by the other; each is in one of the two counts above. */
  disagreements: count,
  /** Beyond the most tests of a text. */
  leftOut: count,
});
export type InputCounts = Immutable<z.infer<typeof inputCounts>>;

const call = z.strictObject({
  key: z.string(),
  temperature: z.number(),
  responseSha256: z.string(),
  /** At the limit of its length. */
  isCut: z.literal(true).exactOptional(),
});
export type BuildCall = Immutable<z.infer<typeof call>>;

/** Why a text was not made a task. */
const noneReasonShape = z.enum([
  'empty-text',
  'text-too-long',
  'no-specification',
  'no-function',
  'contradictory-constraints',
  'too-few-tests',
  'no-reference',
  'no-brute-force',
  'reference-denies-user',
  'accepts-all',
  'not-certified',
]);
export type NoneReason = z.infer<typeof noneReasonShape>;

export const endShape = z.discriminatedUnion('status', [
  z.strictObject({ status: z.literal('built') }),
  z.strictObject({ status: z.literal('none'), reason: noneReasonShape, detail: z.string() }),
]);
export type End = Immutable<z.infer<typeof endShape>>;

const solutionName = z.enum(['optimised', 'brute-force']);
export type SolutionName = z.infer<typeof solutionName>;

const letters = z.string().regex(/^[pmsx]*$/);

/** A line of build.jsonl: what one stage of one text made. */
export const stageShape = z.discriminatedUnion('stage', [
  z.strictObject({
    id: z.string(),
    stage: z.literal('specification'),
    calls: z.array(call),
    specification: specification.exactOptional(),
    faults: z.array(z.string()),
  }),
  z.strictObject({
    id: z.string(),
    stage: z.literal('oracle'),
    call,
    told: retryReasonShape.exactOptional(),
    program: z.string().exactOptional(),
    failure: retryReasonShape.exactOptional(),
    detail: z.string().exactOptional(),
    counts: inputCounts,
    inputs: z.array(inputShape),
  }),
  z.strictObject({
    id: z.string(),
    stage: z.literal('reference'),
    solution: solutionName,
    calls: z.array(call),
    program: z.string().exactOptional(),
    faults: z.array(z.string()),
  }),
  /** One letter a test: `p` agree, `m` mismatch, `s` skipped by the brute force, `x` no solution has a value. */
  z.strictObject({ id: z.string(), stage: z.literal('comparison'), round: count, version: count, agreement: letters }),
  z.strictObject({
    id: z.string(),
    stage: z.literal('healing'),
    call,
    round: count,
    input: z.string(),
    own: z.string(),
    expected: z.string(),
    source: sourceShape,
    program: z.string().exactOptional(),
    isViable: z.boolean(),
    faults: z.array(z.string()),
    agreement: letters,
  }),
  z.strictObject({ id: z.string(), stage: z.literal('circular'), round: count, invalidated: count, of: count }),
  z.strictObject({ id: z.string(), stage: z.literal('end'), end: endShape, calls: count, dropped: count }),
]);
export type Stage = Immutable<z.infer<typeof stageShape>>;
