import { UsageError } from '../../errors.ts';
import { type AccuracyCell, accuracy } from '../../metrics/accuracy.ts';
import { readColumns } from '../../metrics/columns.ts';
import type { Identity, Run } from '../../types/record.ts';
import type { VerifiedCell } from '../verify/verify-cells.ts';
import { type CodegradRow, CRITICS, type Critic } from './codegrad-tables.ts';
import { nameOf } from './counts.ts';

/** Rounds of the published loop (III.C). */
const ROUNDS = 2;
/** The datasets that runs here are of. */
const DATASETS: readonly string[] = ['humaneval', 'humaneval-plus'];
/** Critics that the paper names, without and with code. */
const MODELS = ['qwen3-1.7b', 'gpt-4.1-mini'] as const;

/**
 * Every published rate beside that of a run of its dataset: `match` where it lies in the run's 95 % interval, else `differs`, or `not run` and why. A run whose critic is one of the
 * paper's stands beside that critic's cells alone, any other beside those of both. Throws `UsageError` for runs of other tasks, two of one dataset, and programs that the model did not write.
 */
export function compareRuns(rows: readonly CodegradRow[], runs: readonly Run[]): VerifiedCell[] {
  const read = new Map(runs.map((run) => [checkedDataset(run, runs), { run, cells: accuracy(run, readColumns(run)) }]));
  return rows.flatMap((row) => CRITICS.map((critic) => compare(row, critic, read.get(row.dataset))));
}

function checkedDataset({ manifest: { identity } }: Run, runs: readonly Run[]): string {
  const { dataset, start } = identity;
  const refuse = (what: string): never => {
    throw new UsageError(`verify-paper codegrad: expected ${what}`);
  };
  if (!DATASETS.includes(dataset)) return refuse(`a run of ${DATASETS.join(' or ')}, got one of ${dataset}`);
  if (start !== undefined)
    return refuse(`a run that begins with the model's own answers, got one with --start ${start}`);
  const same = runs.filter(({ manifest }) => manifest.identity.dataset === dataset);
  return same.length === 1 ? dataset : refuse(`one run of ${dataset}, got ${same.length}`);
}

interface Read {
  readonly run: Run;
  readonly cells: readonly AccuracyCell[];
}

function compare(row: CodegradRow, critic: Critic, read: Read | undefined): VerifiedCell {
  const k = critic === 'null' ? 0 : ROUNDS;
  const rate = row.rates[critic];
  const head = {
    table: row.table,
    condition: `${nameOf(row)}: ${critic}`,
    k: String(k),
    published: rate.toFixed(3),
  };
  const found = read === undefined ? whyNoRun(row.dataset) : cellOf(critic, k, read);
  if (typeof found === 'string') return { ...head, here: '', status: 'not run', why: found };
  const { solved, graded, ungraded, interval, condition } = found;
  if (interval === undefined)
    return { ...head, here: '', status: 'not run', why: `${condition.name}: nothing was graded` };
  const { low, high } = interval;
  const why = [condition.name, ...(ungraded === 0 ? [] : [`${ungraded} ungraded`])].join(', ');
  return {
    ...head,
    here: `${solved}/${graded} = ${(solved / graded).toFixed(3)} [${low.toFixed(3)}, ${high.toFixed(3)}]`,
    status: low <= rate && rate <= high ? 'match' : 'differs',
    why,
  };
}

const whyNoRun = (dataset: string): string =>
  DATASETS.includes(dataset) ? `no run of ${dataset} is given` : 'no data';

/** The run's cell for a published critic, or why it has none. */
function cellOf(critic: Critic, k: number, { run, cells }: Read): AccuracyCell | string {
  const { identity } = run.manifest;
  const arm = critic === 'null' ? 'baseline' : critic.endsWith('+code') ? 'codegrad-code' : 'codegrad';
  const own = cells.filter(({ condition }) => condition.name === arm);
  if (own.length === 0) return `no arm ${arm} in this run`;
  const other = otherCritic(critic, identity);
  if (other !== undefined) return `the critic of this run is ${other}`;
  return own.find((cell) => cell.k === k) ?? `rounds in this run: ${identity.k.join(', ')}; give --k ${k}`;
}

/** The critic of the run, where it is another one of the paper's. */
function otherCritic(critic: Critic, { model, critic: second = model }: Identity): string | undefined {
  const named = MODELS.find((name) => second.toLowerCase().includes(name));
  const isOther = critic !== 'null' && named !== undefined && !critic.startsWith(named);
  return isOther ? second : undefined;
}
