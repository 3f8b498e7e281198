import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readLog } from '../../../harness/tasks/patch/logs/read-log.ts';

/** The log, and how many names of each status it has for a repository that writes such logs. */
function tally(name: string, repository: string, rules: '4' | '5' = '5'): string {
  const text = readFileSync(new URL(`logs/${name}.txt`, import.meta.url), 'utf8');
  const { statuses, fault, evidence } = readLog(text, repository, rules);
  const counts = [...Map.groupBy(statuses.values(), (status) => status)]
    .sort()
    .map(([word, all]) => `${word} ${all.length}`);
  return [fault ?? counts.join(', '), evidence.summary ?? 'no summary', evidence.doubts.join(', ')]
    .filter(Boolean)
    .join(' | ');
}

test('logs that were made here by each kind of runner are read', () => {
  const read = {
    'pytest -rA (xarray)': tally('pytest', 'pydata/xarray'),
    'pytest -rA (requests)': tally('pytest', 'psf/requests'),
    'pytest -rA (matplotlib)': tally('pytest', 'matplotlib/matplotlib'),
    'pytest -rA, rules 4 (flask)': tally('pytest', 'pallets/flask', '4'),
    'pytest -rA -v (pytest)': tally('pytest-verbose', 'pytest-dev/pytest'),
    'pytest --no-header -rA (seaborn)': tally('pytest-no-header', 'mwaskom/seaborn'),
    'classic (astropy)': tally('pytest-classic', 'astropy/astropy'),
    'colours (sphinx)': tally('pytest-colour', 'sphinx-doc/sphinx'),
    'colours, rules 4 (sphinx)': tally('pytest-colour', 'sphinx-doc/sphinx', '4'),
    'colours, no short summary (scikit-learn)': tally('pytest-verbose-colour', 'scikit-learn/scikit-learn'),
    'nothing to run (pylint)': tally('pytest-broken-import', 'pylint-dev/pylint'),
    'unittest of 3.9 (django)': tally('unittest-3.9', 'django/django'),
    'unittest of 3.11 (django)': tally('unittest-3.11', 'django/django'),
    "Django's runner (django)": tally('django', 'django/django'),
    "SymPy's runner (sympy)": tally('sympy', 'sympy/sympy'),
  };
  expect(read).toMatchInlineSnapshot(`
    {
      "Django's runner (django)": "ERROR 4, FAILED 6, PASSED 7, SKIPPED 1 | Ran 13 tests in 1.010s, FAILED (failures=3, errors=2, skipped=1, expected failures=1, unexpected successes=1) | more-passed-than-counted",
      "SymPy's runner (sympy)": "ERROR 1, FAILED 5, PASSED 2 | 2 passed, 1 failed, 2 skipped, 1 expected to fail, 1 expected to fail but passed, 1 exceptions",
      "classic (astropy)": "ERROR 3, FAILED 4, PASSED 11, XFAIL 1 | 4 failed, 11 passed, 2 skipped, 1 xfailed, 1 xpassed, 2 errors in 7.08s",
      "colours (sphinx)": "ERROR 2, ERROR: 1, FAILED 4, PASSED 14, XFAIL 1 | 4 failed, 11 passed, 2 skipped, 1 xfailed, 1 xpassed, 2 errors in 9.27s | more-passed-than-counted",
      "colours, no short summary (scikit-learn)": "ERROR 2, FAILED 4, PASSED 1 | 4 failed, 11 passed, 2 skipped, 1 xfailed, 1 xpassed, 2 errors in 12.66s",
      "colours, rules 4 (sphinx)": "ERROR 2, ERROR: 1, FAILED 4, PASSED 12, SKIPPED 1, XFAIL 1 | 4 failed, 11 passed, 2 skipped, 1 xfailed, 1 xpassed, 2 errors in 9.27s | more-passed-than-counted",
      "nothing to run (pylint)": "exit-code-contradicts | no summary | no-summary, exit-code-without-failure",
      "pytest --no-header -rA (seaborn)": "FAILED 4, PASSED 12 | 4 failed, 11 passed, 2 skipped, 1 xfailed, 1 xpassed, 2 errors in 6.22s | more-passed-than-counted",
      "pytest -rA (matplotlib)": "ERROR 2, ERROR: 1, FAILED 4, PASSED 11, XFAIL 1 | 4 failed, 11 passed, 2 skipped, 1 xfailed, 1 xpassed, 2 errors in 8.03s",
      "pytest -rA (requests)": "ERROR 2, ERROR: 1, FAILED 4, PASSED 11, XFAIL 1 | 4 failed, 11 passed, 2 skipped, 1 xfailed, 1 xpassed, 2 errors in 8.03s",
      "pytest -rA (xarray)": "ERROR 2, ERROR: 1, FAILED 4, PASSED 11, XFAIL 1 | 4 failed, 11 passed, 2 skipped, 1 xfailed, 1 xpassed, 2 errors in 8.03s",
      "pytest -rA -v (pytest)": "ERROR 2, ERROR: 1, FAILED 4, PASSED 11, XFAIL 1 | 4 failed, 11 passed, 2 skipped, 1 xfailed, 1 xpassed, 2 errors in 0.80s",
      "pytest -rA, rules 4 (flask)": "ERROR 2, ERROR: 1, FAILED 4, PASSED 11, SKIPPED 1, XFAIL 1 | 4 failed, 11 passed, 2 skipped, 1 xfailed, 1 xpassed, 2 errors in 8.03s",
      "unittest of 3.11 (django)": "ERROR 4, FAILED 6, PASSED 7, SKIPPED 1 | Ran 13 tests in 0.001s, FAILED (failures=3, errors=2, skipped=1, expected failures=1, unexpected successes=1) | more-passed-than-counted",
      "unittest of 3.9 (django)": "ERROR 3, FAILED 5, PASSED 7, SKIPPED 1 | Ran 13 tests in 0.842s, FAILED (failures=3, errors=2, skipped=1, expected failures=1, unexpected successes=1) | more-passed-than-counted",
    }
  `);
});
