import type { AccuracyCell } from '../../metrics/accuracy.ts';
import type { Analysis } from '../../metrics/analysis.ts';
import type { InjectedFaults } from '../../metrics/claims/faults.ts';
import { columnKs } from '../../metrics/columns.ts';
import { csvFile, type DescribedColumns, proportionColumns } from '../csv-file.ts';

interface FaultRow extends InjectedFaults {
  readonly k: number;
  readonly agreement: number | undefined;
  readonly cell: AccuracyCell | undefined;
}

const COLUMNS: DescribedColumns<FaultRow> = [
  ['condition', 'arm', ({ condition }) => condition.name],
  ['base', 'the arm without its faults', ({ base }) => base],
  ['fault', '`verdict-flip`, `claims` or `plan`', ({ fault }) => fault],
  ['rate', 'injected rate', ({ rate }) => rate],
  ...proportionColumns<FaultRow>(
    'observed',
    'verdicts flipped of all verdicts; claims negated of all new ones; plans dropped of all requested',
    ({ observed }) => observed,
  ),
  ['recovered', '`true`: `rate` lies in the interval of the observed rate', ({ isRecovered }) => isRecovered],
  [
    'agreement',
    'share of verdicts, as the loop was told them, that agree with the grade',
    ({ agreement }) => agreement,
  ],
  ['k', 'the largest k', ({ k }) => k],
  ['solved_rate', 'accuracy at that k', ({ cell }) => cell?.rate],
  ['solved_ci_low', 'lower end of its 95 % interval', ({ cell }) => cell?.interval?.low],
  ['solved_ci_high', 'its upper end', ({ cell }) => cell?.interval?.high],
];

export const faultsCsv = csvFile({
  name: 'faults.csv',
  about: 'Only with `--inject`: one row per arm and kind of fault.',
  columns: COLUMNS,
  rows(analysis) {
    const { faults } = analysis.claims;
    return faults.length === 0 ? undefined : faults.map((fault) => withResults(fault, analysis));
  },
});

function withResults(fault: InjectedFaults, { verifiers, accuracy, run }: Analysis): FaultRow {
  const k = Math.max(...columnKs(run));
  const { name } = fault.condition;
  return {
    ...fault,
    k,
    agreement: verifiers.find(({ condition }) => condition.name === name)?.gain?.agreement,
    cell: accuracy.find((cell) => cell.condition.name === name && cell.k === k),
  };
}
