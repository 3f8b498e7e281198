import { canonicalJson, sha256 } from '../storage/hash.ts';
import { z } from '../storage/schema.ts';
import { STUDY_BOUNDS } from '../study-bounds.ts';
import { visibleLine } from '../text/visible-text.ts';
import type { Identity, Manifest } from '../types/record.ts';

/**
 * The shape of a run's manifest. It may be anybody's, out of a bundle: every field that anything here reads is bounded, names are
 * printable and fit a file name where they become one.
 */

const printable = (most: number) =>
  z
    .string()
    .max(most)
    .refine((text) => visibleLine(text) === text, 'expected printable characters');
const whole = (least: number, most: number) => z.int().min(least).max(most);
const amount = z.number().nonnegative().max(1e12);
const sum = z.string().regex(/^[\w:.-]{0,100}$/, 'expected a checksum');

/** A condition's name is a part of file names. */
const conditionName = z.string().regex(/^\w[\w.+=-]{0,99}$/, 'expected a name of letters, digits and . + = - _');
const datasetName = z.string().regex(/^\w[\w.-]{0,99}$/, 'expected a name of letters, digits and . - _');

const condition = z.looseObject({
  name: conditionName,
  description: printable(500),
  verifier: z.string().regex(/^[a-z][a-z0-9-]{0,39}$/, "expected a verifier's name"),
  oracle: z.boolean(),
  comparator: conditionName.exactOptional(),
  extractor: z.literal('published').exactOptional(),
  feedback: z.literal('traceback').exactOptional(),
  inject: z.partialRecord(z.enum(['lie', 'claims', 'plan']), z.number().min(0).max(1)).exactOptional(),
  promptsSha256: sum.exactOptional(),
});

/** What one execution may be given by somebody else's manifest. */
const limits = z.looseObject({
  wallMs: amount.max(86_400_000),
  cpuSeconds: amount.max(86_400),
  memoryMb: amount.max(65_536),
  processes: whole(1, 4_096),
  fileMb: amount.max(65_536),
  outputBytes: whole(0, 1 << 30),
});

/** What only whoever runs trials knows; a run imported from a publication lacks it. */
const REQUIRED = ['datasetSha256', 'maxClaims', 'limits', 'extractorVersion', 'graderVersion', 'seed'] as const;

const identity = z
  .looseObject({
    dataset: datasetName,
    datasetSha256: sum.exactOptional(),
    taskIds: z.array(printable(200).min(1)).max(STUDY_BOUNDS.tasks),
    conditions: z.array(condition).min(1).max(STUDY_BOUNDS.conditions),
    k: z.array(whole(0, STUDY_BOUNDS.k)).min(1).max(STUDY_BOUNDS.ks),
    samples: whole(1, STUDY_BOUNDS.samples),
    model: printable(300).min(1),
    modelContentSha256: sum.exactOptional(),
    recording: printable(300).exactOptional(),
    imported: datasetName.exactOptional(),
    protocol: z.enum(['nested', 'independent']),
    stop: z.enum(['verdict', 'never']),
    temperature: z.union([z.enum(['published', 'provider-default']), z.number().min(0).max(10)]),
    maxOutputTokens: whole(1, STUDY_BOUNDS.outputTokens),
    maxClaims: whole(0, STUDY_BOUNDS.maxClaims).exactOptional(),
    topP: z.number().min(0).max(1).exactOptional(),
    topK: whole(0, 1e9).exactOptional(),
    modelSeed: z.int().exactOptional(),
    reasoningEffort: printable(100).exactOptional(),
    openaiApi: z.enum(['chat', 'responses']).exactOptional(),
    trialBudgetUsd: amount.exactOptional(),
    trialBudgetTokens: amount.exactOptional(),
    price: z
      .looseObject({ inputUsd: amount, cachedInputUsd: amount.exactOptional(), outputUsd: amount })
      .exactOptional(),
    patches: z
      .looseObject({
        context: printable(10_000),
        contextTokens: amount,
        showsHints: z.boolean(),
        showsTestNames: z.literal(true).exactOptional(),
        grading: z.enum(['4', '5']),
        statementsSha256: sum,
      })
      .exactOptional(),
    limits: limits.exactOptional(),
    randomAcceptance: z
      .string()
      .regex(/^(\d[\d.e-]{0,30}|match:\w[\w.+=-]{0,99})$/, 'expected a share or match:CONDITION'),
    extractor: z.enum(['default', 'published']),
    extractorVersion: printable(100).exactOptional(),
    graderVersion: printable(100).exactOptional(),
    seed: z.int().exactOptional(),
  })
  .superRefine((value, context) => {
    const missing = value.imported === undefined ? REQUIRED.filter((field) => value[field] === undefined) : [];
    for (const field of missing) context.addIssue({ code: 'custom', path: [field], message: 'expected a value' });
    if (new Set(value.conditions.map(({ name }) => name)).size < value.conditions.length) {
      context.addIssue({ code: 'custom', path: ['conditions'], message: 'expected every condition once' });
    }
    if (new Set(value.taskIds).size < value.taskIds.length) {
      context.addIssue({ code: 'custom', path: ['taskIds'], message: 'expected every task once' });
    }
    const trials = countTrials(value);
    if (trials > STUDY_BOUNDS.trials) {
      const message = `expected at most ${STUDY_BOUNDS.trials} trials, got ${trials}`;
      context.addIssue({ code: 'custom', path: ['samples'], message });
    }
  });

/** Trials of a plan, without making it. */
export function countTrials(plan: {
  readonly taskIds: readonly unknown[];
  readonly conditions: readonly unknown[];
  readonly k: readonly unknown[];
  readonly samples: number;
  readonly protocol: 'nested' | 'independent';
}): number {
  const { taskIds, conditions, k, samples, protocol } = plan;
  return taskIds.length * conditions.length * samples * (protocol === 'nested' ? 1 : k.length);
}

export const manifestFile = z
  .object({
    version: z.literal(1),
    identity,
    identitySha256: sum,
    provenance: z
      .record(z.string().regex(/^\w{1,100}$/), z.union([printable(20_000), z.number(), z.boolean()]))
      .refine((facts) => Object.keys(facts).length <= 100, 'expected at most 100 facts'),
    isSimulated: z.boolean(),
  })
  .strict() as unknown as z.ZodType<Manifest>;

/** What runs are compared by. What arms are compared with changes no record, so runs that differ in it alone are the same run. */
export function identitySha256(identity: Identity): string {
  const conditions = identity.conditions.map(({ comparator: _, ...condition }) => condition);
  return sha256(canonicalJson({ ...identity, conditions }));
}
