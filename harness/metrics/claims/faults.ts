import { clusteredProportion, type Proportion } from '../../statistics/clustered-proportion.ts';
import type { Fault, FaultName } from '../../types/attempt.ts';
import { claimsReport } from '../../types/claim-artifacts.ts';
import { codegradReview, codegradUpdate } from '../../types/codegrad.ts';
import type { ConditionIdentity, Run, Step, Trajectory } from '../../types/record.ts';
import { trialsOf, unrecordedArms } from '../trials/trials.ts';

/** Faults put into one arm on purpose: the rate asked for and what the records show of it. */
export interface InjectedFaults {
  readonly condition: ConditionIdentity;
  /** The arm without the fault's name. */
  readonly base: string;
  readonly fault: FaultName;
  readonly rate: number;
  /** Verdicts flipped, of all verdicts; claims negated, of all new claims; plans dropped, of all plans asked for; reviews and gates likewise. */
  readonly observed: Proportion;
  /** The rate lies in the interval of what was observed. */
  readonly isRecovered: boolean | undefined;
}

/** One row for each arm and kind of fault, in the order of the arms. */
export function injectedFaults(run: Run): InjectedFaults[] {
  const unrecorded = unrecordedArms(run);
  const seed = `${run.manifest.identity.seed} faults`;
  return run.manifest.identity.conditions.flatMap((condition) => {
    if (condition.inject === undefined || unrecorded.has(condition.name)) return [];
    return KINDS.flatMap((kind): InjectedFaults[] => {
      const rate = condition.inject?.[kind];
      if (rate === undefined) return [];
      const observed = clusteredProportion(
        Array.from(trialsOf(run, condition.name), ({ trajectory }) => seenIn(trajectory, kind)).flat(),
        seed,
      );
      const { interval } = observed;
      const isRecovered = interval && interval.low <= rate + ROUNDING && rate - ROUNDING <= interval.high;
      return [
        { condition, base: condition.name.split('+')[0] ?? '', fault: FAULT_NAMES[kind], rate, observed, isRecovered },
      ];
    });
  });
}

/** Every kind of fault with the name users know it by (`FaultName`). */
export const FAULT_NAMES = {
  lie: 'verdict-flip',
  claims: 'claims',
  plan: 'plan',
  review: 'review',
  gate: 'gate',
} as const satisfies Readonly<Record<Fault['kind'], FaultName>>;

const KINDS = ['lie', 'claims', 'plan', 'review', 'gate'] as const satisfies readonly Fault['kind'][];

/** The end of an interval that is meant to be 0 or 1 may be off by this. */
const ROUNDING = 1e-12;

function seenIn({ taskId, steps }: Trajectory, kind: Fault['kind']) {
  return steps.flatMap((step) => {
    const { happened, chances } = counted(step, kind);
    return Array.from({ length: chances }, (_, index) => ({ taskId, isCounted: index < happened }));
  });
}

function counted(step: Step, kind: Fault['kind']): { happened: number; chances: number } {
  const faults = (step.faults ?? []).filter((fault) => fault.kind === kind);
  const made = (...roles: readonly string[]) => (step.calls ?? []).filter(({ role }) => roles.includes(role)).length;
  switch (kind) {
    case 'lie': {
      // Each candidate is judged once; an arm may draw several in a round.
      const isJudged = step.verdict !== undefined && step.verdict.status !== 'unparsed';
      return {
        happened: faults.length,
        chances: isJudged ? Math.max(faults.length, made('generate', 'regenerate')) : 0,
      };
    }
    case 'claims': {
      const fresh = (claimsReport.in(step)?.claims ?? []).filter((claim) => claim.step === step.index).length;
      const wrong = faults.reduce((sum, fault) => sum + (fault.kind === 'claims' ? fault.claims.length : 0), 0);
      return { happened: wrong, chances: fresh };
    }
    // A review that is repeated is not asked for again.
    case 'review': {
      const review = codegradReview.in(step);
      // Where no verdict came of a review, there was nothing to turn round.
      const isTold = review !== undefined && review.isRepeated !== true && step.verdict !== undefined;
      return { happened: faults.length, chances: isTold ? 1 : 0 };
    }
    // Where only parsing decided, no gate was asked.
    case 'gate':
      return { happened: faults.length, chances: (codegradUpdate.in(step)?.invariants.length ?? 0) > 1 ? 1 : 0 };
    case 'plan':
      return { happened: faults.length, chances: step.unparsed === undefined ? Math.min(1, made('remediate')) : 0 };
  }
}
