import { clusteredProportion, type Proportion } from '../../statistics/clustered-proportion.ts';
import type { CheckState } from '../../types/claims.ts';
import type { NotRunReason } from '../../types/execution.ts';
import type { CheckTruth, ConditionIdentity, Run } from '../../types/record.ts';
import { countReasons } from '../count-reasons.ts';
import { unrecordedArms } from '../trials/trials.ts';

/** What the checks that one condition wrote are worth, held against reference solutions and programs known to be wrong. */
export interface CheckQuality {
  readonly condition: ConditionIdentity;
  readonly checks: number;
  /** By their state at the end of their trial. */
  readonly states: Readonly<Record<CheckState, number>>;
  /** Of the checks that counted: those that the reference solution fails. */
  readonly wrong: Proportion;
  /** Of the checks that validation discarded (vacuous, retired), the same: what it saved the loop from. */
  readonly wrongAside: Proportion;
  /** Of trials with a check that counted: those in which one of them rejects the reference solution (the false-reject rate). */
  readonly rejectingTrials: Proportion;
  /** Of pairs of a counting check that accepts the reference and a wrong program of its task: caught. */
  readonly caught: Proportion;
  /** Of the wrong programs of a trial's task: caught by at least its best check that accepts the reference. */
  readonly best: Proportion;
  /** Checks that are in none of these shares though they are not invalid, by the reason. */
  readonly notMeasured: ReadonlyMap<NotMeasured, number>;
}

/** `run-by-tool`: of a kind that is not held against references; `no-outcome`: the reference solution showed nothing. */
export type NotMeasured = NotRunReason | 'tool-missing' | 'run-by-tool' | 'no-outcome';

const COUNTING: ReadonlySet<CheckState> = new Set(['valid', 'pending', 'unchecked']);
const ASIDE: ReadonlySet<CheckState> = new Set(['vacuous', 'retired']);

/** One row per condition that wrote checks; those made wrong on purpose are left out. */
export function checkQuality(run: Run): CheckQuality[] {
  const unrecorded = unrecordedArms(run);
  const seed = `${run.manifest.identity.seed} checks`;
  return run.manifest.identity.conditions.flatMap((condition) => {
    const own = (run.checks ?? []).filter(({ condition: name, isInjected }) => name === condition.name && !isInjected);
    return own.length === 0 || unrecorded.has(condition.name) ? [] : [qualityOf(condition, own, seed)];
  });
}

function qualityOf(condition: ConditionIdentity, own: readonly CheckTruth[], seed: string): CheckQuality {
  const counting = own.filter(({ state }) => COUNTING.has(state));
  const known = counting.filter(({ rejectsReference }) => rejectsReference !== undefined);
  const good = known.filter(({ rejectsReference }) => rejectsReference === false);
  const trials = [...Map.groupBy(known, ({ taskId, sample, kRun }) => JSON.stringify([taskId, sample, kRun])).values()];
  const states = (state: CheckState) => own.filter((check) => check.state === state).length;
  const wrongOf = (checks: readonly CheckTruth[]) =>
    clusteredProportion(
      checks
        .filter(({ rejectsReference }) => rejectsReference !== undefined)
        .map(({ taskId, rejectsReference }) => ({ taskId, isCounted: rejectsReference === true })),
      seed,
    );
  return {
    condition,
    checks: own.length,
    states: {
      valid: states('valid'),
      vacuous: states('vacuous'),
      invalid: states('invalid'),
      retired: states('retired'),
      pending: states('pending'),
      unchecked: states('unchecked'),
      'tool-missing': states('tool-missing'),
    },
    wrong: wrongOf(counting),
    wrongAside: wrongOf(own.filter(({ state }) => ASIDE.has(state))),
    rejectingTrials: clusteredProportion(
      trials.map((checks) => ({
        taskId: checks[0]?.taskId ?? '',
        isCounted: checks.some(({ rejectsReference }) => rejectsReference === true),
      })),
      seed,
    ),
    caught: clusteredProportion(good.flatMap(spread), seed),
    best: clusteredProportion(
      [...Map.groupBy(good, ({ taskId, sample, kRun }) => JSON.stringify([taskId, sample, kRun])).values()].flatMap(
        (checks) => spread(checks.reduce((most, check) => (check.caught > most.caught ? check : most))),
      ),
      seed,
    ),
    notMeasured: countReasons(own.flatMap((check) => whyNotMeasured(check) ?? [])),
  };
}

function whyNotMeasured({ state, kind, rejectsReference, notRun }: CheckTruth): NotMeasured | undefined {
  if (notRun !== undefined) return notRun;
  if (state === 'tool-missing') return state;
  if (state === 'invalid' || rejectsReference !== undefined) return undefined;
  return kind === 'assertions' ? 'no-outcome' : 'run-by-tool';
}

/** One observation for each wrong program. */
function spread({ taskId, wrongPrograms, caught }: CheckTruth) {
  return Array.from({ length: wrongPrograms }, (_, index) => ({ taskId, isCounted: index < caught }));
}
