import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { findBreaches, type SourceFile } from './import-rules.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

function sources(): SourceFile[] {
  return ['harness', 'conditions', 'datasets', 'scripts', 'test'].flatMap((folder) =>
    readdirSync(`${root}/${folder}`, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => ({ path: `${folder}/${name}`, text: readFileSync(`${root}/${folder}/${name}`, 'utf8') })),
  );
}

test('every file keeps to the import rules', () => {
  const files = sources();
  expect(files.length).toBeGreaterThan(50);
  expect(findBreaches(files)).toEqual([]);
});

test.each([
  ["import { readFileSync } from 'node:fs';", 'a condition imports harness/index.ts'],
  ["import kata from '../datasets/kata/index.ts';", 'a condition imports harness/index.ts'],
  ["const kata = await import('../datasets/kata/index.ts');", 'a condition imports harness/index.ts'],
  ["import { z } from 'zod';", 'a condition imports harness/index.ts'],
  ["import { runTrial } from '../harness/trial.ts';", 'a condition imports harness/index.ts'],
  ['const now = Date.now();', 'no clock'],
  ['const coin = Math.random() < 0.5;', 'no chance'],
  ['const key = process.env.OPENAI_API_KEY;', 'no process'],
])('a condition that says %s is a breach', (text, sentence) => {
  const breaches = findBreaches([{ path: 'conditions/new-idea.ts', text }]);
  expect(breaches).toHaveLength(1);
  expect(breaches[0]).toContain(sentence);
});

test('an honest condition is no breach', () => {
  const text =
    "import { defineCondition } from '../harness/index.ts';\nimport { refineLoop } from './shared/refine-loop.ts';\n";
  expect(findBreaches([{ path: 'conditions/new-idea.ts', text }])).toEqual([]);
});

test('a package imported by two modules, a clock in a metric and a dataset that imports a condition are breaches', () => {
  const breaches = findBreaches([
    { path: 'harness/one.ts', text: "import limit from 'p-limit';" },
    { path: 'harness/two.ts', text: "import limit from 'p-limit';" },
    { path: 'harness/metrics/rate.ts', text: 'const now = Date.now();' },
    { path: 'datasets/new.ts', text: "import baseline from '../conditions/baseline.ts';" },
    { path: 'harness/errors.ts', text: "import './types.ts';" },
    { path: 'harness/three.ts', text: "import '../scripts/bench.ts';" },
    { path: 'harness/four.ts', text: 'console.log(name);' },
  ]);
  expect(breaches.map((breach) => breach.slice(0, breach.indexOf(':')))).toEqual([
    'harness/metrics/rate.ts',
    'datasets/new.ts',
    'harness/errors.ts',
    'harness/three.ts',
    'harness/four.ts',
    'p-limit',
  ]);
});

test.each(['harness/claims/run-assertions.ts', 'harness/executor.ts', 'conditions/new-idea.ts'])(
  'test text that %s calls trusted is a breach',
  (path) => {
    const breaches = findBreaches([{ path, text: 'const suite = suiteOfDataset(written);\n' }]);
    expect(breaches).toEqual([expect.stringContaining('say that tests can be trusted')]);
    expect(findBreaches([{ path, text: 'const suite = { source } as TrustedSuite;\n' }])).toHaveLength(1);
  },
);
