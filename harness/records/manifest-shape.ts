import { canonicalJson, sha256 } from '../storage/hash.ts';
import { z } from '../storage/schema.ts';
import { STUDY_BOUNDS } from '../study-bounds.ts';
import { conditionShape, identityShape, printable, sum } from '../types/identity.ts';
import type { Identity, Manifest } from '../types/record.ts';

/** What only whoever runs trials knows; a run imported from a publication lacks it. */
const REQUIRED = ['datasetSha256', 'maxClaims', 'limits', 'extractorVersion', 'graderVersion', 'seed'] as const;

/** Runs made before conditions said that they answer once: of those, the baseline did. */
function withoutRounds<Condition extends { readonly name: string; readonly verifier: string }>(condition: Condition) {
  const isOldBaseline = condition.name === 'baseline' && condition.verifier === 'none';
  return isOldBaseline ? { ...condition, answersOnce: true as const } : condition;
}

const identity = identityShape
  .partial({
    datasetSha256: true,
    maxClaims: true,
    limits: true,
    extractorVersion: true,
    graderVersion: true,
    seed: true,
  })
  .extend({
    conditions: z
      .array(conditionShape.partial({ promptsSha256: true }).transform(withoutRounds))
      .min(1)
      .max(STUDY_BOUNDS.conditions),
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

/** The shape of a run's manifest. Nobody who reads an imported run asks for what it lacks: to them it is a manifest like any other. */
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
  .strict() as z.ZodType<Manifest>;

/** What runs are compared by. What arms are compared with changes no record, so runs that differ in it alone are the same run. */
export function identitySha256(identity: Identity): string {
  const conditions = identity.conditions.map(({ comparator: _, answersOnce: __, ...condition }) => condition);
  return sha256(canonicalJson({ ...identity, conditions }));
}
