import { extractNothing } from './extract.ts';
import { repair } from './regenerate.ts';
import { writeNoPlan } from './remediate.ts';
import type { Stages } from './stages.ts';
import { runVerifier } from './verify.ts';

/** Verify and rewrite: no claims, no plan; the verifier's feedback goes straight to the rewrite. */
export const plainStages: Stages = {
  extract: extractNothing,
  verify: runVerifier,
  remediate: writeNoPlan,
  regenerate: repair,
};
