import { type TwoByTwo, twoByTwos } from '../../metrics/two-by-two.ts';
import { type ReplicationRow, replicationRows } from '../../published/replication/replication.ts';
import { csvFile, type DescribedColumns, estimateColumns } from '../csv-file.ts';

const CELLS: DescribedColumns<ReplicationRow & { readonly study: string }> = [
  ['study', 'the published study', ({ study }) => study],
  [
    'counting',
    '`as-counted`: as the study counted. `without-artefacts`: failures made by the extractor and evaluations that never took place are unknown',
    ({ counting }) => counting.replaceAll(' ', '-'),
  ],
  ['arm', 'arm, by its published name', ({ arm }) => arm.arm],
  ['condition', 'condition that repeats it', ({ arm }) => arm.condition],
  ['k', 'k; several with `|`: solved at any of them', ({ k }) => k.join('|')],
  [
    'published_solved',
    'solved as published; empty where that takes the study’s records',
    ({ published }) => published?.solved,
  ],
  ['published_total', 'out of how many', ({ published }) => published?.total],
  ['solved', 'tasks whose first sample is solved here', ({ here }) => here.solved],
  ['graded', 'tasks known here', ({ here }) => here.known],
  ['unknown', 'tasks unknown here', ({ here }) => here.unknown],
  ['rate', 'solved / graded', ({ here }) => (here.known === 0 ? undefined : here.solved / here.known)],
  ['ci_low', 'lower end of its 95 % Wilson interval', ({ here }) => here.interval?.low],
  ['ci_high', 'its upper end', ({ here }) => here.interval?.high],
  ['pairs', 'tasks known here and as published; empty without the study’s records', ({ paired }) => paired?.pairs],
  ['wins', 'solved here and not as published', ({ paired }) => paired?.gained],
  ['losses', 'solved as published and not here', ({ paired }) => paired?.lost],
  ['p_value', 'exact two-sided McNemar test', ({ paired }) => paired?.pValue],
  ['difference', 'rate here less published', ({ difference }) => difference],
  [
    'difference_ci_low',
    'lower end of its 95 % interval: Tango’s of pairs, else Newcombe’s of two independent shares',
    ({ interval }) => interval?.low,
  ],
  ['difference_ci_high', 'its upper end', ({ interval }) => interval?.high],
  [
    'word',
    '`differs`: that interval excludes 0. `compatible`: it lies within 10 points of 0. Else `too few to tell`',
    ({ word }) => word,
  ],
];

export const replicationCsv = csvFile({
  name: 'replication.csv',
  about: 'Only of a run that replicates a published study: one row per published cell and way of counting.',
  columns: CELLS,
  rows: ({ run }) => {
    const { study } = run;
    if (study === undefined) return undefined;
    const ways = ['as counted', 'without artefacts'] as const;
    return ways.flatMap((way) => replicationRows(run, study, way)).map((row) => ({ ...row, study: study.id }));
  },
});

const SQUARES: DescribedColumns<TwoByTwo> = [
  ['arm', 'arm, by its published name', ({ arm }) => arm],
  ['k', 'k', ({ k }) => k],
  ['tasks', 'tasks known in all four arms', ({ tasks }) => tasks],
  ['left_out', 'the others', ({ leftOut }) => leftOut],
  ['published_loop_published_extractor', 'share solved', ({ shares }) => shares[0]],
  ['published_loop_default_extractor', 'share solved', ({ shares }) => shares[1]],
  ['mended_loop_published_extractor', 'share solved', ({ shares }) => shares[2]],
  ['mended_loop_default_extractor', 'share solved', ({ shares }) => shares[3]],
  ...estimateColumns<TwoByTwo>(
    'interaction',
    'effect of the extractor (default less published) on the published loop, less that on the mended one',
    ({ interaction }) => interaction,
  ),
  ['word', 'what the interval of the interaction says, by rule', ({ word }) => word],
];

export const twoByTwoCsv = csvFile({
  name: 'two-by-two.csv',
  about:
    'Only of a run that replicates a published study and has both loops under both extractors: one row per arm and k.',
  columns: SQUARES,
  rows: ({ run, columns }) => (run.study === undefined ? undefined : twoByTwos(run, columns, run.study.arms)),
});
