import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readLog } from '../../../harness/tasks/patch/logs/read-log.ts';

/** Excerpts of logs that real repositories' tests have written in containers here: the first and last lines between the markers. */
const REPOSITORIES: Readonly<Record<string, string>> = {
  astropy: 'astropy/astropy',
  flask: 'pallets/flask',
  pylint: 'pylint-dev/pylint',
  pytest: 'pytest-dev/pytest',
  requests: 'psf/requests',
  seaborn: 'mwaskom/seaborn',
  sphinx: 'sphinx-doc/sphinx',
  sympy: 'sympy/sympy',
  xarray: 'pydata/xarray',
};

const folder = new URL('logs/', import.meta.url);
const names = readdirSync(folder).filter((name) => name.startsWith('real-'));

/** How many names of each status, by both rules, and the runner's own summary: as the official packages read these logs too (differential.test.ts). */
function tally(name: string): string {
  const text = readFileSync(new URL(name, folder), 'utf8');
  const repository = REPOSITORIES[/^real-(\w+)/.exec(name)?.[1] ?? ''] ?? '';
  const [four, five] = (['4', '5'] as const).map((rules) => {
    const { statuses, fault } = readLog(text, repository, rules);
    const counts = [...Map.groupBy(statuses.values(), (status) => status)].sort();
    return fault ?? counts.map(([word, all]) => `${word} ${all.length}`).join(', ');
  });
  const { summary } = readLog(text, repository, '5').evidence;
  return `${five === four ? five : `${five} (rules 4: ${four})`} | ${summary}`;
}

test('excerpts of logs of real repositories are read', () => {
  expect(Object.fromEntries(names.sort().map((name) => [name, tally(name)]))).toMatchInlineSnapshot(`
    {
      "real-astropy.txt": "FAILED 2, PASSED 12 | 2 failed, 13 passed in 3.21s",
      "real-flask.txt": "FAILED 1, PASSED 18 | 1 failed, 18 passed in 1.69s",
      "real-pylint.txt": "PASSED 8 | 8 passed, 1 warning in 19.80s",
      "real-pytest.txt": "FAILED 1, PASSED 30 (rules 4: FAILED 1, PASSED 30, SKIPPED 1) | 1 failed, 92 passed, 2 skipped in 67.62 seconds",
      "real-requests.txt": "FAILED 2, PASSED 21 | 2 failed, 119 passed, 3 warnings in 16.53s",
      "real-seaborn.txt": "FAILED 1, PASSED 2 | 1 failed, 2 passed in 3.91s",
      "real-sphinx.txt": "PASSED 10 | 10 passed in 48.76s",
      "real-sympy-wrapped.txt": "ERROR 3, PASSED 11 | 113 passed, 1 expected to fail but passed, 3 exceptions",
      "real-sympy.txt": "PASSED 8 | 9 passed",
      "real-xarray.txt": "PASSED 19 | 19 passed, 25 warnings in 3.36s",
    }
  `);
});
