import { markdownTable } from '../text/markdown-table.ts';
import type { InputCounts, Stage } from './build-record.ts';
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
    row('inputs offered', ({ offered }) => offered),
    row('inputs that were new and valid', ({ kept }) => kept),
    row('attempts of healing', ({ healing }) => healing.length),
    row('attempts after which more tests agree', ({ healing }) => healing.filter((gain) => gain > 0).length),
    row('attempts after which fewer agree', ({ healing }) => healing.filter((gain) => gain < 0).length),
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
    offered: sumOf(stages, ({ offered }) => offered),
    kept: sumOf(stages, ({ kept }) => kept),
    healing: healingGains(stages),
    cut: stages.flatMap(callsOf).filter(({ isCut }) => isCut).length,
  };
}

const sumOf = (stages: readonly Stage[], of: (counts: InputCounts) => number): number =>
  stages.reduce((sum, stage) => sum + (stage.stage === 'oracle' ? of(stage.counts) : 0), 0);

/** Of each attempt of healing: on how many more tests both solutions agree than before it. */
function healingGains(stages: readonly Stage[]): number[] {
  const agreed = new Map<string, number>();
  return stages.flatMap((stage) => {
    if (stage.stage !== 'comparison' && stage.stage !== 'healing') return [];
    const before = agreed.get(stage.id) ?? 0;
    if (stage.stage === 'healing' && !stage.isViable) return [0];
    const now = stage.agreement.split('p').length - 1;
    agreed.set(stage.id, now);
    return stage.stage === 'healing' ? [now - before] : [];
  });
}

/** How a text ended: `built`, or `none: too-few-tests`. */
export const nameOf = (end: End['end']): string => (end.status === 'built' ? 'built' : `none: ${end.reason}`);
