import type { Analysis } from '../../metrics/analysis.ts';
import { compareDescent, type Descent, type Measure } from '../../metrics/updates/descent.ts';
import { summariseUpdates, type UpdateSummary } from '../../metrics/updates/update-summary.ts';
import type { Section } from '../../text/section.ts';
import { label, pValue, UNKNOWN } from './format.ts';
import { proportionText } from './rounds.ts';

/** Where CodeGrad's paper is silent (arXiv 2508.10059v2), and what was chosen: printed with every run. */
const CHOICES = [
  'Choices of ours where the paper is silent: every prompt; the writer at temperature 0.7, review, proof and gate at 0; a review gives at most two edits an axis; edits beside an axis that passes are dropped, an axis that fails without edits gives its finding;',
  'a draft that is empty or unchanged is discarded unasked, one whose proof or gate answer is not read, twice, is discarded, a review that is not read ends the loop; reasons of a discarded draft join the next edits; a program is reviewed once; the last candidate is reviewed too; with --stop never a program that passes all axes is written again without edits; no candidate is selected.',
].join(' ');

/** What became of revisions, and what critic and gate are worth; none where no arm revises behind a gate. */
export function updateSections({ run }: Analysis): Section[] {
  const summaries = summariseUpdates(run);
  if (summaries.length === 0) return [];
  return [
    {
      title: 'What became of revisions',
      notes: [
        CHOICES,
        'Every draft is graded by the hidden tests, discarded ones too; none of this is in an accuracy. A proof is prose and a gate is a model opinion, but where the arm runs programs or looks at the hidden tests (†).',
        'A review that is repeated, because its program stayed, counts once here; in the report card of verifiers, and in the agreement beside injected faults, it counts at each step.',
        'Change: the mean change, over revisions of which both are known, of the share of hidden assertions that do not hold, draft less program; below 0 is better. The rows of every revision are in `updates.csv`.',
      ],
      tables: [
        {
          header: [
            'condition',
            'revisions',
            'accepted',
            'discarded',
            'unchanged',
            'empty',
            'unparsed',
            'gate lets right drafts through',
            'gate lets wrong drafts through',
            'wrong repaired',
            'right broken',
            'change',
          ],
          textColumns: [],
          rows: summaries.map(fateRow),
        },
        {
          header: ['condition', 'axis', 'fails right programs', 'fails wrong programs'],
          textColumns: [1],
          rows: summaries.flatMap(({ condition, axes }) =>
            axes.map(({ axis, ofRight, ofWrong }) => [
              label(condition),
              axis,
              proportionText(ofRight),
              proportionText(ofWrong),
            ]),
          ),
        },
      ],
    },
    descentSection(compareDescent(run)),
  ];
}

function descentSection(rows: readonly Descent[]): Section {
  return {
    title: 'Does following the edits lower the loss?',
    notes: [
      'The first revision of each trial, draft against program, whatever the gate said; a trial that its review ended keeps its program: nothing repaired, broken or changed. Each arm against leaving the programs as they are, then against the arm it is compared with, on the same programs.',
      'p: two-sided sign-flip permutation, all programs of a task flipped together; over all patterns of signs, for changes with more than 16 tasks that differ over 65,536 drawn by the seed. None is adjusted for how many are printed. Where a program reached no assertion, none holds.',
    ],
    tables: [
      {
        header: [
          'condition',
          'against',
          'programs',
          'tasks',
          'left out',
          'repaired',
          'p',
          'broken',
          'p',
          'change',
          'p',
        ],
        textColumns: [1],
        rows: rows.map(({ condition, against, programs, tasks, leftOut, repaired, broken, change }) => [
          label(condition),
          against === undefined ? 'no revision' : label(against),
          ...[programs, tasks, leftOut].map(String),
          ...measureCells(repaired, programs, String),
          ...measureCells(broken, programs, String),
          ...measureCells(change, programs, (share) => (100 * share).toFixed(1)),
        ]),
      },
    ],
  };
}

/** `3 : 1`, own and other, and p. */
function measureCells({ own, other, pValue: p }: Measure, programs: number, text: (value: number) => string): string[] {
  return programs === 0 ? [UNKNOWN, UNKNOWN] : [`${text(own)} : ${text(other)}`, pValue(p)];
}

function fateRow({ condition, fates, ...rest }: UpdateSummary): string[] {
  const { accepted, discarded, unchanged, empty } = fates;
  const unparsed = fates['unparsed-proof'] + fates['unparsed-gate'];
  const all = [accepted, discarded, unchanged, empty, unparsed];
  const { change } = rest;
  return [
    label(condition),
    ...[all.reduce((sum, one) => sum + one, 0), ...all].map(String),
    proportionText(rest.letsRightThrough),
    proportionText(rest.letsWrongThrough),
    proportionText(rest.repaired),
    proportionText(rest.broken),
    change === undefined ? UNKNOWN : `${(100 * change.mean).toFixed(1)} points (${change.of})`,
  ];
}
