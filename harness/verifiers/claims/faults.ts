import type { Fault, Injection, Verdict } from '../../types/attempt.ts';
import type { ClaimsReport, TrackedClaim, VerifiedClaim } from '../../types/claims.ts';
import { type HowChecked, withGaps } from './verify-claims.ts';

/** Puts faults into one trial at the rates given, each kind from its own seeded stream, and keeps what it did. */
export interface FaultInjector {
  /** The verdict the loop is told. */
  tell(verdict: Verdict): Verdict;
  /** The same for a verdict on claims: the report says what the verdict says. */
  tellOfClaims(
    verdict: Verdict | undefined,
    report: ClaimsReport,
    how: HowChecked,
  ): { verdict?: Verdict; report: ClaimsReport };
  /** Whether the next new claim is turned into its opposite. */
  makesClaimWrong(): boolean;
  recordClaims(ids: readonly TrackedClaim['id'][]): void;
  dropsPlan(): boolean;
  /** What CodeGrad's loop is told of what its critic found. */
  tellOfCritic(kind: 'review' | 'gate', found: 'accept' | 'reject'): 'accept' | 'reject';
  /** What was put in since the last call. */
  take(): readonly Fault[];
}

/** `random` gives the trial's named streams. Rates that are absent are 0 and draw nothing. */
export function createFaultInjector(rates: Injection, random: (stream: string) => number): FaultInjector {
  let faults: Fault[] = [];
  const happens = (kind: Fault['kind']): boolean => {
    const rate = rates[kind];
    return rate !== undefined && random(`inject ${kind}`) < rate;
  };
  return {
    tell(verdict) {
      if (verdict.status === 'unparsed' || !happens('lie')) return verdict;
      const told = opposite(verdict.status);
      faults.push({ kind: 'lie', found: verdict.status, told });
      return {
        status: told,
        feedback: told === 'accept' ? 'All tests passed.' : 'The program was judged to be wrong.',
      };
    },
    tellOfClaims(verdict, report, how) {
      if (verdict === undefined) return { report };
      if (verdict.status === 'unparsed' || !happens('lie')) return { verdict, report };
      const told = opposite(verdict.status);
      faults.push({ kind: 'lie', found: verdict.status, told });
      const changed = withGaps(
        { ...report, claims: told === 'accept' ? allPassing(report) : oneFailing(report, random) },
        how.weights,
      );
      return { verdict: { ...verdict, status: told }, report: changed };
    },
    makesClaimWrong: () => happens('claims'),
    recordClaims(claims) {
      if (claims.length > 0) faults.push({ kind: 'claims', claims });
    },
    dropsPlan() {
      const isDropped = happens('plan');
      if (isDropped) faults.push({ kind: 'plan' });
      return isDropped;
    },
    tellOfCritic(kind, found) {
      if (!happens(kind)) return found;
      const told = opposite(found);
      faults.push({ kind, found, told });
      return told;
    },
    take() {
      const taken = faults;
      faults = [];
      return taken;
    },
  };
}

const opposite = (status: 'accept' | 'reject'): 'accept' | 'reject' => (status === 'accept' ? 'reject' : 'accept');

function allPassing({ claims }: ClaimsReport): VerifiedClaim[] {
  return claims.map((claim) =>
    claim.verdict === 'NOT-APPLICABLE' ? claim : { ...claim, verdict: 'PASS', reason: '', evidence: [] },
  );
}

function oneFailing({ claims }: ClaimsReport, random: (stream: string) => number): VerifiedClaim[] {
  const passing = claims.filter(({ verdict }) => verdict === 'PASS');
  const chosen = passing[Math.floor(random('inject lie claim') * passing.length)];
  return claims.map((claim) => (claim === chosen ? { ...claim, verdict: 'FAIL', reason: 'It does not hold.' } : claim));
}
