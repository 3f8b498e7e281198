import { wilsonInterval } from '../statistics/intervals.ts';
import { type CsvColumns, csvTable, csvText } from '../text/csv.ts';
import { markdownTable } from '../text/markdown-table.ts';
import type { WordedVerdict } from './wordings.ts';

/** The table of a comparison and what it was made with. A rate is of the candidates that got a verdict; intervals are Wilson's, 95 %. */
export function wordingsMarkdown(verdicts: readonly WordedVerdict[], facts: Readonly<Record<string, unknown>>): string {
  const groups = [...Map.groupBy(verdicts, ({ verifier, wording }) => `${verifier}\n${wording}`).values()];
  const tasks = [...new Set(verdicts.map(({ taskId }) => taskId))].sort();
  const candidates = new Set(verdicts.map(({ taskId, candidateSha256 }) => `${taskId} ${candidateSha256}`)).size;
  const columns = [
    'verifier',
    'wording',
    'false accepts',
    'false rejects',
    'gain over a coin',
    'unparsed',
    'nothing to judge',
    'asked once more',
    'cut answers',
    'mean output tokens',
  ];
  return [
    '# Wordings of critic and judges',
    '',
    `The same ${candidates} programs of kata's pool and reference solutions, known to be right or wrong, judged under every wording at temperature 0. *Gain over a coin* is 100 - false accepts - false rejects, in points.`,
    '',
    markdownTable({ header: columns, rows: groups.map(rowOf), textColumns: [1] }),
    '',
    `Tuning tasks (${tasks.length}; tables of studies that use a wording chosen here should give the other tasks apart): ${tasks.join(', ')}`,
    '',
    ...Object.entries(facts).map(([name, value]) => `- ${name}: ${String(value)}`),
    '',
  ].join('\n');
}

/** What a wording accepts of all it gave a verdict on must lie here: below or above, its verdict says next to nothing. */
const TELLING = { low: 0.05, high: 0.95 };

/** Of each wording, how many programs it accepts, and whether that is a share at which its verdict can tell programs apart. */
export function acceptanceLines(verdicts: readonly WordedVerdict[]): string[] {
  const groups = [...Map.groupBy(verdicts, ({ verifier, wording }) => `${verifier}, ${wording}`)];
  return groups.map(([name, group]) => {
    const { share, text } = rate(group, 'accept');
    const where = share >= TELLING.low && share <= TELLING.high ? 'within' : 'NOT within';
    return `${name}: accepts ${text}, ${where} ${100 * TELLING.low} to ${100 * TELLING.high} %`;
  });
}

/** Verdict by verdict. */
export function wordingsCsv(verdicts: readonly WordedVerdict[]): string {
  return csvText(csvTable(COLUMNS, verdicts));
}

const COLUMNS: CsvColumns<WordedVerdict> = [
  ['verifier', ({ verifier }) => verifier],
  ['wording', ({ wording }) => wording],
  ['task_id', ({ taskId }) => taskId],
  ['candidate_sha256', ({ candidateSha256 }) => candidateSha256.slice(0, 12)],
  ['right', ({ isRight }) => isRight],
  ['said', ({ said }) => said],
  ['calls', ({ calls }) => calls],
  ['cut', ({ cut }) => cut],
  ['output_tokens', ({ outputTokens }) => outputTokens],
];

function rowOf(group: readonly WordedVerdict[]): string[] {
  const [first] = group;
  const wrong = group.filter(({ isRight }) => !isRight);
  const right = group.filter(({ isRight }) => isRight);
  const falseAccepts = rate(wrong, 'accept');
  const falseRejects = rate(right, 'reject');
  const calls = sum(group.map((one) => one.calls));
  const gain = 100 * (1 - falseAccepts.share - falseRejects.share);
  return [
    first?.verifier ?? '',
    first?.wording ?? '',
    falseAccepts.text,
    falseRejects.text,
    Number.isNaN(gain) ? '–' : gain.toFixed(1),
    ofAll(group, (one) => one.said === 'unparsed'),
    ofAll(group, (one) => one.said === 'none'),
    ofAll(group, (one) => one.calls > 1),
    `${sum(group.map(({ cut }) => cut))} of ${calls}`,
    calls === 0 ? '–' : (sum(group.map(({ outputTokens }) => outputTokens)) / calls).toFixed(0),
  ];
}

function rate(group: readonly WordedVerdict[], said: 'accept' | 'reject'): { share: number; text: string } {
  const decided = group.filter((one) => one.said === 'accept' || one.said === 'reject');
  const count = decided.filter((one) => one.said === said).length;
  const interval = wilsonInterval(count, decided.length);
  const share = count / decided.length;
  if (interval === undefined) return { share, text: '–' };
  const percent = (value: number): string => (100 * value).toFixed(1);
  return {
    share,
    text: `${count} / ${decided.length} = ${percent(share)} % [${percent(interval.low)}, ${percent(interval.high)}]`,
  };
}

const ofAll = (group: readonly WordedVerdict[], is: (one: WordedVerdict) => boolean): string =>
  `${group.filter(is).length} of ${group.length}`;

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
