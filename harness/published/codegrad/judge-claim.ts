import { type Gain, gainOf, inWords, roundsTo, signed } from '../arithmetic/gain.ts';
import type { ClaimVerdict, JudgedClaim } from '../arithmetic/judged-claim.ts';
import type { Claim, CodegradRow, Critic } from './codegrad-tables.ts';
import { type CountedRow, nameOf } from './counts.ts';

type GainClaim = Extract<Claim, { claim: 'gain' }>;

/** Holds what a sentence says in numbers against the published tables. */
export function judgeClaim(claim: Claim, lines: readonly CountedRow[]): JudgedClaim {
  return { said: wordsOf(claim), ...verdictOf(claim, lines) };
}

function wordsOf(claim: Claim): string {
  switch (claim.claim) {
    case 'gain': {
      const { critic, against, bound, percent, digits, said } = claim;
      const sense = { points: ', called absolute', relative: ', called relative', unsaid: '' }[said];
      const amount = [...(bound === undefined ? [] : [bound]), `${percent.toFixed(digits)} %${sense}`].join(' ');
      return `${nameOf(claim)}: ${critic} over ${against}, ${amount}`;
    }
    case 'rate':
      return `${nameOf(claim)}: ${claim.critic} ${claim.rate.toFixed(3)} in Table ${claim.table}`;
    case 'datasets':
      return `${claim.count} benchmarks`;
    case 'tasks':
      return `${claim.dataset}: ${claim.count} tasks`;
    case 'none':
    case 'some':
      return `${nameOf(claim)}: ${claim.critic} solves ${claim.claim}`;
    case 'largest':
      return `${claim.dataset}: ${claim.critic} gains most, relatively, in ${claim.groups.join(', ')}`;
  }
}

function verdictOf(claim: Claim, lines: readonly CountedRow[]): ClaimVerdict {
  const rows = lines.map(({ row }) => row);
  const line = lines.find(({ row }) => 'dataset' in claim && isPlace(row, claim));
  switch (claim.claim) {
    case 'gain':
      return line === undefined ? NO_LINE : judgeGain(claim, line);
    case 'rate':
      return judgeRate(claim, rows);
    case 'datasets': {
      const names = [...new Set(rows.map(({ dataset }) => dataset))];
      if (names.length === claim.count) return { verdict: 'holds', why: names.join(', ') };
      return { verdict: 'holds otherwise', why: `the tables have ${names.length}: ${names.join(', ')}` };
    }
    case 'tasks':
      return line?.row.tasks === claim.count ? judgeSizes(claim.count, lines) : NO_LINE;
    case 'none':
    case 'some': {
      const rate = line?.row.rates[claim.critic];
      const isSo = rate !== undefined && (rate === 0) === (claim.claim === 'none');
      return { verdict: isSo ? 'holds' : 'cannot hold', why: rate === undefined ? NO_LINE.why : rate.toFixed(3) };
    }
    case 'largest':
      return judgeLargest(claim, rows);
  }
}

const NO_LINE: ClaimVerdict = { verdict: 'cannot hold', why: 'no table has such a line' };

const isPlace = (row: CodegradRow, place: { readonly dataset: string; readonly group?: string | undefined }): boolean =>
  row.dataset === place.dataset && row.group === place.group;

function judgeGain(claim: GainClaim, { row, counts, total }: CountedRow): ClaimVerdict {
  const [before, after] = [row.rates[claim.against], row.rates[claim.critic]];
  const gain = gainOf(before, after);
  const sense = (['points', 'relative'] as const).find((one) => one === claim.said && fits(claim, gain[one]));
  const meant = sense ?? (['points', 'relative'] as const).find((one) => fits(claim, gain[one]));
  if (meant === undefined) {
    const down = (['relative', 'points'] as const).find((one) => Math.floor(gain[one] ?? Number.NaN) === claim.percent);
    if (down !== undefined) return { verdict: 'holds otherwise', why: `${inWords(gain, down)}, rounded down` };
    return { verdict: 'cannot hold', why: `${inWords(gain, 'points')}, ${inWords(gain, 'relative')}` };
  }
  const caveats: string[] = [];
  if (claim.said !== 'unsaid' && meant !== claim.said)
    caveats.push(`${inWords(gain, meant)}; ${inWords(gain, claim.said)}`);
  const [first, second] = [counts[claim.against], counts[claim.critic]];
  if (first === undefined || second === undefined) {
    const rate = (first === undefined ? before : after).toFixed(3);
    caveats.push(`from the rates; no count of ${total} tasks gives ${rate}`);
  } else if (total !== undefined && !fits(claim, gainOf(first / total, second / total)[meant])) {
    const counted = inWords(gainOf(first / total, second / total), meant);
    caveats.push(`from the rounded rates; ${first} and ${second} of ${total} tasks give ${counted}`);
  }
  const larger = claim.bound === 'up to' ? largerOf(claim, row, meant, gain[meant] ?? 0) : undefined;
  if (larger !== undefined) caveats.push(larger);
  if (caveats.length > 0) return { verdict: 'holds otherwise', why: caveats.join('; ') };
  return { verdict: 'holds', why: inWords(gain, meant) };
}

const fits = ({ bound, percent, digits }: GainClaim, value: number | undefined): boolean =>
  bound === 'more than' ? value !== undefined && value > percent : roundsTo(value, percent, digits);

/** Another way to ask the same critic that gains more: what is said to be the most is not. */
function largerOf(claim: GainClaim, row: CodegradRow, sense: keyof Gain, most: number): string | undefined {
  const model = claim.critic.replace('+code', '');
  const others: readonly Critic[] = (Object.keys(row.rates) as Critic[]).filter((one) => one.startsWith(model));
  const gains = others.map((one) => [one, gainOf(row.rates[claim.against], row.rates[one])] as const);
  const found = gains.find(([, gain]) => (gain[sense] ?? 0) > most + 1e-9);
  return found === undefined ? undefined : `${found[0]} gains more: ${inWords(found[1], sense)}`;
}

function judgeRate(claim: Extract<Claim, { claim: 'rate' }>, rows: readonly CodegradRow[]): ClaimVerdict {
  const found = rows.filter((row) => isPlace(row, claim) && row.rates[claim.critic] === claim.rate);
  if (found.some(({ table }) => table === claim.table)) return { verdict: 'holds', why: `Table ${claim.table}` };
  const [other] = found;
  return other === undefined ? NO_LINE : { verdict: 'holds otherwise', why: `it stands in Table ${other.table}` };
}

/** The difficulties share a dataset's tasks out: the smallest sizes that give their rates must come to as many. */
function judgeSizes(count: number, lines: readonly CountedRow[]): ClaimVerdict {
  const sizes = lines.flatMap(({ row, total }) => (row.table === 'III' ? [total ?? Number.NaN] : []));
  const sum = sizes.reduce((all, size) => all + size, 0);
  return { verdict: sum === count ? 'holds' : 'cannot hold', why: `difficulties of ${sizes.join(' + ')} = ${sum}` };
}

function judgeLargest(claim: Extract<Claim, { claim: 'largest' }>, rows: readonly CodegradRow[]): ClaimVerdict {
  const [first] = claim.groups;
  const table = rows.find(({ dataset, group }) => dataset === claim.dataset && group === first)?.table;
  const gains = rows
    .filter((row) => row.table === table)
    .map(({ group = '', rates }) => ({ group, relative: gainOf(rates.null, rates[claim.critic]).relative }));
  const finite = gains.flatMap(({ group, relative }) => (relative === undefined ? [] : [{ group, relative }]));
  const most = finite.toSorted((a, b) => b.relative - a.relative).slice(0, claim.groups.length);
  const why = most.map(({ group, relative }) => `${group} ${signed(relative)}`).join(', ');
  if (!most.every(({ group }) => claim.groups.includes(group))) return { verdict: 'cannot hold', why };
  const none = gains.filter(({ relative }) => relative === undefined).map(({ group }) => group);
  if (none.length === 0) return { verdict: 'holds', why };
  return { verdict: 'holds otherwise', why: `${why}; ${none.join(', ')} rise from none, which has no relative gain` };
}
