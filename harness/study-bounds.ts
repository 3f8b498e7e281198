/** How large a study may be; flags and stored manifests keep to the same bounds, so that what was run can be read again. */
export const STUDY_BOUNDS = {
  /** Repair rounds, and how many different numbers of them. A search has one generation a round, and papers have 256 of them. */
  k: 1_000,
  ks: 20,
  samples: 10_000,
  tasks: 100_000,
  conditions: 200,
  /** Tasks x samples x conditions (x k under the independent protocol). */
  trials: 1_000_000,
  maxClaims: 1_000,
  outputTokens: 10_000_000,
} as const;
