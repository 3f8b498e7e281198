import type { PassedCell } from '../../metrics/consistency/acceptance.ts';
import type { JudgeCard } from '../../metrics/consistency/judge-card.ts';
import type { SubsetAcceptance } from '../../metrics/consistency/subsets.ts';
import type { CheckedTriple } from '../../metrics/consistency/triples.ts';
import type { CheckTry } from '../../types/consistency.ts';
import { resultOf } from '../../types/consistency-rules.ts';
import { csvFile, type DescribedColumns, proportionColumns } from '../csv-file.ts';

interface TryRow {
  readonly triple: CheckedTriple;
  readonly one: CheckTry;
}

const TRIES: DescribedColumns<TryRow> = [
  ['condition', 'condition', ({ triple }) => triple.condition.name],
  ['task_id', 'the triple', ({ triple }) => triple.taskId],
  ['sample', 'sample number, from 0', ({ triple }) => triple.sample],
  ['set', 'its set in Clover’s Table 3: `ground-truth`, or what of it was changed', ({ triple }) => triple.set],
  ['check', 'one of the six checks', ({ one }) => one.check],
  ['attempt', 'which repetition of the check, from 1', ({ one }) => one.attempt + 1],
  ['try', 'which try of it, from 1', ({ one }) => one.try],
  [
    'evidence',
    '`proof`, `compiler`, `code` (two programs beside one another), `annotation` (two annotations), `judge` (two docstrings), `nothing` (the answer held nothing)',
    ({ one }) => one.evidence.kind,
  ],
  ['said', 'what the tool or the judge said', ({ one }) => ('said' in one.evidence ? one.evidence.said : undefined)],
  [
    'by_words',
    '`true`: words of success, or YES, stand in the text',
    ({ one }) => ('byWords' in one.evidence ? one.evidence.byWords : undefined),
  ],
  [
    'own_inputs',
    'of two programs: what the dataset’s own inputs alone show',
    ({ one }) => ('ownInputs' in one.evidence ? one.evidence.ownInputs : undefined),
  ],
  [
    'strict',
    '`pass`, `fail` or `unknown`; empty where a try decides nothing',
    ({ one }) => resultOf(one.evidence, 'strict'),
  ],
  ['published', 'the same under the published rule', ({ one }) => resultOf(one.evidence, 'published')],
  [
    'detail',
    'values that were executed, or a complaint',
    ({ one }) => ('detail' in one.evidence ? one.evidence.detail : undefined),
  ],
  [
    'tool_here',
    'what the tool says here, where the loop was told another answer that was recorded; `not-available` where none is here',
    ({ one }) => one.here,
  ],
  [
    'asked',
    'hash of what the tool was asked: lines of `timings.jsonl` with this key have its seconds; empty where no tool was',
    ({ one }) => one.asked,
  ],
];

export const consistencyTriesCsv = csvFile({
  name: 'consistency-tries.csv',
  about: 'Each try of the six checks that Clover makes of a triple, one row per check and try.',
  columns: TRIES,
  rows: ({ consistency: { triples } }) =>
    triples.length === 0 ? undefined : triples.flatMap((triple) => triple.tries.map((one) => ({ triple, one }))),
});

const CELLS: DescribedColumns<PassedCell> = [
  ['condition', 'condition', ({ condition }) => condition.name],
  ['set', 'as in `consistency-tries.csv`', ({ set }) => set],
  ['attempts', 'how often each check was tried at most: k of the paper', ({ attempts }) => attempts],
  ['rule', '`strict` or `published`', ({ rule }) => rule],
  ['check', 'the check; empty: the decision of all six', ({ check }) => check],
  ...proportionColumns<PassedCell>(
    'passed',
    'triples that it lets pass, of those that were checked',
    ({ passed }) => passed,
  ),
  ['failed', 'triples that it rejects', ({ failed }) => failed],
  ['unknown', 'triples of which it shows neither', ({ unknown }) => unknown],
  ['not_checked', 'triples whose trial ended before, in none of the counts', ({ notChecked }) => notChecked],
];

export const consistencyCellsCsv = csvFile({
  name: 'consistency-cells.csv',
  about:
    'How many triples of each set the six checks, and each of them, let pass: one row per condition, set, attempts, rule and check.',
  columns: CELLS,
  rows: ({ consistency: { cells } }) => (cells.length === 0 ? undefined : cells),
});

interface JudgeRow {
  readonly card: JudgeCard;
  readonly row: JudgeCard['rows'][number];
}

const JUDGES: DescribedColumns<JudgeRow> = [
  ['condition', 'condition', ({ card }) => card.condition.name],
  ['rule', '`strict` or `published`', ({ card }) => card.rule],
  [
    'beside',
    'what the docstring was put beside: `itself`, an `unrelated` one, that of `C1` or `C3`',
    ({ row }) => row.beside,
  ],
  ...proportionColumns<JudgeRow>('yes', 'answers YES, which is right of `itself` alone', ({ row }) => row.yes),
  ['unparsed', 'answers that could not be read', ({ row }) => row.unparsed],
  ['degenerate', '`true`: under 5 % or over 95 % of all its answers are YES', ({ card }) => card.isDegenerate],
];

export const consistencyJudgeCsv = csvFile({
  name: 'consistency-judge.csv',
  about:
    'What a judge says of docstrings where it is known whether they say the same: one row per condition, rule and what they stand beside.',
  columns: JUDGES,
  rows: ({ consistency: { judges } }) =>
    judges.length === 0 ? undefined : judges.flatMap((card) => card.rows.map((row) => ({ card, row }))),
});

export const SUBSET_COLUMNS: DescribedColumns<SubsetAcceptance> = [
  ['condition', 'condition', ({ condition }) => condition.name],
  ['rule', '`strict` or `published`', ({ rule }) => rule],
  [
    'checks',
    'the checks that are made, separated by spaces; empty: none',
    ({ checks }) => checks.join(' ') || undefined,
  ],
  ...proportionColumns<SubsetAcceptance>('right', 'right triples that all of them let pass', ({ right }) => right),
  ...proportionColumns<SubsetAcceptance>('wrong', 'wrong triples that all of them let pass', ({ wrong }) => wrong),
];

export const consistencySubsetsCsv = csvFile({
  name: 'consistency-subsets.csv',
  about:
    'Acceptance were only some of the six checks made, at the most attempts: one row per condition, rule and subset of the checks.',
  columns: SUBSET_COLUMNS,
  rows: ({ consistency: { subsets } }) => (subsets.length === 0 ? undefined : subsets),
});
