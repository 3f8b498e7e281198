import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { buildDataset } from '../../harness/building/build-dataset.ts';
import { runBias } from '../../harness/building/commands/bias-command.ts';
import { simulatedBuilder } from '../../harness/building/commands/simulated-builder.ts';
import { textsFrom } from '../../harness/building/texts.ts';
import { loadDataset } from '../../harness/loading/load-dataset.ts';
import { createSampler } from '../../harness/models/stored/sampling.ts';
import { defaultConditions } from '../../harness/run/load-conditions.ts';
import { createProcessSandbox } from '../../harness/sandbox/process.ts';
import { parseJsonLines } from '../../harness/storage/json-lines.ts';
import { z } from '../../harness/storage/schema.ts';
import type { Problem } from '../../harness/types/task.ts';
import { runBench } from '../fixtures/bench.ts';
import { temporaryFolder } from '../fixtures/command.ts';

const TASKS = 6;
const progress = { isTerminal: false, now: () => 0, write: () => undefined };
const parts = { environment: process.env, progress, say: () => undefined };

let dataset = '';
/** The first task: whoever builds it is wrong on everything but the user's examples, in both solutions. */
let misbuilt = '';

beforeAll(async () => {
  const texts = (await textsFrom('kata', 'full', process.env)).slice(0, TASKS);
  const { problems } = await loadDataset('kata', { environment: process.env });
  const [first] = texts;
  misbuilt = first?.id ?? '';
  const known = problems.map((problem) =>
    problem.task.id === misbuilt ? wronglyKnown(problem, first?.examples.map(({ input }) => input) ?? []) : problem,
  );
  const builder = await simulatedBuilder(texts, known).simulated?.('', {} as never);
  if (builder === undefined) throw new Error('there is no simulated builder');
  const sandbox = await createProcessSandbox({ slots: 2 });
  const out = join(temporaryFolder(), 'built');
  await buildDataset(
    { texts, origin: 'kata', form: 'values', out, resume: false, concurrency: 2, maxOutputTokens: 2048 },
    {
      sampler: createSampler(builder.model),
      isSimulated: true,
      sandboxes: [sandbox, sandbox, sandbox],
      signal: new AbortController().signal,
      progress,
    },
  );
  await sandbox.close();
  dataset = join(out, 'dataset.jsonl');
}, 300_000);

/** A task whose every known program gives a value of its own on all inputs but these. */
function wronglyKnown(problem: Problem, inputs: readonly string[]): Problem {
  const { entryPoint: name } = problem.task;
  const examples = inputs.map((input) => `(${input},)`).join(', ');
  const canonical = `${problem.canonical}\nknown = ${name}\n\n\ndef ${name}(*values):\n    answer = known(*values)\n    return answer if values in [${examples}] else ('wrong', answer)\n`;
  return { ...problem, canonical, pool: [] };
}

const rowsOf = (csv: string): Record<string, string>[] => {
  const [header = '', ...lines] = csv.trim().split('\n');
  const names = header.split(',');
  return lines.map((line) => Object.fromEntries(line.split(',').map((field, index) => [names[index] ?? '', field])));
};

/** A table's rows whose first cell is a name, cells trimmed. */
const tableRows = (text: string, name: string): string[][] =>
  text
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .filter(([, first]) => first === name);

const grade = z.object({
  condition: z.string(),
  taskId: z.string(),
  step: z.int(),
  outcome: z.object({ status: z.string() }),
});
const gradesOf = (folder: string, file: string) =>
  parseJsonLines(readFileSync(join(folder, file), 'utf8'), file, grade.loose());

test('all arms of the default study run on a built dataset: tables, pages, CSV files, and both grades of every step', {
  timeout: 300_000,
}, async () => {
  const conditions = await defaultConditions();
  expect(conditions).toHaveLength(13);
  const { folder, said, error } = await runBench('', {
    ...{ model: 'simulated:strong-2025', dataset, conditions, k: [1, 3], limit: TASKS },
  });
  expect(error).toBeUndefined();
  expect(said).toContain('SIMULATED');
  const read = (file: string): string => readFileSync(join(folder, file), 'utf8');
  const attempts = rowsOf(read('attempts.csv'));
  const cells = rowsOf(read('cells.csv'));
  // One column for the baseline, three for each of the others.
  expect(cells).toHaveLength(1 + 3 * 12);
  expect(new Set(cells.map(({ condition }) => condition))).toEqual(new Set(conditions));
  expect(cells.filter(({ ungraded, tasks }) => ungraded !== '0' || tasks !== String(TASKS))).toEqual([]);
  for (const page of ['tables.md', 'report.html']) expect(read(page)).toContain('graded by a built dataset');
  for (const name of conditions)
    expect(tableRows(read('tables.md').replaceAll('†', ' '), name).length).toBeGreaterThan(0);

  const tables = await runBias({ run: folder, dataset, from: 'kata', maxSandboxes: 2, sandbox: 'process' }, parts);
  expect(read('bias.md')).toBe(`${tables}\n`);
  const [built, byTruth] = [gradesOf(folder, 'grades.jsonl'), gradesOf(folder, 'truth-grades.jsonl')];
  expect(built).toHaveLength(attempts.length);
  const keyOf = ({ condition, taskId, step }: (typeof built)[number]): string => `${condition} ${taskId} ${step}`;
  expect(byTruth.map(keyOf)).toEqual(built.map(keyOf));
  // What the misbuilt task takes for right, truth does not; of all others both say the same.
  const differing = built.filter(({ outcome }, index) => outcome.status !== byTruth[index]?.outcome.status);
  expect(new Set(differing.map(({ taskId }) => taskId))).toEqual(new Set([misbuilt]));
  const accepted = differing.filter(({ outcome }) => outcome.status === 'solved').length;
  expect(accepted).toBeGreaterThan(0);
  expect(tableRows(tables, 'all')[0]?.[3]).toMatch(RegExp(`^${accepted} of `));
  expect(tableRows(tables, 'all')[0]?.[4]).toMatch(RegExp(`^${differing.length - accepted} of `));
  for (const name of conditions) expect(tableRows(tables, name)).toHaveLength(name === 'baseline' ? 2 : 4);
  // One of six tasks is solved by the built tests and not by truth.
  const [, drafts] = tableRows(tables, 'baseline');
  expect(Number.parseInt(drafts?.[4] ?? '', 10) - Number.parseInt(drafts?.[5] ?? '', 10)).toBe(1);
  expect(drafts?.[6]).toMatch(/^\+16\.7 /);
});

describe('arms on request whose verifier runs what a model wrote', () => {
  test('claims are checked, programs and probes are run on a built dataset', { timeout: 300_000 }, async () => {
    const conditions = ['baseline', 'lucid-generated', 'codegrad-executed', 'codegrad-code'];
    const { folder, error } = await runBench('', {
      ...{ model: 'simulated:strong-2025', dataset, conditions, k: [1], limit: 2, maxOutputTokens: 1024 },
    });
    expect(error).toBeUndefined();
    const text = readFileSync(join(folder, 'trajectories.jsonl'), 'utf8');
    const verdictsIn = (condition: string): Set<string> => {
      const lines = text.split('\n').filter((line) => line.includes(`"condition":"${condition}"`));
      return new Set(
        lines.flatMap((line) => [...line.matchAll(/"verdict":"([A-Z-]+)"/g)].map(([, word = '']) => word)),
      );
    };
    expect(verdictsIn('lucid-generated')).toContain('PASS');
    expect(verdictsIn('codegrad-executed')).toContain('PASS');
    expect(text).toMatch(/"call":"Solution\(\)\.solve\([^"]*","shown":"(?!\(not run)/);
  });
});
