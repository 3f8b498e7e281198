import { markdownTable } from '../text/markdown-table.ts';
import type { Stage } from './build-record.ts';
import { callsOf } from './calls-of.ts';

/** A build as a column of the table. */
interface Column {
  readonly name: string;
  readonly stages: readonly Stage[];
}

type End = Extract<Stage, { stage: 'end' }>;

/** How many texts reached which stage and how they ended; a column a build. */
export function endsTable(builds: readonly Column[]): string {
  const found = builds.map(({ stages }) => countsOf(stages));
  const reasons = [...new Set(found.flatMap(({ ends }) => [...ends.keys()]))].sort();
  const row = (name: string, of: (counts: ReturnType<typeof countsOf>) => number): string[] => [
    name,
    ...found.map((counts) => String(of(counts))),
  ];
  const [first] = found;
  const stageRows = [...(first?.stages.keys() ?? [])].map((name) => row(name, ({ stages }) => stages.get(name) ?? 0));
  const rows = [
    ...stageRows,
    ...reasons.map((name) => row(name, ({ ends }) => ends.get(name) ?? 0)),
    row('model calls', ({ calls }) => calls.reduce((sum, one) => sum + one, 0)),
    row('answers cut at the output limit', ({ cut }) => cut),
    row('most calls of a text', ({ calls }) => Math.max(0, ...calls)),
  ];
  return markdownTable({ header: ['what', ...builds.map(({ name }) => name)], rows });
}

function countsOf(stages: readonly Stage[]) {
  const ends = stages.filter((stage): stage is End => stage.stage === 'end');
  const reached = (name: Stage['stage'], is: (stage: Stage) => boolean = () => true): number =>
    new Set(stages.filter((stage) => stage.stage === name && is(stage)).map(({ id }) => id)).size;
  const hasSpecification = (one: Stage) => one.stage === 'specification' && one.specification !== undefined;
  return {
    stages: new Map([
      ['texts', ends.length],
      ['with a specification', reached('specification', hasSpecification)],
      ['with enough valid inputs', reached('reference')],
      ['with two solutions', reached('comparison')],
      ['healed at least once', reached('healing')],
      ['in a circular round', reached('circular')],
    ]),
    ends: new Map([...Map.groupBy(ends, ({ end }) => nameOf(end))].map(([name, of]) => [name, of.length])),
    calls: ends.map(({ calls }) => calls),
    cut: stages.flatMap(callsOf).filter(({ isCut }) => isCut).length,
  };
}

/** How a text ended: `built`, or `none: too-few-tests`. */
export const nameOf = (end: End['end']): string => (end.status === 'built' ? 'built' : `none: ${end.reason}`);
