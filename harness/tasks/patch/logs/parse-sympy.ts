import type { Statuses } from './grading-rules.ts';
import { strip, words } from './python-text.ts';

const STATUS_OF_MARK = new Map([
  ['E', 'ERROR'],
  ['F', 'FAILED'],
  ['ok', 'PASSED'],
]);

/**
 * SymPy's own runner: `test_name ok|F|E` a test, and a title between underscores for each failure, `___ path.py:test_name ___`.
 * Ids of passed tests are bare names. Skipped (`s`), expected failures (`f`) and slow tests (`w`) name nothing.
 */
export function parseSympy(log: string): Statuses {
  const statuses = new Map<string, string>();
  for (const [, file, test] of log.matchAll(/_* ([^\n]*)\.py:([^\n]*) _*/g))
    statuses.set(`${file}.py:${test}`, 'FAILED');
  for (const line of log.split('\n').map(strip)) {
    if (!line.startsWith('test_')) continue;
    const status = STATUS_OF_MARK.get(line.slice(line.lastIndexOf(' ') + 1));
    const name = words(line)[0];
    if (status !== undefined && name !== undefined && line.includes(' ')) statuses.set(name, status);
  }
  return statuses;
}
