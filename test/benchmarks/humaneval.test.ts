import { expect, test } from 'vitest';
import { type Judged, judgedTables } from '../../harness/benchmarks/building/humaneval.ts';
import type { Outcome } from '../../harness/types/execution.ts';

const OUTCOMES: Readonly<Record<string, Outcome>> = {
  s: { status: 'solved' },
  a: { status: 'unsolved', reason: 'assertion' },
  t: { status: 'unsolved', reason: 'timeout' },
  u: { status: 'ungraded', reason: 'sandbox-lost' },
};

/** Programs of a task by one source: a letter each by its own tests, and by truth. */
const judged = (taskId: string, source: string, own: string, truth: string): Judged[] =>
  [...own].map((letter, index) => ({
    ...{ taskId, source },
    own: OUTCOMES[letter] ?? { status: 'solved' },
    truth: OUTCOMES[truth[index] ?? 's'] ?? { status: 'solved' },
  }));

test('wrong programs accepted and right ones rejected are counted by source, and what could not be graded is said', () => {
  const text = judgedTables([
    ...judged('one', 'first', 'ssaa', 'staa'),
    ...judged('two', 'first', 'ssau', 'sass'),
    ...judged('two', 'second', 'ss', 'su'),
  ]);
  const rows = text.split('\n').filter((line) => /^\| (all|first|second) /.test(line));
  expect(
    rows.map((row) =>
      row
        .split('|')
        .map((cell) => cell.trim().replace(/ \[.*/, ''))
        .slice(1, 6),
    ),
  ).toEqual([
    ['all', '2', '8', '2 of 4, 50.0 %', '1 of 4, 25.0 %'],
    ['first', '2', '7', '2 of 4, 50.0 %', '1 of 3, 33.3 %'],
    ['second', '1', '1', 'none', '0 of 1, 0.0 %'],
  ]);
  expect(text).toContain('A wrong program is accepted on 2 of 2 tasks; 1 of those accepted ran out of time');
  expect(text).toContain('2 programs that one of the two could not grade are in no figure.');
});
