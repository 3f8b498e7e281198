import { DataError } from '../../errors.ts';
import { gainOf, inWords, roundsTo } from '../arithmetic/gain.ts';
import type { ClaimVerdict, JudgedClaim } from '../arithmetic/judged-claim.ts';
import { leastP } from '../arithmetic/least-p.ts';
import type { AlphaverusClaim, AlphaverusRow, AlphaverusTables } from './alphaverus-tables.ts';
import { type CountedCell, countedCell, countInWords } from './counted-cell.ts';

/** A difference that no pairing brings below this is not told from chance. */
const ALPHA = 0.05;

/** Holds what a sentence says against the published tables and counts. */
export function judgeAlphaverusClaim(claim: AlphaverusClaim, tables: AlphaverusTables): JudgedClaim {
  switch (claim.claim) {
    case 'percent': {
      const cell = cellOf(tables, claim);
      const holds = roundsTo(cell.percent, claim.percent, 0);
      return {
        said: `${claim.dataset}: ${claim.method} ${claim.percent} %`,
        verdict: holds ? 'holds' : 'cannot hold',
        why: `${cell.percent.toFixed(1)} %`,
      };
    }
    case 'higher':
      return { said: higherInWords(claim), ...judgeHigher(claim, tables) };
    case 'gain':
      return {
        said: `${claim.dataset}: ${claim.method} over ${claim.against}, ${claim.percent} %`,
        ...judgeGain(claim, cellOf(tables, claim), cellOf(tables, { ...claim, method: claim.against })),
      };
    case 'share':
      return { said: `${claim.count}: about ${claim.percent} % of the ${claim.of}`, ...judgeShare(claim, tables) };
    case 'tasks':
      return { said: `${claim.dataset}: ${claim.count} tasks`, ...judgeTasks(claim, tables.rows) };
    case 'text':
      return { said: claim.said, verdict: 'not recoverable', why: claim.why };
  }
}

type Kind<K extends AlphaverusClaim['claim']> = Extract<AlphaverusClaim, { claim: K }>;

interface Place {
  readonly table: string;
  readonly dataset: string;
  readonly method: string;
}

/** Throws `DataError` where the file's claim names no cell of its own tables. */
function cellOf({ rows }: AlphaverusTables, { table, dataset, method }: Place): CountedCell {
  const row = rows.find((one) => one.table === table && one.dataset === dataset);
  const cell = row === undefined ? undefined : countedCell(row, method);
  if (cell === undefined) throw new DataError(`alphaverus.json: Table ${table} has no cell ${dataset}: ${method}`);
  return cell;
}

const higherInWords = ({ datasets, method, than }: Kind<'higher'>): string =>
  `${datasets.join(' and ')}: ${method} solves more than ${than.join(', ')}`;

function judgeHigher({ table, datasets, method, than }: Kind<'higher'>, tables: AlphaverusTables): ClaimVerdict {
  const pairs = datasets.flatMap((dataset) => {
    const own = cellOf(tables, { table, dataset, method });
    return than.map((other) => [own, cellOf(tables, { table, dataset, method: other })] as const);
  });
  const ps = pairs.map(([own, other]) => leastP(other.count, own.count));
  const counts = pairs
    .map(([own, other]) => `${countInWords(own)} : ${countInWords(other)} of ${own.tasks}`)
    .join(', ');
  if (pairs.some(([own, other]) => own.percent <= other.percent)) return { verdict: 'cannot hold', why: counts };
  const untold = ps.filter((p) => p >= ALPHA);
  if (untold.length === 0) return { verdict: 'holds', why: counts };
  const rest = `${untold.length} of ${ps.length} cannot come below p = ${Math.min(...untold).toFixed(3)} in any pairing`;
  return { verdict: 'holds otherwise', why: `${counts}; ${rest}` };
}

function judgeGain({ percent }: Kind<'gain'>, own: CountedCell, other: CountedCell): ClaimVerdict {
  const gain = gainOf(other.percent / 100, own.percent / 100);
  const counted = gainOf(other.count / other.tasks, own.count / own.tasks);
  const both = `${inWords(gain, 'points')}, ${inWords(gain, 'relative')}`;
  if (!roundsTo(gain.points, percent, 0) && !roundsTo(gain.relative, percent, 0))
    return { verdict: 'cannot hold', why: both };
  if (own.isExact && other.isExact) return { verdict: 'holds', why: both };
  const nearest = `the nearest counts, ${other.count} and ${own.count} of ${own.tasks}, give ${inWords(counted, 'points')}`;
  return { verdict: 'holds otherwise', why: `${both}, from percentages that are no counts; ${nearest}` };
}

/** Half a step of five percent. */
const ABOUT = 2.5;

function judgeShare(claim: Kind<'share'>, { counts }: AlphaverusTables): ClaimVerdict {
  const [count, all, among] = [counts[claim.count], counts[claim.of], counts[claim.among]];
  if (count === undefined || all === undefined || among === undefined)
    throw new DataError(
      `alphaverus.json: a share names a count that is not there: ${claim.count}, ${claim.of}, ${claim.among}`,
    );
  const share = (total: number): string => `${count}/${total} = ${((100 * count) / total).toFixed(1)} %`;
  const isAbout = (total: number): boolean => Math.abs((100 * count) / total - claim.percent) <= ABOUT;
  if (isAbout(all)) return { verdict: 'holds', why: share(all) };
  const why = `${share(all)}; ${claim.among}: ${share(among)}`;
  return { verdict: isAbout(among) ? 'holds otherwise' : 'cannot hold', why };
}

/** A size fits where every percentage of the dataset is the rounding of a count of as many tasks. */
function judgeTasks({ dataset, count }: Kind<'tasks'>, rows: readonly AlphaverusRow[]): ClaimVerdict {
  const cells = rows
    .filter((row) => row.dataset === dataset)
    .flatMap((row) =>
      Object.keys(row.percents).flatMap((method) => countedCell({ ...row, tasks: count }, method) ?? []),
    );
  const wrong = cells.filter(({ isExact }) => !isExact);
  if (wrong.length === 0) return { verdict: 'holds', why: `all ${cells.length} percentages are counts of ${count}` };
  const percents = wrong.map(({ percent }) => percent.toFixed(1)).join(', ');
  return {
    verdict: 'cannot hold',
    why: `${wrong.length} of ${cells.length} percentages are no counts of ${count}: ${percents}`,
  };
}
