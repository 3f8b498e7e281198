import { UsageError } from '../../errors.ts';
import { type PassedCell, passedCells } from '../../metrics/consistency/acceptance.ts';
import { attemptsOf, checkedTriples } from '../../metrics/consistency/triples.ts';
import type { Run } from '../../types/record.ts';
import type { VerifiedCell } from '../verify/verify-cells.ts';
import { acceptedOf, type CloverCell } from './clover-cells.ts';

/** The arm that checks as the paper does, and the triples it was published on. */
const ARM = 'clover';
const DATASET = 'clover-triples';

/**
 * Published cells beside those of a run: `match` where the published share lies in the 95 % interval of the run's, counted under the published rule; what the strict rule counts stands
 * beside it. Cells that the run has no triples for are `not run`. Throws `UsageError` for a run of other tasks, or without the arm.
 */
export function compareRun(cells: readonly CloverCell[], run: Run): VerifiedCell[] {
  const { dataset, conditions } = run.manifest.identity;
  if (dataset !== DATASET)
    throw new UsageError(`verify-paper clover: expected a run of ${DATASET}, got one of ${dataset}`);
  if (!conditions.some(({ name }) => name === ARM))
    throw new UsageError(
      `verify-paper clover: expected a run with the condition ${ARM}, got ${conditions.map(({ name }) => name).join(', ')}`,
    );
  const own = passedCells(run, checkedTriples(run)).filter(({ condition }) => condition.name === ARM);
  const attempts = attemptsOf(run);
  return cells.map((cell) => compare(cell, own, attempts));
}

function compare(cell: CloverCell, own: readonly PassedCell[], attempts: readonly number[]): VerifiedCell {
  const { table, set, check, k, total, notRun } = cell;
  const accepted = acceptedOf(cell);
  const head = {
    table,
    condition: `${set}${check === undefined ? '' : `, ${check}`}: accepted`,
    k: k === undefined ? '' : String(k),
    published: `${accepted}/${total}`,
  };
  const missing = (why: string): VerifiedCell => ({ ...head, here: '', status: 'not run', why });
  if (notRun !== undefined) return missing(notRun);
  if (k !== undefined && !attempts.includes(k))
    return missing(`attempts in this run: ${attempts.join(', ')}; for ${k} give --k ${k - 1}`);
  const [published, strict] = (['published', 'strict'] as const).map((rule) =>
    own.find((one) => one.rule === rule && one.set === set && one.check === check && one.attempts === k),
  );
  if (published === undefined || strict === undefined || published.passed.total === 0)
    return missing('no triple of this set was checked');
  const { passed } = published;
  const { low, high } = passed.interval ?? { low: 0, high: 1 };
  const unknown = strict.unknown === 0 ? '' : `, ${strict.unknown} unknown`;
  return {
    ...head,
    here: `${passed.count}/${passed.total} [${[low, high].map((bound) => (100 * bound).toFixed(1)).join(', ')}]`,
    status: low <= accepted / total && accepted / total <= high ? 'match' : 'differs',
    why: `strict: ${strict.passed.count}/${strict.passed.total}${unknown}`,
  };
}
