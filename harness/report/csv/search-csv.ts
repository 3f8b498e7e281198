import type { Repair } from '../../metrics/search/repairs.ts';
import type { NoNode, ScoreRanking, SolvedWithin } from '../../metrics/search/search.ts';
import { csvFile, type DescribedColumns, estimateColumns } from '../csv-file.ts';

export const SOLVED_WITHIN_COLUMNS: DescribedColumns<SolvedWithin> = [
  ['condition', 'condition', ({ condition }) => condition.name],
  ['generations', 'K: the first generation and k more', ({ generations }) => generations],
  ['solved', 'trials of which one of the first K generations is solved', ({ solved }) => solved],
  ['trials', 'trials of which that is known', ({ trials }) => trials],
  ['ungraded', 'trials of which it is not', ({ ungraded }) => ungraded],
  ...estimateColumns<SolvedWithin>('share', 'solved / trials (tasks resampled)', ({ share }) => share),
  ['made', 'generations that were made: a search ends where one is proved', ({ made }) => made],
];

export const searchCsv = csvFile({
  name: 'search.csv',
  about:
    'Arms that search for a proof: solved within K generations, one row per condition and K. It is no pass@K, which `pass-at-m.csv` estimates from independent draws.',
  columns: SOLVED_WITHIN_COLUMNS,
  rows: ({ search }) => (search.solvedWithin.length === 0 ? undefined : search.solvedWithin),
});

const RANKING: DescribedColumns<ScoreRanking> = [
  ['condition', 'condition', ({ condition }) => condition.name],
  ['refined', 'programs that were refined', ({ refined }) => refined],
  ['with_proved_child', 'those of which a refinement is solved', ({ withProvedChild }) => withProvedChild],
  ['pairs', 'pairs in one trial of a program with a solved refinement and one without', ({ pairs }) => pairs],
  ['higher', 'pairs in which the one with a solved refinement has the higher score', ({ higher }) => higher],
  ['equal', 'pairs whose scores are equal', ({ equal }) => equal],
];

export const searchScoresCsv = csvFile({
  name: 'search-scores.csv',
  about: 'Whether scores rank programs whose refinement is solved above others: one row per condition.',
  columns: RANKING,
  rows: ({ search }) => (search.ranking.length === 0 ? undefined : search.ranking),
});

const NO_NODES: DescribedColumns<NoNode> = [
  ['condition', 'condition', ({ condition }) => condition.name],
  [
    'reason',
    'why a generation makes no node: it is forbidden, has another contract, does not parse or type',
    (row) => row.reason,
  ],
  ['generations', 'generations of this kind', ({ generations }) => generations],
  ['of', 'all generations of the arm', ({ of }) => of],
];

export const searchNoNodesCsv = csvFile({
  name: 'search-no-nodes.csv',
  about: 'Generations of a search that make no node of its tree: one row per condition and reason.',
  columns: NO_NODES,
  rows: ({ search }) => (search.ranking.length === 0 ? undefined : search.noNodes),
});

const REPAIRS: DescribedColumns<Repair> = [
  ['condition', 'condition', ({ condition }) => condition.name],
  ['task_id', 'task', ({ taskId }) => taskId],
  ['sample', 'sample, from 0', ({ sample }) => sample],
  ['step', 'the step whose program and messages these are', ({ step }) => step],
  ['depth', 'its depth in the tree', ({ depth }) => depth],
  ['score', 'its score', ({ score }) => score],
  ['final_step', 'the step that is solved', ({ finalStep }) => finalStep],
  ['final_depth', 'its depth', ({ finalDepth }) => finalDepth],
];

export const searchRepairsCsv = csvFile({
  name: 'search-repairs.csv',
  about:
    'Programs that led to a solved one: one row per ancestor and solved step. With the texts of `trajectories.jsonl` each row is a triple of program, messages and final program (AlphaVerus, Equation 3).',
  columns: REPAIRS,
  rows: ({ search }) => (search.repairs.length === 0 ? undefined : search.repairs),
});
