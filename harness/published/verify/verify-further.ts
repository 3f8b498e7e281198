import { BASELINE, type Column, columnAt, readColumns } from '../../metrics/columns.ts';
import { discordance } from '../../metrics/discordance.ts';
import type { Run } from '../../types/record.ts';
import { asCounted } from '../as-counted.ts';
import type { PublishedDerived, PublishedLabel, PublishedSeries, PublishedTables } from '../published-cells.ts';
import { type StudyCount, studyCount } from '../study-count.ts';
import { labelHolds, type Row, stepsOf, stepText } from './row-labels.ts';
import type { VerifiedCell } from './verify-cells.ts';

/**
 * What was published beside the cells: numbers made of two cells, a word for each row, percentages with the counts they should follow
 * from. Counted as the study counted; what needs a run that is not given is missing.
 */
export function verifyFurther({ derived, labels, series }: PublishedTables, runs: readonly Run[]): VerifiedCell[] {
  const known = new Map(runs.map((run) => [run.manifest.identity.dataset, readColumns(asCounted(run))]));
  const ksOf = new Map(runs.map((run) => [run.manifest.identity.dataset, run.manifest.identity.k]));
  return [
    ...derived.map((number) => verifyDerived(number, known.get(number.dataset) ?? [])),
    ...labels.map((label) => verifyLabel(label, known.get(label.dataset) ?? [], ksOf.get(label.dataset) ?? [])),
    ...series.flatMap(verifySeries),
  ];
}

// ── Numbers made of two cells ──────────────────────────────────────────────────────────────────────────────────────

function verifyDerived(number: PublishedDerived, columns: readonly Column[]): VerifiedCell {
  const { table, condition, comparator, k, comparatorK, measure, value, tolerance } = number;
  const row = {
    table,
    condition: `${condition} against ${comparator}`,
    k: `${k.join(' or ')} : ${comparatorK.join(' or ')}`,
    published: `${measure} ${numberText(measure, value)}`,
  };
  const here = derivedHere(number, columns);
  if (here === undefined)
    return { ...row, here: '', status: 'missing', why: 'one of the two cells is not in a run here' };
  const isEqual = Math.abs(here.value - value) <= tolerance + 1e-9;
  return { ...row, here: numberText(measure, here.value), status: isEqual ? 'match' : 'differs', why: here.why };
}

function derivedHere({ condition, comparator, k, comparatorK, measure }: PublishedDerived, columns: readonly Column[]) {
  const ours = studyCount(columns, condition, k);
  const theirs = studyCount(columns, comparator, comparatorK);
  if (ours === undefined || theirs === undefined) return undefined;
  const why = `${ours.solved}/${ours.total} against ${theirs.solved}/${theirs.total}${k.length > 1 ? '; picked with hindsight' : ''}`;
  switch (measure) {
    case 'relative gain':
      return { value: (100 * (ours.solved - theirs.solved)) / theirs.solved, why };
    case 'points gained':
      return { value: 100 * (rate(ours) - rate(theirs)), why };
    case 'improved to regressed': {
      const [first, second] = [
        columnAt(columns, comparator, comparatorK[0] ?? 1),
        columnAt(columns, condition, k[0] ?? 1),
      ];
      if (first === undefined || second === undefined) return undefined;
      const { gained, lost } = discordance(first, second);
      return { value: gained / lost, why: `+${gained} -${lost}` };
    }
  }
}

function numberText(measure: PublishedDerived['measure'], value: number): string {
  const signed = `${value < 0 ? '' : '+'}${value.toFixed(1)}`;
  return measure === 'relative gain' ? `${signed} %` : measure === 'points gained' ? signed : `${value.toFixed(1)} : 1`;
}

const rate = ({ solved, total }: StudyCount): number => solved / total;

// ── Words for rows ─────────────────────────────────────────────────────────────────────────────────────────────────

function verifyLabel(label: PublishedLabel, columns: readonly Column[], ks: readonly number[]): VerifiedCell {
  const { table, condition, printed } = label;
  const head = { table, condition, k: ks.join(', '), published: `"${printed}"` };
  const row = rowOf(columns, condition, ks);
  if (row === undefined) return { ...head, here: '', status: 'missing', why: 'a cell of the row is not in a run here' };
  const others = [...new Set(columns.map((column) => column.condition.name))].filter(
    (name) => name !== BASELINE && name !== condition,
  );
  const rows = new Map(
    others.flatMap((name) => {
      const other = rowOf(columns, name, ks);
      return other === undefined ? [] : [[name, other] as const];
    }),
  );
  const steps = stepsOf(columns, condition, ks);
  const regressed = steps.reduce((sum, { lost }) => sum + lost, 0);
  const holds = labelHolds(label.label, row, rows, regressed);
  const counts = row.counts.map(({ solved, total }) => `${solved}/${total}`).join(', ');
  const why = [...(holds.why === undefined ? [] : [holds.why]), ...steps.map(stepText)].join('; ');
  return { ...head, here: counts, status: holds.does ? 'match' : 'differs', why };
}

function rowOf(columns: readonly Column[], condition: string, ks: readonly number[]): Row | undefined {
  const counts = ks.flatMap((k) => studyCount(columns, condition, [k]) ?? []);
  return counts.length < 2 || counts.length < ks.length ? undefined : { ks, counts };
}

// ── Percentages beside counts ──────────────────────────────────────────────────────────────────────────────────────

type Counts = PublishedSeries['counts'][number];

/** Every formula that the published text or its counts suggest. */
const FORMULAS: readonly (readonly [name: string, value: (counts: Counts) => number])[] = [
  ['pass / applicable', ({ pass, partial, fail }) => pass / (pass + partial + fail)],
  ['(pass + partial / 2) / applicable', ({ pass, partial, fail }) => (pass + partial / 2) / (pass + partial + fail)],
  ['(pass + partial) / applicable', ({ pass, partial, fail }) => (pass + partial) / (pass + partial + fail)],
  ['pass / all', (counts) => counts.pass / all(counts)],
  ['(pass + partial / 2) / all', (counts) => (counts.pass + counts.partial / 2) / all(counts)],
  ['(pass + partial) / all', (counts) => (counts.pass + counts.partial) / all(counts)],
  ['(all - fail) / all', (counts) => (all(counts) - counts.fail) / all(counts)],
];

const all = ({ pass, partial, fail, notApplicable }: Counts): number => pass + partial + fail + notApplicable;

/** A formula reproduces the series when it gives every value of it, to one decimal; each value is a row of its own. */
function verifySeries({ table, what, values, counts }: PublishedSeries): VerifiedCell[] {
  const isGiven = (value: (counts: Counts) => number): boolean =>
    counts.every((one, at) => Math.abs(100 * value(one) - (values[at] ?? 0)) <= 0.05 + 1e-9);
  const formula = FORMULAS.find(([, value]) => isGiven(value));
  return values.map((published, at) => {
    const own = counts[at] ?? { pass: 0, partial: 0, fail: 0, notApplicable: 0 };
    const given = FORMULAS.map(([name, value]) => ({ name, percent: 100 * value(own) }));
    const nearest = given.toSorted((a, b) => Math.abs(a.percent - published) - Math.abs(b.percent - published))[0];
    const { pass, partial, fail, notApplicable } = own;
    return {
      table,
      condition: what,
      k: '',
      published: `${published.toFixed(1)} %`,
      here: `${(formula === undefined ? (nearest?.percent ?? 0) : 100 * formula[1](own)).toFixed(1)} %`,
      status: formula === undefined ? 'cannot be reproduced' : 'match',
      why: `of ${pass}/${partial}/${fail}/${notApplicable} (pass, partial, fail, not applicable): ${
        formula?.[0] ?? given.map(({ name, percent }) => `${name} ${percent.toFixed(1)}`).join('; ')
      }`,
    };
  });
}
