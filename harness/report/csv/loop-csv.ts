import type { LoopMetrics } from '../../metrics/loops/loops.ts';
import type { Monotonicity } from '../../metrics/loops/monotonicity.ts';
import { csvFile, type DescribedColumns, listField, proportionColumns } from '../csv-file.ts';

const MONOTONICITY: DescribedColumns<Monotonicity> = [
  ['condition', 'condition', ({ condition }) => condition.name],
  [
    'monotone',
    '`true`: no regression between any two k; empty where no trial made a repair round',
    ({ isMonotone, hasRounds }) => (hasRounds || !isMonotone ? isMonotone : undefined),
  ],
  ['by_construction', '`true`: that holds whatever the model does', ({ isByConstruction }) => isByConstruction],
  ['violating_tasks', 'tasks with a regression between any two k', ({ violatingTasks }) => violatingTasks.length],
  ['left_out', 'comparisons left out because one side is ungraded', ({ leftOut }) => leftOut],
  [
    'expected_by_chance',
    'violating tasks to be expected if the candidates of a trial were independent draws: those the loop treated alike in any order, given how many of them were right (exact; empty under `--protocol independent`)',
    ({ underResampling }) => underResampling?.expected,
  ],
  [
    'p_as_many_or_more',
    'chance of at least `violating_tasks` then',
    ({ underResampling }) => underResampling?.asManyOrMore,
  ],
  [
    'p_as_few_or_fewer',
    'chance of at most `violating_tasks` then',
    ({ underResampling }) => underResampling?.asFewOrFewer,
  ],
  [
    'undecided_tasks',
    'tasks in which another order would have decided otherwise',
    ({ underResampling }) => underResampling?.undecidedTasks,
  ],
  ['tasks', 'ids of the violating tasks, separated by spaces', ({ violatingTasks }) => listField(violatingTasks)],
];

export const monotonicityCsv = csvFile({
  name: 'monotonicity.csv',
  about: 'One row per condition with more than one k.',
  columns: MONOTONICITY,
  rows: ({ monotonicity }) => monotonicity,
});

type FlipRow = LoopMetrics['flips'][number] & { readonly rates: LoopMetrics['repairs'][number] | undefined };

const FLIPS: DescribedColumns<FlipRow> = [
  ['condition', 'condition', ({ condition }) => condition.name],
  ['step_from', 'step replaced', ({ from }) => from],
  ['step_to', 'step that replaced it', ({ from }) => from + 1],
  [
    'replaced',
    'replacements graded on both sides: `stayed_right` + `stayed_wrong` + `repaired` + `broken`',
    ({ replaced }) => replaced,
  ],
  ['stayed_right', 'right before and after', ({ stayedRight }) => stayedRight],
  ['stayed_wrong', 'wrong before and after', ({ stayedWrong }) => stayedWrong],
  ['left_out', 'replacements with an ungraded side', ({ leftOut }) => leftOut],
  [
    'resampling',
    '`true`: later candidates are independent draws, nothing is repaired',
    ({ rates }) => rates?.isResampling,
  ],
  ...proportionColumns<FlipRow>(
    'repaired',
    'wrong candidates replaced by a right one, of the wrong ones replaced',
    ({ rates }) => rates?.repair,
  ),
  ...proportionColumns<FlipRow>(
    'broken',
    'right candidates replaced by a wrong one, of the right ones replaced',
    ({ rates }) => rates?.breakage,
  ),
  [
    'broken_tasks',
    'ids of the tasks with a right candidate replaced by a wrong one, separated by spaces',
    ({ rightToWrongTasks }) => listField(rightToWrongTasks),
  ],
];

export const flipsCsv = csvFile({
  name: 'flips.csv',
  about:
    'One row per condition and step: what the candidates of `step_from` were replaced by. A candidate that a loop stopped at was not replaced.',
  columns: FLIPS,
  rows: ({ loops: { flips, repairs } }) =>
    flips.map((row) => ({
      ...row,
      rates: repairs.find(({ condition, from }) => condition.name === row.condition.name && from === row.from),
    })),
});

const OSCILLATIONS: DescribedColumns<LoopMetrics['oscillations'][number]> = [
  ['condition', 'condition', ({ condition }) => condition.name],
  ['could_oscillate', 'trials with three graded steps or more', ({ couldOscillate }) => couldOscillate],
  [
    'oscillating',
    'of these, the ones that changed between right and wrong twice or more',
    ({ oscillating }) => oscillating,
  ],
  ['changes', 'changes between right and wrong over all trials', ({ changes }) => changes],
  ['tasks', 'ids of the tasks with an oscillating trial, separated by spaces', ({ tasks }) => listField(tasks)],
];

export const oscillationsCsv = csvFile({
  name: 'oscillations.csv',
  about: 'Trials that changed between right and wrong more than once: one row per loop.',
  columns: OSCILLATIONS,
  rows: ({ loops }) => loops.oscillations,
});

type Extraction = LoopMetrics['extractionShares'][number];
const EXTRACTION: DescribedColumns<Extraction> = [
  ['condition', 'condition', ({ condition }) => condition.name],
  ['k', 'the largest k', ({ k }) => k],
  ['gained', 'trials wrong at step 0 and right at k', ({ gained }) => gained],
  ...proportionColumns<Extraction>(
    'without_program',
    'of these, the ones whose step 0 was no program: empty, a syntax error, no such function',
    ({ withoutProgram }) => withoutProgram,
  ),
  [
    'published_known',
    "trials whose step 0 is known under the published study's extractor too",
    ({ published }) => published?.known,
  ],
  [
    'published_gained',
    'of these, wrong at step 0 as that extractor cuts it and right at k',
    ({ published }) => published?.gained,
  ],
  ...proportionColumns<Extraction>(
    'by_extraction',
    'of these, the ones whose step 0 is right when its program is cut out properly: nothing was repaired',
    ({ published }) => published?.byExtraction,
  ),
];

export const extractionShareCsv = csvFile({
  name: 'extraction-share.csv',
  about: 'How much of a loop’s gain between step 0 and the largest k is explained by extraction: one row per loop.',
  columns: EXTRACTION,
  rows: ({ loops }) => loops.extractionShares,
});
