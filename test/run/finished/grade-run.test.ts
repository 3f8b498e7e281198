import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { type GradeRunOptions, gradeRun } from '../../../harness/run/finished/grade-run.ts';
import { runBench } from '../../fixtures/bench.ts';
import { comparableFiles, ROOT, temporaryFolder } from '../../fixtures/command.ts';

const NAMES = ['a', 'b', 'c', 'd', 'e'];

/** Tasks `t/a`, … that double a number; `hidden` grades. One pool program forgets negative numbers. */
const datasetText = (title: string, hidden: string, names: readonly string[]): string => `
import { defineDataset, suiteOfDataset } from ${JSON.stringify(join(ROOT, 'harness/dataset.ts'))};
const program = (name, body) => 'def ' + name + '(n):\\n    return ' + body + '\\n';
export default defineDataset({
  title: ${JSON.stringify(title)},
  source: 'here',
  downloads: [],
  async load() {
    const problems = ${JSON.stringify(names)}.map((name) => ({
      task: { kind: 'function', id: 't/' + name, entryPoint: name, prelude: '', publicTests: suiteOfDataset(''),
        prompt: 'def ' + name + '(n: int) -> int:\\n    """Twice n${title === 'Plus' ? "' + (name === 'b' ? ', in full' : '') + '" : ''}."""\\n' },
      hiddenTests: suiteOfDataset(${JSON.stringify(hidden)}.replaceAll('f(', name + '(')),
      canonical: program(name, '2 * n'),
      pool: ${title === 'Plus' ? '[]' : "[{ code: program(name, 'n + n'), isRight: true, label: 'r' }, { code: program(name, '2 * abs(n) if n > -9 else 0'), isRight: true, label: 'edge' }, { code: program(name, 'n'), isRight: false, label: 'w' }]"},
    }));
    return { sha256: 'x', problems };
  },
});
`;

const datasetsFolder = temporaryFolder();
const quiet = {
  environment: process.env,
  signal: new AbortController().signal,
  progress: { isTerminal: false, now: () => 0, write: () => undefined },
  say: () => undefined,
  datasetsFolder,
};
let run = '';

beforeAll(async () => {
  const write = (name: string, text: string) => writeFileSync(join(datasetsFolder, `${name}.ts`), text);
  write('tiny', datasetText('Tiny', 'assert f(2) == 4\n', NAMES));
  write('tiny-plus', datasetText('Plus', 'assert f(2) == 4\nassert f(-3) == -6\n', NAMES));
  write('others', datasetText('Others', 'assert f(2) == 4\n', ['z']));
  const model = { model: 'simulated:strong-2025', conditions: ['baseline', 'codegrad'], k: [1, 2], samples: 3 };
  const made = await runBench('', { ...model, dataset: 'tiny', limit: 5 }, { datasetsFolder });
  expect(made.error).toBeUndefined();
  run = made.folder;
});

const options = (changed: Partial<GradeRunOptions> = {}): GradeRunOptions => ({
  run,
  dataset: 'tiny-plus',
  out: join(temporaryFolder(), 'plus'),
  sandbox: 'process',
  concurrency: 2,
  ...changed,
});
const linesOf = (folder: string, file: string): Record<string, unknown>[] =>
  readFileSync(join(folder, file), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

test('every step of a run is graded by the tests of another dataset, into a run folder of its own', async () => {
  const before = comparableFiles(run);
  const { out, ...rest } = options();
  const screen = await gradeRun({ ...rest, out }, quiet);
  expect(comparableFiles(run)).toEqual(before);
  expect(readFileSync(join(out, 'trajectories.jsonl'), 'utf8')).toBe(before['trajectories.jsonl']);
  const [own, plus] = [linesOf(run, 'grades.jsonl'), linesOf(out, 'grades.jsonl')];
  expect(plus.length).toBe(own.length);
  const candidates = new Map(
    linesOf(out, 'trajectories.jsonl').flatMap(({ condition, taskId, sample, steps }) =>
      (steps as { index: number; candidate: string }[]).map(({ index, candidate }) => [
        JSON.stringify([condition, taskId, sample, index]),
        candidate,
      ]),
    ),
  );
  const outcomes = plus.map(({ condition, taskId, sample, step, outcome }, at) => {
    const candidate = candidates.get(JSON.stringify([condition, taskId, sample, step])) ?? '';
    const [first] = [own[at]?.outcome as { status: string }];
    const { status } = outcome as { status: string };
    // What forgets negative numbers passes the first suite and not the second.
    expect(status === 'unsolved' && first.status === 'solved').toBe(candidate.includes('abs'));
    return status;
  });
  expect(new Set(outcomes)).toEqual(new Set(['solved', 'unsolved']));
  const tables = readFileSync(join(out, 'tables.md'), 'utf8');
  expect(tables).toContain('dataset: tiny-plus');
  expect(tables).toMatch(/ANSWERS OF ANOTHER RUN: tiny \(run identity \w{12}\).* prompts differ in t\/b/);
  expect(screen).toContain('by tiny alone');
});

test('the same command goes on, and makes the same bytes', async () => {
  const one = options();
  const stopped = new AbortController();
  let clock = 0;
  // Every trial is shown; the second one stops the command.
  const progress = {
    ...quiet.progress,
    now: () => (clock += 10_000),
    write: (line: string) => void (line.startsWith('trials 2/') && stopped.abort(new Error('stopped'))),
  };
  const stopping = { ...quiet, signal: stopped.signal, progress };
  await expect(gradeRun(one, stopping)).rejects.toThrow('stopped');
  const graded = linesOf(one.out, 'grades.jsonl').length;
  expect(graded).toBeGreaterThan(1);
  await gradeRun(one, quiet);
  expect(graded).toBeLessThan(linesOf(one.out, 'grades.jsonl').length);
  const other = options();
  await gradeRun(other, quiet);
  expect(comparableFiles(one.out)).toEqual(comparableFiles(other.out));
});

test.each([
  [
    () => options({ dataset: 'others' }),
    /expected a run of tasks that others has too, got one of tiny: 5 of 5 are others \(first: t\/a\)/,
  ],
  [() => options({ dataset: 'tiny' }), /expected a run of another dataset: the tests of tiny have graded it already/],
  [() => options({ out: run }), /expected a new folder or one that this command began, found another run/],
  [() => options({ run: datasetsFolder }), /expected a run folder with a manifest\.json/],
])('bad input is refused in one sentence', async (made, message) => {
  await expect(gradeRun(made(), quiet)).rejects.toThrow(message);
});
