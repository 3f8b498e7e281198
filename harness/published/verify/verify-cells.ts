import { type Column, columnAt, readColumns } from '../../metrics/columns.ts';
import { discordance } from '../../metrics/discordance.ts';
import type { Run } from '../../types/record.ts';
import { asCounted } from '../as-counted.ts';
import { audit } from '../audit.ts';
import type { Finding } from '../finding.ts';
import type { PublishedCell, PublishedComparison, PublishedTables } from '../published-cells.ts';
import { studyCount } from '../study-count.ts';
import { causesOf, remarksOn } from './cell-causes.ts';

/** One published number against the same number from a run. */
export interface VerifiedCell {
  readonly table: string;
  readonly condition: string;
  readonly k: string;
  /** As published, and as counted here; empty when there is nothing to count. */
  readonly published: string;
  readonly here: string;
  /** `not run`: nothing but a run could tell, and none is given. */
  readonly status: 'match' | 'differs' | 'missing' | 'cannot be reproduced' | 'not run';
  /** Why it differs or is missing; on a match what it rests on. */
  readonly why: string;
}

export interface Verification {
  readonly rows: readonly VerifiedCell[];
  /** Cells of benchmarks that no given run is of. */
  readonly unchecked: readonly string[];
}

/**
 * Compares every published cell and comparison with the run of its benchmark. Counts and, where the study prints it, the percentage
 * must agree; `isWhole`: cells of a benchmark without a run are missing, not unchecked.
 */
export function verifyCells(tables: PublishedTables, runs: readonly Run[], isWhole: boolean): Verification {
  const rows: VerifiedCell[] = [];
  const unchecked = new Set<string>();
  const known = runs.map((run) => ({
    run,
    columns: readColumns(asCounted(run)),
    findings: run.manifest.identity.imported === undefined ? [] : audit(run),
  }));
  for (const cell of [...tables.cells, ...tables.comparisons]) {
    const found = known.find(({ run }) => run.manifest.identity.dataset === cell.dataset);
    if (found !== undefined) rows.push(verify(cell, found));
    else if (isWhole) rows.push(missing(cell, `no run of ${cell.dataset} here`));
    else unchecked.add(cell.dataset);
  }
  return { rows, unchecked: [...unchecked] };
}

type Published = PublishedCell | PublishedComparison;

interface Known {
  readonly run: Run;
  readonly columns: readonly Column[];
  readonly findings: readonly Finding[];
}

function verify(cell: Published, known: Known): VerifiedCell {
  return isComparison(cell) ? verifyComparison(cell, known.run, known.columns) : verifyCell(cell, known);
}

const isComparison = (cell: Published): cell is PublishedComparison => 'comparator' in cell;

function verifyCell(cell: PublishedCell, { run, columns, findings }: Known): VerifiedCell {
  const count = studyCount(columns, cell.condition, cell.k);
  if (count === undefined) {
    return missing(cell, `no result file for ${cell.condition} at k = ${cell.k.join(' or ')} in this run`);
  }
  const here = `${count.solved}/${count.total} = ${percentOf(count.solved, count.total)} %`;
  const isEqual = count.solved === cell.solved && count.total === cell.total && isWithin(cell);
  return {
    ...describe(cell),
    here,
    status: isEqual ? 'match' : 'differs',
    why: (isEqual ? remarksOn(cell, run, findings) : causesOf(cell, count, run)).join('; '),
  };
}

/** Whether the printed percentage is that of the published count: rounding, to one decimal. */
function isWithin({ percent, tolerance = 0, solved, total }: PublishedCell): boolean {
  return percent === undefined || Math.abs((100 * solved) / total - percent) <= tolerance + 1e-9;
}

function verifyComparison(cell: PublishedComparison, run: Run, columns: readonly Column[]): VerifiedCell {
  const [ours, theirs] = [
    columnAt(columns, cell.condition, cell.k),
    columnAt(columns, cell.comparator, cell.comparatorK),
  ];
  if (ours === undefined || theirs === undefined) return missing(cell, 'one of the two cells is not in this run');
  const { compared, gained, lost } = discordance(theirs, ours);
  if (compared === 0) return missing(cell, 'no task has a result file in both cells');
  const isSame = lost === cell.regressed && (cell.improved === undefined || gained === cell.improved);
  const isEqual = isSame && compared === cell.pairs;
  return {
    ...describe(cell),
    here: `${cell.improved === undefined ? '' : `+${gained} `}-${lost}`,
    status: isEqual ? 'match' : 'differs',
    why: isEqual
      ? `${compared} tasks paired`
      : [
          `${compared} of ${cell.pairs} tasks paired`,
          ...(compared === cell.pairs ? alternatives(cell, run, columns) : []),
        ].join('; '),
  };
}

/** Other comparisons of the same two arms that give the published numbers: what the study may have counted instead. */
function alternatives(cell: PublishedComparison, run: Run, columns: readonly Column[]): string[] {
  const ks = run.manifest.identity.k;
  return ks.flatMap((k) =>
    ks.flatMap((comparatorK) => {
      const [ours, theirs] = [columnAt(columns, cell.condition, k), columnAt(columns, cell.comparator, comparatorK)];
      if (ours === undefined || theirs === undefined || ours === theirs) return [];
      const { gained, lost } = discordance(theirs, ours);
      const isIt = lost === cell.regressed && (cell.improved === undefined || gained === cell.improved);
      return isIt && k !== cell.k ? [`k = ${k} against k = ${comparatorK} gives the published numbers`] : [];
    }),
  );
}

function missing(cell: Published, why: string): VerifiedCell {
  return { ...describe(cell), here: '', status: 'missing', why };
}

function describe(cell: Published): Pick<VerifiedCell, 'table' | 'condition' | 'k' | 'published'> {
  const { table, condition } = cell;
  if (isComparison(cell)) {
    const gained = cell.improved === undefined ? '' : `+${cell.improved} `;
    return {
      table,
      condition: `${condition} against ${cell.comparator}`,
      k: `${cell.k} : ${cell.comparatorK}`,
      published: `${gained}-${cell.regressed}`,
    };
  }
  const printed = cell.percent === undefined ? '(not printed)' : `= ${cell.percent.toFixed(1)} %`;
  return { table, condition, k: cell.k.join(' or '), published: `${cell.solved}/${cell.total} ${printed}` };
}

const percentOf = (solved: number, total: number): string => ((100 * solved) / total).toFixed(1);
