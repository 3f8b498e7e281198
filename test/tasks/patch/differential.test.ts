import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { createRandom } from '../../../harness/random.ts';
import { z } from '../../../harness/storage/schema.ts';
import { decideTests, type TestDecision } from '../../../harness/tasks/patch/logs/decide-tests.ts';
import type { GradingRules } from '../../../harness/tasks/patch/logs/grading-rules.ts';
import { readLog } from '../../../harness/tasks/patch/logs/read-log.ts';
import { temporaryFolder } from '../../fixtures/command.ts';

/** A version the official table knows, and the parser's name in 5.x, of each repository. */
const REPOSITORIES: readonly (readonly [repository: string, version: string, parser: string])[] = [
  ['astropy/astropy', '4.3', 'astropy'],
  ['django/django', '3.0', 'django'],
  ['matplotlib/matplotlib', '3.5', 'matplotlib'],
  ['mwaskom/seaborn', '0.12', 'seaborn'],
  ['pallets/flask', '2.0', 'flask'],
  ['psf/requests', '2.3', 'requests'],
  ['pydata/xarray', '0.12', 'xarray'],
  ['pylint-dev/pylint', '2.14', 'pylint'],
  ['pytest-dev/pytest', '5.4', 'pytest'],
  ['scikit-learn/scikit-learn', '0.20', 'scikit'],
  ['sphinx-doc/sphinx', '3.1', 'sphinx'],
  ['sympy/sympy', '1.5', 'sympy'],
];

const answers = z.array(
  z.union([
    z.object({ error: z.string() }),
    z.object({
      found: z.boolean(),
      statuses: z.record(z.string(), z.string()),
      resolved: z.boolean(),
      passed: z.tuple([z.array(z.string()), z.array(z.string())]).nullable(),
      failed: z.tuple([z.array(z.string()), z.array(z.string())]).nullable(),
    }),
  ]),
);

const folder = fileURLToPath(new URL('logs', import.meta.url));
const stored = readdirSync(folder)
  .filter((name) => name.endsWith('.txt'))
  .sort();

/** The stored logs, and logs made of their lines in another order, cut and joined: what no runner would write. */
function logs(): string[] {
  const paths = stored.map((name) => join(folder, name));
  const lines = paths.flatMap((path) => readFileSync(path, 'utf8').split('\n'));
  const random = createRandom('differential');
  const pick = (): string => lines[Math.floor(random() * lines.length)] ?? '';
  const out = temporaryFolder();
  return [
    ...paths,
    ...Array.from({ length: 40 }, (_, index) => {
      const body = Array.from({ length: 60 }, () => {
        const line = pick();
        const manner = random();
        if (manner < 0.1) return line.slice(0, Math.floor(random() * line.length));
        if (manner < 0.2) return `${line}${pick()}`;
        return manner < 0.25 ? `${line}\r` : line;
      });
      const path = join(out, `${index}.log`);
      const code = random() < 0.5 ? '' : `>>>>> Test Exit Code: ${Math.floor(random() * 2)}\n`;
      writeFileSync(path, [": '>>>>> Start Test Output'", ...body, ": '>>>>> End Test Output'", code].join('\n'));
      return path;
    }),
  ];
}

/** Required tests: names of the log in turn, one that is not in it, and names cut at a space or in a bracket. */
function required(names: readonly string[]) {
  const cut = names.filter((name) => name.includes('[')).map((name) => name.slice(0, name.indexOf('[') + 2));
  return {
    testPatch: '',
    failToPass: names.filter((_, index) => index % 3 === 0),
    passToPass: [...names.filter((_, index) => index % 3 === 1), ...new Set(cut)],
  };
}

/** A name an interpreter printed otherwise is ours alone: officially such a test is missing. */
const officially = ({ test, decision, namedAs }: TestDecision): TestDecision['decision'] =>
  namedAs === undefined || namedAs.startsWith(test) ? decision : 'failed';

const listed = (decisions: readonly TestDecision[], wanted: TestDecision['decision']): string[] =>
  decisions.filter((each) => officially(each) === wanted).map((each) => each.test);

describe.each([
  ['4', 'LUCID_BENCH_SWEBENCH_4'],
  ['5', 'LUCID_BENCH_SWEBENCH_5'],
] as const)('rules %s', (rules: GradingRules, variable) => {
  const python = process.env[variable];
  if (python === undefined) {
    console.warn(`NOT TESTED: rules ${rules} against the official package (${variable} names no Python that has it)`);
  }

  test.runIf(python !== undefined)(
    'every log gives the statuses and the verdict of the official package',
    { timeout: 600_000 },
    () => {
      const cases = logs().flatMap((log) =>
        REPOSITORIES.map(([repo, version, parser]) => {
          const { statuses } = readLog(readFileSync(log, 'utf8'), repo, rules);
          const { failToPass, passToPass } = required([...statuses.keys()]);
          return { log, repo, version, parser: `parse_log_${parser}`, failToPass, passToPass };
        }),
      );
      const script = fileURLToPath(new URL('official.py', import.meta.url));
      const output = execFileSync(python ?? '', [script], { input: JSON.stringify(cases), maxBuffer: 1 << 28 });
      const official = answers.parse(JSON.parse(output.toString('utf8')));
      let compared = 0;
      for (const [index, theirs] of official.entries()) {
        const each = cases[index];
        if (each === undefined || 'error' in theirs) continue;
        const { statuses, fault } = readLog(readFileSync(each.log, 'utf8'), each.repo, rules);
        const label = `${each.repo} on ${each.log}`;
        expect(fault === undefined, label).toBe(theirs.found);
        expect(Object.fromEntries(statuses), label).toEqual(theirs.statuses);
        compared++;
        if (fault !== undefined) continue;
        const { failToPass, passToPass } = decideTests(statuses, { testPatch: '', ...each }, rules);
        expect([listed(failToPass, 'passed'), listed(passToPass, 'passed')], label).toEqual(theirs.passed);
        expect([listed(failToPass, 'failed'), listed(passToPass, 'failed')], label).toEqual(theirs.failed);
        const isResolved = [...failToPass, ...passToPass].every((decision) => officially(decision) !== 'failed');
        expect(isResolved, label).toBe(theirs.resolved);
      }
      console.log(
        `rules ${rules}: ${compared} of ${cases.length} readings compared, the rest end in an exception there`,
      );
      expect(compared).toBeGreaterThan(cases.length * 0.7);
    },
  );
});
