import type { Analysis } from '../../metrics/analysis.ts';
import type { Section } from '../../text/section.ts';
import { label, percent, percentWithBounds } from './format.ts';

/** What searches for a proof come to; none where no arm searches. */
export function searchSections({ search: { solvedWithin, ranking, noNodes } }: Analysis): Section[] {
  if (solvedWithin.length === 0) return [];
  return [
    {
      title: 'Solved within K generations',
      notes: [
        'A trial is solved within K where one of its first K generations is; a smaller K is the beginning of a larger one. Means over trials, intervals resample whole tasks. It is no pass@K: that estimates independent draws (*pass@m*), and a search’s generations depend on one another. *made*: a search ends where one is proved, and what was drawn beside it is in no row.',
      ],
      tables: [
        {
          header: ['condition', 'K', 'solved', 'share [95 %]', 'ungraded', 'made'],
          rows: solvedWithin.map(({ condition, generations, solved, trials, share, ungraded, made }) => [
            ...[label(condition), String(generations), `${solved} of ${trials}`],
            ...[percentWithBounds(share.value, share.interval), String(ungraded), String(made)],
          ]),
        },
      ],
    },
    {
      title: 'Whether scores rank the programs that succeed',
      notes: [
        'Pairs of refined programs of one trial, one with a solved refinement and one without: how often the first has the higher score. Where scores say nothing, *higher* and *lower* are alike.',
      ],
      tables: [
        {
          header: ['condition', 'refined', 'with a solved refinement', 'pairs', 'higher', 'equal', 'lower'],
          rows: ranking.map(({ condition, refined, withProvedChild, pairs, higher, equal }) => [
            label(condition),
            ...[refined, withProvedChild, pairs, higher, equal, pairs - higher - equal].map(String),
          ]),
        },
      ],
    },
    {
      title: 'Generations that make no node',
      notes: ['What is forbidden, has another contract or does not parse or type is a generation, and is not refined.'],
      tables: [
        {
          header: ['condition', 'reason', 'generations', 'of all', ''],
          textColumns: [1],
          rows: noNodes.map(({ condition, reason, generations, of }) => [
            ...[label(condition), reason, String(generations), String(of), percent(generations / of)],
          ]),
        },
      ],
    },
  ];
}
