import type { CallPlan } from './call-plan.ts';

/** What is known of a prover before a run. */
export interface ProofTime {
  /** What a known program took here just now. */
  readonly seconds: number;
  /** Where a search for the proof of one obligation ends. */
  readonly boundSeconds: number;
}

/**
 * What a plan's proofs come to in hours of a prover: each generation is proved in its loop and for its grade, and equal programs once. None where no
 * program is proved.
 */
export function describeProofs({ byRole }: CallPlan, { seconds, boundSeconds }: ProofTime): string {
  const made = [...byRole.values()]
    .filter(({ role }) => role === 'generate' || role === 'regenerate')
    .reduce((sum, { calls }) => sum + calls, 0);
  const proofs = 2 * made;
  const hours = (each: number): string => number((proofs * each) / 3600);
  return `prover: at most ${number(proofs)} proofs (each generation in its loop and for its grade; equal programs are proved once): about ${hours(seconds)} hours at ${seconds.toFixed(1)} s, which a known program took here, and ${hours(boundSeconds)} hours at ${boundSeconds} s, the bound of one obligation`;
}

const number = (value: number): string => value.toLocaleString('en-US', { maximumFractionDigits: value < 10 ? 1 : 0 });
