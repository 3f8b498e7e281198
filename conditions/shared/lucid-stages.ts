import { extractClaims } from './extract.ts';
import { repair } from './regenerate.ts';
import { writePlan } from './remediate.ts';
import type { ClaimContext, Stages } from './stages.ts';
import { runVerifier } from './verify.ts';

/** The full loop; an ablation spreads it and replaces one stage. */
export const lucidStages = {
  extract: extractClaims,
  verify: runVerifier,
  remediate: writePlan,
  regenerate: repair,
} satisfies Stages<ClaimContext>;
