import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ROOT } from '../fixtures/command.ts';
import { readmeConditions } from '../fixtures/copied-conditions.ts';

const timeout = 600_000;

/** An ablation as somebody would write it, with no comparator of its own. */
const ABLATION = `import { defineCondition, gradingTests, maxClaims } from '../harness/index.ts';
import { extractClaims } from './shared/extract.ts';
import { refineLoop } from './shared/refine-loop.ts';
import { repair } from './shared/regenerate.ts';
import { writePlan } from './shared/remediate.ts';
import { runVerifier } from './shared/verify.ts';

export default defineCondition({
  description: 'lucid without claims that are of low severity',
  verifier: gradingTests,
  uses: { maxClaims },
  run: refineLoop({
    async extract(task, candidate, context) {
      const claims = await extractClaims(task, candidate, context);
      if (claims.status === 'unparsed') return claims;
      return { status: 'parsed', value: claims.value.filter(({ severity }) => severity !== 'low') };
    },
    verify: runVerifier,
    remediate: writePlan,
    regenerate: repair,
  }),
});
`;

/** The same for a loop that runs its claims, on request. */
const GENERATED = `import { claimChecks, defineCondition, generatedTests, maxClaims } from '../harness/index.ts';
import { generatedLoop } from './shared/generated-loop.ts';

export default defineCondition({
  description: 'lucid-generated, unvalidated and unweighted',
  verifier: generatedTests,
  uses: { claims: claimChecks, maxClaims },
  isOnRequest: true,
  run: generatedLoop({
    isWeighted: false,
    verify: (_task, candidate, gathered, { claims }) =>
      claims.check(candidate, gathered, { validates: false, weights: 'equal' }),
  }),
});
`;

/** By name, the file below `conditions/` and its text: in a new folder as the README has them, and in none. */
const added = new Map([
  ...readmeConditions().map((code, index) => {
    const name = `readme-example-${index + 1}`;
    return [name, { file: `new/${name}.ts`, code }] as const;
  }),
  ['no-low-claims', { file: 'no-low-claims.ts', code: ABLATION }],
  ['lucid-generated-plain', { file: 'lucid-generated-plain.ts', code: GENERATED }],
]);

/** A copy of the repository with the new files and not one other edit. */
let copy: string;
beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'lucid-bench-copy-'));
  for (const name of readdirSync(ROOT)) {
    if (name === '.git' || name === 'results') continue;
    if (name === 'node_modules') symlinkSync(join(ROOT, name), join(copy, name));
    else cpSync(join(ROOT, name), join(copy, name), { recursive: true });
  }
  mkdirSync(join(copy, 'results'));
  cpSync(join(ROOT, 'results', 'recorded'), join(copy, 'results', 'recorded'), { recursive: true });
  mkdirSync(join(copy, 'conditions', 'new'));
  for (const { file, code } of added.values()) writeFileSync(join(copy, 'conditions', file), code);
}, timeout);
afterAll(() => rmSync(copy, { recursive: true }));

const inCopy = (...command: readonly string[]): SpawnSyncReturns<string> => {
  const [program = '', ...words] = command;
  const environment = { ...process.env, NO_COLOR: '1' };
  return spawnSync(program, words, { cwd: copy, encoding: 'utf8', env: environment, maxBuffer: 1 << 26 });
};

test('the READMEs show two conditions', () => {
  expect(added.size).toBe(4);
});

test('every suite that looks at all conditions passes with the new ones, and looks at them', { timeout }, () => {
  const suites = ['test/conditions', 'test/run/load-conditions.test.ts', 'test/architecture/import-rules.test.ts'];
  const run = inCopy(process.execPath, 'node_modules/vitest/vitest.mjs', 'run', '--reporter=verbose', ...suites);
  expect(
    run.status,
    run.stdout
      .split('\n')
      .filter((line) => /×|FAIL|Error/.test(line))
      .join('\n'),
  ).toBe(0);
  for (const name of added.keys()) expect(run.stdout).toContain(name);
});

test('they have the types and the style of the project', { timeout }, () => {
  const types = inCopy(process.execPath, 'node_modules/typescript/bin/tsc', '--noEmit');
  expect(types.stdout).toBe('');
  const files = [...added.values()].map(({ file }) => `conditions/${file}`);
  const style = inCopy('node_modules/.bin/biome', 'check', '--error-on-warnings', ...files);
  expect(style.status, style.stderr).toBe(0);
});

test('they are listed, run and reported', { timeout }, () => {
  const bench = (...flags: string[]) => inCopy(process.execPath, '--import', 'tsx', 'scripts/bench.ts', ...flags);
  const help = bench('--help').stdout.replaceAll(/\s+/g, ' ');
  for (const name of added.keys()) expect(help).toContain(name);
  const conditions = ['baseline', ...added.keys()].join(',');
  const model = ['--model', 'simulated:strong-2025', '--sandbox', 'process'];
  const run = bench(...model, '--limit', '2', '--conditions', conditions, '--out', join(copy, 'run'));
  expect(run.status, run.stderr).toBe(0);
  const cells = readFileSync(join(copy, 'run', 'cells.csv'), 'utf8');
  for (const name of added.keys()) expect(cells).toContain(`,${name},`);
});
