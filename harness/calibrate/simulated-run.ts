import type { Run } from '../types/record.ts';

/**
 * The manifest of a simulated study, for metrics that read it: number of samples and seed are what they look at. It has no
 * trials; simulated studies hand counts to the metrics.
 */
export function simulatedRun(samples: number, seed: number): Run {
  const identity = {
    dataset: 'simulated',
    datasetSha256: 'simulated',
    taskIds: [],
    conditions: [],
    k: [1],
    samples,
    model: 'simulated',
    protocol: 'nested',
    stop: 'verdict',
    temperature: 'provider-default',
    maxOutputTokens: 1,
    maxClaims: 1,
    limits: { wallMs: 1, cpuSeconds: 1, memoryMb: 1, processes: 1, fileMb: 1, outputBytes: 1 },
    randomAcceptance: '0.5',
    extractor: 'default',
    extractorVersion: 'none',
    graderVersion: 'none',
    seed,
  } as const;
  return {
    manifest: { version: 1, identity, identitySha256: 'simulated', provenance: {}, isSimulated: true },
    trajectories: [],
    grades: [],
  };
}
