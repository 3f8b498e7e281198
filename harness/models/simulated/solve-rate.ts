import { createRandom } from '../../random.ts';
import type { SimulatedProfile } from './simulated-profile.ts';

/**
 * The probability that an independent draw solves a task: the profile's rate for the dataset, spread over its tasks as
 * Beta(rate x concentration, (1 - rate) x concentration), whose mean is the rate. The task's id is the seed, so that
 * the known truth behind a simulated table can be looked up.
 */
export function solveRate(profile: SimulatedProfile, datasetId: string, taskId: string): number {
  const { byDataset, default: fallback, concentration } = profile.firstDraft;
  const mean = (byDataset[datasetId] ?? fallback).value;
  if (mean === 0 || mean === 1) return mean;
  const random = createRandom(`${profile.id} difficulty of ${taskId}`);
  return drawBeta(mean * concentration.value, (1 - mean) * concentration.value, random);
}

/** Jöhnk's method (1964): exact for any parameters, quick for small ones. */
function drawBeta(alpha: number, beta: number, random: () => number): number {
  for (;;) {
    const x = random() ** (1 / alpha);
    const y = random() ** (1 / beta);
    if (x + y > 0 && x + y <= 1) return x / (x + y);
  }
}
