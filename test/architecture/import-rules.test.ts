import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../fixtures/command.ts';
import { exportedNames } from './import-graph.ts';
import { findBreaches } from './import-rules.ts';
import { measureHouse } from './measure.ts';
import { ROOMS, roomTable } from './rooms.ts';
import { readSources } from './sources.ts';

test('every file keeps to the import rules', () => {
  const files = readSources('harness', 'conditions', 'datasets', 'scripts', 'test');
  expect(files.length).toBeGreaterThan(50);
  expect(findBreaches(files)).toEqual([]);
});

test('every exported name is imported by another file or by a test', () => {
  const code = readSources('harness', 'conditions', 'datasets', 'scripts');
  expect(measureHouse(code, readSources('test')).unusedExports).toEqual([]);
});

test('a part of the runner that goes into the sandbox stays under 330 lines', () => {
  const folder = join(ROOT, 'harness/sandbox/runner/python');
  const long = readdirSync(folder).filter((name) => readFileSync(join(folder, name), 'utf8').split('\n').length > 331);
  expect(long).toEqual([]);
});

const DOORS = ['index', 'dataset', 'model', 'results', 'testing'];

/** Users import these: what is added or taken away here is a line in CHANGELOG.md. */
test.each(DOORS)('harness/%s.ts gives users exactly these names', (door) => {
  const path = `harness/${door}.ts`;
  const text = readFileSync(join(ROOT, path), 'utf8');
  const handedOn = [...text.matchAll(/^export (type )?\{([^}]*)\} from/gm)].flatMap(([, type = '', names = '']) =>
    names.split(',').flatMap((name) => (name.trim() === '' ? [] : [`${type}${name.trim()}`])),
  );
  expect([...handedOn, ...exportedNames({ path, text })].sort()).toMatchSnapshot();
});

test('a room imports only rooms above it, and the table in harness/README.md is this one', () => {
  for (const [index, { room, imports }] of ROOMS.entries()) {
    const above = ROOMS.slice(0, index).map(({ room: name }) => name);
    expect([room, ...(imports === '*' ? [] : imports)].filter((name) => ![room, ...above].includes(name))).toEqual([]);
  }
  expect(readFileSync(join(ROOT, 'harness/README.md'), 'utf8')).toContain(`\n${roomTable()}\n`);
});

test.each([
  ["import { readdirSync, readFileSync } from 'node:fs';", 'a condition imports harness/index.ts'],
  ["import kata from '../../datasets/kata/index.ts';", 'a condition imports harness/index.ts'],
  ["const kata = await import('../../datasets/kata/index.ts');", 'a condition imports harness/index.ts'],
  ["import { z } from 'zod';", 'a condition imports harness/index.ts'],
  ["import { runTrial } from '../../harness/trial/trial.ts';", 'a condition imports harness/index.ts'],
  ['const now = Date.now();', 'no clock'],
  ['const coin = Math.random() < 0.5;', 'no chance'],
  ['const key = process.env.OPENAI_API_KEY;', 'no process'],
])('a condition that says %s is a breach', (text, sentence) => {
  const breaches = findBreaches([{ path: 'conditions/controls/new-idea.ts', text }]);
  expect(breaches).toHaveLength(1);
  expect(breaches[0]).toContain(sentence);
});

test('an honest condition is no breach, in a folder and out of one', () => {
  const text = (up: string): string =>
    `import { defineCondition } from '${up}../harness/index.ts';\nimport { refineLoop } from '${up}./shared/refine-loop.ts';\n`;
  expect(
    findBreaches([{ path: 'conditions/controls/new-idea.ts', text: text('../').replace('.././', '../') }]),
  ).toEqual([]);
  expect(findBreaches([{ path: 'conditions/new-idea.ts', text: text('') }])).toEqual([]);
});

test.each([
  ['harness/metrics/rate.ts', 'setTimeout(count, 5);', 'no clock'],
  ['harness/trial/new.ts', 'const folder = process.env.HOME;', 'handed environment'],
  ['harness/trial/new.ts', 'console.log(name);', 'through harness/terminal.ts'],
  ['harness/trial/new.ts', "import { grade } from '../records/records.ts';", 'trial imports'],
  ['harness/models/new.ts', "export type { Step } from '../run/bench.ts';", 'models imports'],
  ['harness/errors.ts', "import type { Task } from './types/task.ts';", 'errors.ts imports no other room'],
  ['harness/new-idea.ts', '', 'has a line in rooms.ts'],
  ['harness/run/new.ts', "import lucid from '../../conditions/lucid/lucid.ts';", 'run imports'],
  ['harness/run/new.ts', "import '../../scripts/bench.ts';", 'nobody imports scripts/'],
  ['harness/run/new.ts', "import '../../test/fixtures/run.ts';", 'nobody imports test/'],
  ['datasets/new.ts', "import baseline from '../conditions/controls/baseline.ts';", 'a dataset imports'],
])('%s that says %s is a breach', (path, text, sentence) => {
  expect(findBreaches([{ path, text }]).join('\n')).toContain(sentence);
});

test.each(['harness/verifiers/claims/run-assertions.ts', 'harness/sandbox/executor.ts', 'conditions/new-idea.ts'])(
  'test text that %s calls trusted is a breach',
  (path) => {
    const breaches = findBreaches([{ path, text: 'const suite = suiteOfDataset(written);\n' }]);
    expect(breaches).toEqual([expect.stringContaining('say that tests can be trusted')]);
    expect(findBreaches([{ path, text: 'const suite = { source } as TrustedSuite;\n' }])).toHaveLength(1);
  },
);

test('a package imported by two modules, a circle and a crowded folder are breaches', () => {
  const file = (path: string, text = '') => ({ path, text });
  const two = [
    file('harness/run/one.ts', "import limit from 'p-limit';"),
    file('harness/run/two.ts', "import limit from 'p-limit';"),
  ];
  expect(findBreaches(two)).toEqual([expect.stringContaining('p-limit: one module')]);
  const circle = [
    file('harness/models/stored/a.ts', "import type { B } from '../b.ts';"),
    file('harness/models/b.ts', "import { c } from './stored/c.ts';"),
    file('harness/models/stored/c.ts'),
  ];
  expect(findBreaches(circle)).toEqual([
    expect.stringContaining('harness/models/b.ts, harness/models/stored: a circle'),
  ]);
  const many = Array.from({ length: 26 }, (_, index) => file(`harness/run/file-${index}.ts`));
  expect(findBreaches(many)).toEqual([expect.stringContaining('harness/run: 26 files')]);
});
