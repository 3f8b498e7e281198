import { median } from '../../../statistics/median.ts';
import type { CsvColumns } from '../../../text/csv.ts';
import type { CsvRecord } from '../../../text/read-csv.ts';
import type { EvaluationRecord } from './evaluation-store.ts';
import { ownSeconds, PHASES, type PhaseSeconds } from './phases.ts';

/** What is known of the time of one evaluation; phases and machine are absent in older records. */
export type Timed = Pick<EvaluationRecord, 'seconds' | 'phases' | 'machine'>;

/** The phases that are the harness' own, in their order. */
const OWN_PHASES = PHASES.filter((phase) => phase !== 'install' && phase !== 'tests');

/** The harness' own share; `undefined` where phases were not measured. */
export const ownSecondsOf = ({ seconds, phases }: Timed): number | undefined =>
  phases === undefined ? undefined : ownSeconds(seconds, phases);

/**
 * Whether little else was at work when an evaluation began: the load of the minute before was at most half above the evaluations that are known
 * to have been. `false` where the load is not known.
 */
export const isQuiet = ({ machine }: Timed): boolean =>
  machine !== undefined && machine.loadBefore <= machine.atWork + 0.5;

/**
 * One line about evaluations called `what`: the median of their seconds and of each phase, the harness' own share, and what else the machine
 * did. `undefined` of none; those without phases are counted apart.
 */
export function describeSeconds(what: string, evaluations: readonly Timed[]): string | undefined {
  const whole = median(evaluations.map(({ seconds }) => seconds));
  if (whole === undefined) return undefined;
  const phases = evaluations.flatMap((each) => (each.phases === undefined ? [] : [each.phases]));
  const older = evaluations.length - phases.length;
  const own = median(evaluations.flatMap((each) => ownSecondsOf(each) ?? []));
  const of = (phase: (typeof PHASES)[number]): string => shown(medianOf(phases, phase));
  const share =
    own === undefined
      ? []
      : [
          `install ${of('install')}, tests ${of('tests')}, the harness' own share ${shown(own)} (${OWN_PHASES.map((phase) => `${phase} ${of(phase)}`).join(', ')})`,
        ];
  const parts = [
    `median ${shown(whole)} over ${evaluations.length}`,
    ...share,
    ...machineParts(evaluations),
    ...(older === 0 ? [] : [`phases unknown: ${older}`]),
  ];
  return `seconds of ${what}: ${parts.join('; ')}`;
}

function machineParts(evaluations: readonly Timed[]): string[] {
  const machines = evaluations.flatMap(({ machine }) => machine ?? []);
  if (machines.length === 0) return [];
  const loads = machines.map(({ loadBefore }) => loadBefore);
  const [least, most] = [Math.min(...loads), Math.max(...loads)].map((load) => load.toFixed(1));
  const atWork = Math.max(...machines.map((machine) => machine.atWork));
  return [`load before ${least === most ? least : `${least} to ${most}`}, up to ${atWork} at a time`];
}

const medianOf = (all: readonly PhaseSeconds[], phase: (typeof PHASES)[number]): number | undefined =>
  median(all.flatMap((phases) => phases[phase] ?? []));

const shown = (seconds: number | undefined): string => (seconds === undefined ? 'unknown' : `${seconds.toFixed(1)} s`);

/** Columns for the time of an evaluation, their names begun with `prefix`; empty where it is not known. */
export const secondsColumns = <Row>(prefix: string, timedOf: (row: Row) => Timed | undefined): CsvColumns<Row> => [
  ...PHASES.map((phase) => [`${prefix}${phase}_seconds`, (row: Row) => timedOf(row)?.phases?.[phase]] as const),
  [
    `${prefix}own_seconds`,
    (row) => {
      const timed = timedOf(row);
      return timed && ownSecondsOf(timed);
    },
  ],
  [`${prefix}load_before`, (row) => timedOf(row)?.machine?.loadBefore],
  [`${prefix}at_work`, (row) => timedOf(row)?.machine?.atWork],
];

/** Reads `<prefix>seconds` and the columns of `secondsColumns` back; `undefined` for a row without seconds. */
export function timedOfCells(prefix: string, cells: CsvRecord): Timed | undefined {
  const number = (name: string): number | undefined => {
    const cell = cells[`${prefix}${name}`] ?? '';
    return cell === '' ? undefined : Number(cell);
  };
  const seconds = number('seconds');
  if (seconds === undefined) return undefined;
  const phases = PHASES.map((phase) => [phase, number(`${phase}_seconds`)] as const).filter(
    ([, spent]) => spent !== undefined,
  );
  const [loadBefore, atWork] = [number('load_before'), number('at_work')];
  return {
    seconds,
    ...(phases.length === 0 ? {} : { phases: Object.fromEntries(phases) }),
    ...(loadBefore === undefined || atWork === undefined ? {} : { machine: { loadBefore, atWork } }),
  };
}
