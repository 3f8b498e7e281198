import type { Statuses } from './grading-rules.ts';

/** Whether the suite ran, by more than the names in the log. Shown beside a grade; it decides nothing under rules 4. */
export interface Evidence {
  /** The runner's own last line: `3 passed, 1 failed in 0.12s`, `Ran 5 tests … FAILED (failures=1)`; `undefined` when there is none. */
  readonly summary: string | undefined;
  /** Tests it counts, deselected ones left out. */
  readonly counted: number | undefined;
  /** Tests the log names. */
  readonly named: number;
  /** Of the test command, where the script recorded it (5.x does). */
  readonly exitCode: number | undefined;
  /** What does not fit together. */
  readonly doubts: readonly Doubt[];
}

export type Doubt =
  /** Names without a summary: the suite was cut off, or the names were printed by something else. */
  | 'no-summary'
  /** More names passed than the summary counts as passed. */
  | 'more-passed-than-counted'
  | 'several-summaries'
  /** The candidate kept the hidden tests from being brought as they are: other ones may have run under their names. Known where it ran only. */
  | 'test-patch-not-applied'
  | 'exit-code-without-failure'
  | 'failure-with-exit-code-0';

interface Summary {
  readonly text: string;
  readonly counted: number;
  readonly passed: number;
}

const EXIT_CODE = />>>>> Test Exit Code:\s*(-?\d+)/;
const PYTEST = /^(?:=+ )?((?:\d+ [a-z-]+(?:, )?)+ in [\d.:]+ ?s(?:econds)?(?: \([\d:]+\))?)(?: =+)?$/;
/** Between `=` when it fits into a line, over several lines when it does not. */
const SYMPY = /^(?:=+)? tests finished: ([\s\S]*?),?\s+in [\d.]+ seconds/gm;
const COLOURS = new RegExp(`${String.fromCharCode(27)}\\[[\\d;]*m`, 'g');

/** Reads what a log tells of its own run; `section` is what stands between the markers. */
export function evidenceOf(log: string, section: string, statuses: Statuses): Evidence {
  const summaries = summariesOf(section);
  const last = summaries.at(-1);
  const recorded = EXIT_CODE.exec(log)?.[1];
  const exitCode = recorded === undefined ? undefined : Number(recorded);
  const withStatus = (...wanted: readonly string[]): number =>
    [...statuses.values()].filter((status) => wanted.includes(status)).length;
  const doubts: Doubt[] = [];
  if (statuses.size > 0 && last === undefined) doubts.push('no-summary');
  if (last !== undefined && withStatus('PASSED') > last.passed) doubts.push('more-passed-than-counted');
  if (summaries.length > 1) doubts.push('several-summaries');
  const failures = withStatus('FAILED', 'ERROR');
  if (exitCode !== undefined && exitCode !== 0 && failures === 0) doubts.push('exit-code-without-failure');
  if (exitCode === 0 && failures > 0) doubts.push('failure-with-exit-code-0');
  return { summary: last?.text, counted: last?.counted, named: statuses.size, exitCode, doubts };
}

function summariesOf(section: string): Summary[] {
  const text = section.replace(COLOURS, '');
  const lines = text.split('\n');
  const ofSympy = [...text.matchAll(SYMPY)].map(([, counts = '']) => countedBy(counts.replace(/\s+/g, ' ')));
  const ofOthers = lines.flatMap((line, index) => {
    const counts = PYTEST.exec(line.trim())?.[1];
    if (counts !== undefined) return [countedBy(counts)];
    const ran = /^Ran (\d+) tests? in [\d.]+s$/.exec(line.trim());
    return ran === null ? [] : [unittestSummary(ran[0], Number(ran[1]), lines.slice(index + 1, index + 4))];
  });
  return [...ofOthers, ...ofSympy];
}

function countedBy(text: string): Summary {
  const counts = [
    ...text.matchAll(/(\d+) (passed|failed|errors?|exceptions?|skipped|xfailed|xpassed|expected to fail)/g),
  ];
  const sum = (wanted: RegExp): number =>
    counts.filter(([, , word = '']) => wanted.test(word)).reduce((total, [, count]) => total + Number(count), 0);
  return { text, counted: sum(/./), passed: sum(/^passed$/) };
}

function unittestSummary(ran: string, counted: number, after: readonly string[]): Summary {
  const verdict = after.find((line) => /^(?:OK|FAILED)\b/.test(line)) ?? '';
  const lost = [...verdict.matchAll(/(failures|errors|skipped|expected failures|unexpected successes)=(\d+)/g)];
  const passed = counted - lost.reduce((total, [, , count]) => total + Number(count), 0);
  return { text: `${ran}, ${verdict}`, counted, passed };
}
