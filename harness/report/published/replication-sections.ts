import type { Analysis } from '../../metrics/analysis.ts';
import { type TwoByTwo, twoByTwos } from '../../metrics/two-by-two.ts';
import { REPLICATION_MARGIN, type ReplicationRow, replicationRows } from '../../published/replication/replication.ts';
import { type RowWord, rowWords } from '../../published/replication/replication-words.ts';
import { stepText } from '../../published/verify/row-labels.ts';
import type { Section, Table } from '../../text/section.ts';
import type { ReplicatedStudy } from '../../types/study.ts';
import { bounds, percentPoints, percentWithBounds, pValue, UNKNOWN } from '../tables/format.ts';

const POINTS = 100 * REPLICATION_MARGIN;

/** What only a run that replicates a published study has: its cells beside the published ones, its rows, the two by two. */
export function replicationSections({ run, columns }: Analysis): Section[] {
  const { study } = run;
  if (study === undefined) return [];
  const counted = replicationRows(run, study, 'as counted');
  const sound = replicationRows(run, study, 'without artefacts');
  const squares = twoByTwos(run, columns, study.arms);
  const words = rowWords(run, columns, study);
  return [
    {
      title: `Replication of ${study.title}`,
      notes: [...notes(study, run.manifest.identity), ...(counted.length === 0 ? [] : [rule(counted)])],
      tables: counted.length === 0 ? [] : [cellTable(counted), ...(words.length === 0 ? [] : [wordTable(words)])],
    },
    ...(sound.length === 0
      ? []
      : [
          {
            title: 'The replication without artefacts',
            notes: [
              'As published: failures made by the extractor and evaluations that never took place are unknown; that needs the study’s records (--records). Here: a program that does not parse because prose or a fence stands in it is unknown. Unknown because of the outcome (only failures can be artefacts), so what is left is no random part.',
            ],
            tables: [cellTable(sound)],
          },
        ]),
    ...(squares.length === 0 ? [] : [twoByTwoSection(squares)]),
  ];
}

function notes(
  study: ReplicatedStudy,
  { dataset, model, k, protocol, maxOutputTokens, conditions }: Analysis['run']['manifest']['identity'],
): string[] {
  const differs = [
    ...(dataset === study.dataset
      ? []
      : [`dataset ${dataset}, published: ${study.dataset} (its cells say nothing of this one)`]),
    ...(study.model.endsWith(model) ? [] : [`model ${model}, published: ${study.model}`]),
    ...(protocol === study.protocol
      ? []
      : [`protocol ${protocol}, published: ${study.protocol} (each k a run of its own)`]),
    ...(maxOutputTokens === study.maxOutputTokens
      ? []
      : [`at most ${maxOutputTokens} output tokens, published: ${study.maxOutputTokens}`]),
    ...(k.join() === study.k.join() ? [] : [`k = ${k.join(', ')}, published: ${study.k.join(', ')}`]),
  ];
  const names = new Set(conditions.map(({ name }) => name));
  const arms = study.arms.filter(({ condition }) => names.has(condition));
  return [
    `Arms of ${study.id}: ${arms.map(({ arm, condition, stop }) => `${arm} = ${condition} (stops: ${stop})`).join('; ')}.`,
    ...(differs.length === 0 ? [] : [`Otherwise than published: ${differs.join('; ')}.`]),
    ...(study.leak === undefined ? [] : [`LEAK, as published: ${study.leak}.`]),
  ];
}

function rule(rows: readonly ReplicationRow[]): string {
  const isPaired = rows.some(({ paired }) => paired !== undefined);
  const how = isPaired
    ? 'here less published on the same tasks, with Tango’s 95 % score interval'
    : 'here less published as two independent shares, with Newcombe’s 95 % interval: tasks are not paired, for the study’s records were not given (--records)';
  return `The first sample of each task. Difference: ${how}. By rule: "differs" where that interval excludes 0, "compatible" where it lies within ${POINTS} points of 0, else "too few to tell".`;
}

function cellTable(rows: readonly ReplicationRow[]): Table {
  return {
    header: ['arm', 'k', 'published', 'here [95 %]', 'unknown', 'pairs', '+ / −', 'difference [95 %]', 'p', 'word'],
    rows: rows.map(({ arm, k, published, here, paired, difference, interval, word }) => [
      arm.arm,
      k.join(' or '),
      published === undefined ? UNKNOWN : shareText(published.solved, published.total),
      `${here.solved}/${here.known} = ${percentWithBounds(here.known === 0 ? undefined : here.solved / here.known, here.interval)}`,
      String(here.unknown),
      paired === undefined ? UNKNOWN : String(paired.pairs),
      paired === undefined ? UNKNOWN : `${paired.gained} / ${paired.lost}`,
      difference === undefined ? UNKNOWN : `${signed(difference)} ${bounds(interval)}`,
      pValue(paired?.pValue),
      word,
    ]),
    textColumns: [9],
  };
}

function wordTable(words: readonly RowWord[]): Table {
  return {
    header: ['arm', 'published word', 'here', 'holds here', 'from k to k here', 'published', 'why'],
    rows: words.map(({ arm, printed, counts, does, why, steps, published }) => [
      arm,
      printed,
      counts.map(({ solved, total }) => `${solved}/${total}`).join(', '),
      does ? 'yes' : 'no',
      steps.map(stepText).join('; '),
      published.map(({ from, to, gained, lost }) => `${from} to ${to}: +${gained} -${lost}`).join('; ') || UNKNOWN,
      why ?? '',
    ]),
    textColumns: [1, 2, 3, 4, 5, 6],
  };
}

function twoByTwoSection(squares: readonly TwoByTwo[]): Section {
  return {
    title: 'Loop by extractor',
    notes: [
      'Share solved of the tasks that are known in all four arms of a row, in percent. Effect of the extractor: default less published. Interaction: that effect on the published loop less that on the mended one; intervals (95 %) draw whole tasks again. By rule: a word where the interval of the interaction excludes 0.',
    ],
    tables: [
      {
        header: [
          'arm',
          'k',
          'tasks',
          'published loop: published, default extractor',
          'effect',
          'mended loop: published, default extractor',
          'effect',
          'interaction [95 %]',
          'word',
        ],
        rows: squares.map(
          ({ arm, k, tasks, leftOut, shares: [a, b, c, d], ofPublishedLoop, ofMendedLoop, interaction, word }) => [
            arm,
            String(k),
            leftOut === 0 ? String(tasks) : `${tasks} (${leftOut} left out)`,
            `${percentPoints(a)}, ${percentPoints(b)}`,
            estimateText(ofPublishedLoop),
            `${percentPoints(c)}, ${percentPoints(d)}`,
            estimateText(ofMendedLoop),
            estimateText(interaction),
            word,
          ],
        ),
        textColumns: [8],
      },
    ],
  };
}

const shareText = (solved: number, total: number): string => `${solved}/${total} = ${percentPoints(solved / total)} %`;

const signed = (share: number): string => `${share > 0 ? '+' : ''}${percentPoints(share)}`;

function estimateText({ value, interval }: TwoByTwo['interaction']): string {
  return value === undefined ? UNKNOWN : `${signed(value)} ${bounds(interval)}`;
}
