import { z } from '../../storage/schema.ts';

/**
 * The shapes of claims and their checks in stored lines. Fields in the order in which they are written: a line that was read back
 * is written with the same bytes.
 */

const evidence = z.object({
  assertion: z.string(),
  input: z.string().optional(),
  expected: z.string().optional(),
  got: z.string().optional(),
  exception: z.string().optional(),
});

const outcome = z.discriminatedUnion('status', [
  z.object({ status: z.literal('held') }),
  z.object({ status: z.literal('failed'), evidence }),
  z.object({ status: z.literal('not-applicable'), reason: z.string() }),
  z.object({ status: z.literal('unknown'), reason: z.string() }),
]);

const gaps = z.object({ gap: z.number(), weighted: z.number() });

// Loose objects keep the order in which their fields were written: what is optional may stand anywhere.
export const claimsReport = z
  .object({
    claims: z.array(
      z
        .object({
          id: z.string(),
          step: z.int(),
          text: z.string(),
          category: z.string(),
          severity: z.string(),
          verdict: z.string(),
          reason: z.string(),
          evidence: z.array(evidence),
        })
        .loose(),
    ),
    checks: z.array(
      z
        .object({
          id: z.string(),
          kind: z.string(),
          source: z.string(),
          state: z.string(),
          claim: z.string(),
          step: z.int(),
          support: z.int(),
          outcome: outcome.optional(),
        })
        .loose(),
    ),
    merged: z.int(),
    dropped: z.int(),
    notRunnable: z.string().optional(),
    gaps: gaps.optional(),
    carried: gaps.optional(),
    inputSha256: z.string(),
  })
  .loose();

export const remediation = z.object({
  steps: z.array(
    z.object({
      claim: z.string(),
      priority: z.int(),
      severity: z.string(),
      diagnosis: z.string(),
      change: z.string(),
    }),
  ),
  preserve: z.array(z.string()),
});

export const fault = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('lie'), found: z.string(), told: z.string() }),
  z.object({ kind: z.literal('claims'), claims: z.array(z.string()) }),
  z.object({ kind: z.literal('plan') }),
]);
