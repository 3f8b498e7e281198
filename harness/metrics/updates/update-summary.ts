import { clusteredProportion, type Proportion } from '../../statistics/clustered-proportion.ts';
import { AXES, type Axis, codegradReview, FATES, type Fate } from '../../types/codegrad.ts';
import type { ConditionIdentity, Run } from '../../types/record.ts';
import { armOf, trialsOf } from '../trials/trials.ts';
import { type GradedUpdate, gradedUpdates } from './updates.ts';

/** What one arm's revisions and its critic come to, held against the grades. Nothing of it is in an accuracy. */
export interface UpdateSummary {
  readonly condition: ConditionIdentity;
  readonly fates: Readonly<Record<Fate, number>>;
  /** Of drafts that a gate judged, the share it let through: right ones, wrong ones. */
  readonly letsRightThrough: Proportion;
  readonly letsWrongThrough: Proportion;
  /** Of revisions of a wrong program, drafts that are right; of a right one, drafts that are wrong. */
  readonly repaired: Proportion;
  readonly broken: Proportion;
  /** Mean change of the share of hidden assertions that do not hold, draft less program; of how many revisions. */
  readonly change: { readonly mean: number; readonly of: number } | undefined;
  /** By axis, reviews that fail it: of right programs, of wrong ones. */
  readonly axes: readonly { readonly axis: Axis; readonly ofRight: Proportion; readonly ofWrong: Proportion }[];
}

/** One for each arm that revises behind a gate, in the order of the arms. */
export function summariseUpdates(run: Run): readonly UpdateSummary[] {
  const byArm = Map.groupBy(gradedUpdates(run), ({ trajectory }) => trajectory.condition);
  return run.manifest.identity.conditions
    .filter(({ name }) => armOf(run, name).hasUpdates)
    .map((condition) => summarise(run, condition, byArm.get(condition.name) ?? []));
}

function summarise(run: Run, condition: ConditionIdentity, updates: readonly GradedUpdate[]): UpdateSummary {
  const share = (rows: readonly GradedUpdate[], isCounted: (row: GradedUpdate) => boolean): Proportion =>
    clusteredProportion(
      rows.map((row) => ({ taskId: row.trajectory.taskId, isCounted: isCounted(row) })),
      `${run.manifest.identity.seed} updates`,
    );
  const isAfter = (status: string) => (row: GradedUpdate) => row.after.outcome?.status === status;
  const gated = updates.filter(({ update }) => update.invariants.length > 1);
  const known = updates.filter((row) => isAfter('solved')(row) || isAfter('unsolved')(row));
  const from = (status: string) => known.filter(({ before }) => before.outcome?.status === status);
  const isAccepted = ({ update }: GradedUpdate): boolean => update.fate === 'accepted';
  const changes = updates.flatMap(({ before, after }) =>
    before.failingShare === undefined || after.failingShare === undefined
      ? []
      : [after.failingShare - before.failingShare],
  );
  return {
    condition,
    fates: countFates(updates),
    letsRightThrough: share(gated.filter(isAfter('solved')), isAccepted),
    letsWrongThrough: share(gated.filter(isAfter('unsolved')), isAccepted),
    repaired: share(from('unsolved'), isAfter('solved')),
    broken: share(from('solved'), isAfter('unsolved')),
    change:
      changes.length === 0
        ? undefined
        : { mean: changes.reduce((sum, one) => sum + one, 0) / changes.length, of: changes.length },
    axes: axisShares(run, condition.name),
  };
}

function countFates(updates: readonly GradedUpdate[]): UpdateSummary['fates'] {
  const count = (fate: Fate): number => updates.filter(({ update }) => update.fate === fate).length;
  const [accepted = 0, discarded = 0, unchanged = 0, empty = 0, proof = 0, gate = 0] = FATES.map(count);
  return { accepted, discarded, unchanged, empty, 'unparsed-proof': proof, 'unparsed-gate': gate };
}

/** A review that was repeated counts once; an axis that could not be decided does not count. */
function axisShares(run: Run, condition: string): UpdateSummary['axes'] {
  const seen = Array.from(trialsOf(run, condition)).flatMap(({ trajectory, grades }) =>
    trajectory.steps.flatMap((step) => {
      const review = codegradReview.in(step);
      const status = grades.get(step.index)?.outcome.status;
      if (review === undefined || review.isRepeated === true) return [];
      return review.axes.map(({ axis, verdict }) => ({ taskId: trajectory.taskId, axis, verdict, status }));
    }),
  );
  return AXES.map((axis) => {
    const of = (status: string): Proportion =>
      clusteredProportion(
        seen
          .filter((one) => one.axis === axis && one.status === status && one.verdict !== 'NOT-APPLICABLE')
          .map(({ taskId, verdict }) => ({ taskId, isCounted: verdict === 'FAIL' })),
        `${run.manifest.identity.seed} axes`,
      );
    return { axis, ofRight: of('solved'), ofWrong: of('unsolved') };
  });
}
