import { loadProfile } from '../models/simulated/simulated-profile.ts';
import type { FolderStore, StoredCall } from '../models/stored/response-store.ts';
import { sampleKey } from '../models/stored/sampling.ts';
import type { Role, Usage } from '../types/model.ts';
import type { CallPlan } from './call-plan.ts';

/** What a call of a role uses on average, and from where that is known. */
export interface MeanTokens {
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Stored calls it was measured on; 0: the profile's, or as `from` says. */
  readonly calls: number;
  readonly from?: string;
  /** From request to the end of the answer, where stored calls tell. */
  readonly latencyMs?: number;
}

/** A profile with published means stands in where nothing is stored. */
export const FALLBACK_PROFILE = 'strong-2025';
const roles = ['generate', 'criticise', 'judge', 'extract', 'remediate', 'regenerate'] as const;
const MOST_READ = 400;
const MOST_SAMPLES = 10;

/** Mean tokens by role: of the model's stored calls (the first few hundred), else those of the profile. */
export async function meanTokens(modelId: string, store?: FolderStore): Promise<ReadonlyMap<Role, MeanTokens>> {
  const measured = new Map<Role, Measured[]>();
  let read = 0;
  for await (const call of store?.all() ?? []) {
    if (++read > MOST_READ) break;
    const { usage } = call.response;
    if (usage === undefined || !isOf(modelId, call)) continue;
    const { role } = call.request;
    const { latencyMs } = call.provenance ?? {};
    measured.set(role, [...(measured.get(role) ?? []), { usage, latencyMs }]);
  }
  const profile = loadProfile(FALLBACK_PROFILE).meanTokens;
  return new Map(roles.map((role) => [role, meanOf(measured.get(role) ?? [], profile[role])]));
}

/** Where nothing is stored: input as the planned requests have it, output at its bound. */
export function estimatedMeans(
  means: ReadonlyMap<Role, MeanTokens>,
  { byRole }: Pick<CallPlan, 'byRole'>,
  { maxOutputTokens }: { readonly maxOutputTokens: number },
): ReadonlyMap<Role, MeanTokens> {
  const from = 'planned requests, output at its bound';
  return new Map(
    [...means].map(([role, mean]) => {
      const inputTokens =
        [...byRole.values()].find((planned) => planned.role === role)?.meanInputTokens ?? mean.inputTokens;
      return [role, mean.calls > 0 ? mean : { inputTokens, outputTokens: maxOutputTokens, calls: 0, from }];
    }),
  );
}

interface Measured {
  readonly usage: Usage;
  readonly latencyMs: number | undefined;
}

function meanOf(
  measured: readonly Measured[],
  fallback: { readonly input: number; readonly output: number },
): MeanTokens {
  const calls = measured.length;
  if (calls === 0) return { inputTokens: fallback.input, outputTokens: fallback.output, calls };
  const times = measured.flatMap(({ latencyMs }) => (latencyMs === undefined ? [] : [latencyMs]));
  return {
    inputTokens: mean(measured.map(({ usage }) => usage.inputTokens)),
    outputTokens: mean(measured.map(({ usage }) => usage.outputTokens)),
    calls,
    ...(times.length === 0 ? {} : { latencyMs: mean(times) }),
  };
}

const mean = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0) / numbers.length;

/** A stored call does not name its model, but its key is made from the name: the likely draws are tried. */
function isOf(modelId: string, { key, request }: StoredCall): boolean {
  const normalised = { ...request, temperature: request.temperature };
  for (let sample = 0; sample < MOST_SAMPLES; sample++) {
    for (const occurrence of [0, 1]) {
      if (sampleKey(modelId, normalised, { sample, occurrence }) === key) return true;
      if (request.temperature === 0) return false;
    }
  }
  return false;
}
