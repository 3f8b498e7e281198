/** What loops that work with claims add to their attempts. */

import { z } from '../storage/schema.ts';
import { type ArtifactKind, defineArtifact } from './artifact.ts';
import {
  type Claim,
  type ClaimsReport,
  claimShape,
  claimsReportShape,
  type RemediationPlan,
  remediationShape,
} from './claims.ts';

/** The claims of this round, as the model made them. */
export const extractedClaims: ArtifactKind<readonly Claim[]> = defineArtifact('claims', z.array(claimShape));

/** The plan this candidate was regenerated from. */
export const plan: ArtifactKind<string> = defineArtifact('plan', z.string());

/** Every claim so far on this candidate, where claims are checked one by one. */
export const claimsReport: ArtifactKind<ClaimsReport> = defineArtifact('report', claimsReportShape);

/** `plan` as a typed value. */
export const remediation: ArtifactKind<RemediationPlan> = defineArtifact('remediation', remediationShape);
