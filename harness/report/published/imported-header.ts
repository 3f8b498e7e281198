import type { Run } from '../../types/record.ts';

/** What a reader of an imported run must know before any number, in place of what its records do not tell (seed, limits, sums). */
export function importedHeader({ manifest }: Run): string[] {
  const { identity, identitySha256, provenance } = manifest;
  const tasks = identity.taskIds.length;
  return [
    `IMPORTED result files of ${identity.imported} (${provenance.source}): ${provenance.resultFiles} files, ${provenance.trials} trials; nothing was executed here`,
    `dataset: ${identity.dataset} (which copy is not recorded), tasks: ${tasks}, samples per task: 1`,
    `model: ${identity.model}, temperature: ${identity.temperature}, extractor: ${identity.extractor}, at most ${identity.maxOutputTokens} output tokens per answer`,
    `k: ${identity.k.join(', ')}, each a run of its own; no seed is recorded, arms do not share their first generation`,
    `sandbox: ${provenance.sandbox}`,
    `not in the records: calls, tokens, raw answers${identity.dataset === 'humaneval' ? ', programs' : ', all patches but the last'}; everything that needs them is left out`,
    `run identity: ${identitySha256.slice(0, 12)} (computed from the checksums of the files)`,
  ];
}
