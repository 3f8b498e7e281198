import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadDataset } from '../../harness/loading/load-dataset.ts';
import { runBench } from '../fixtures/bench.ts';
import { runScript, temporaryFolder } from '../fixtures/command.ts';

const task = {
  task_id: 'own/one',
  prompt: 'import math\n\ndef one():\n    """One.\n    >>> one()\n    1\n    """\n',
  entry_point: 'one',
  canonical_solution: '    return 1\n',
  test: 'assert one() == 1',
};

function fileOf(content: string | Uint8Array, name = 'tasks.jsonl'): string {
  const path = join(temporaryFolder(), name);
  writeFileSync(path, content);
  return path;
}

const line = (changed: object): string => `${JSON.stringify({ ...task, ...changed })}\n`;

test('a line becomes a task: prelude, examples as public tests, a body or a whole function as solution', async () => {
  const whole = 'def one():\n    return 1\n';
  const path = fileOf(line({}) + line({ task_id: 'own/two', canonical_solution: whole, wrong_solutions: ['x = 1'] }));
  const { id, problems } = await loadDataset(path, { environment: process.env });
  expect(id).toBe('tasks.jsonl');
  const [first, second] = problems;
  expect(first?.task).toMatchObject({ prelude: 'import math\n\n', entryPoint: 'one' });
  expect(first?.task.publicTests.source).toBe('assert one() == (1)\n');
  expect(first?.canonical).toMatch(/^def one\(\):\n {4}"""One\.[\s\S]*return 1\n$/);
  expect(second?.canonical).toBe(whole);
  expect(second?.pool).toEqual([{ code: 'x = 1', isRight: false, label: 'wrong 1' }]);
});

test('a method is an entry point: its docstring has the examples, its solution is a body or a class', {
  timeout: 120_000,
}, async () => {
  const method = {
    prompt:
      'class Counter:\n    def one(self):\n        """One.\n        >>> Counter().one()\n        1\n        """\n',
    entry_point: 'Counter.one',
    canonical_solution: '        return 1\n',
    test: 'def check(candidate):\n    assert candidate() == 1\n    assert Counter().one() == 1\n',
    wrong_solutions: ['class Counter:\n    def one(self):\n        return 2\n'],
  };
  const whole = { task_id: 'own/two', canonical_solution: 'class Counter:\n    def one(self):\n        return 1\n' };
  const path = fileOf(line(method) + line({ ...method, ...whole }));
  const { problems } = await loadDataset(path, { environment: process.env });
  expect(problems.map(({ task: { publicTests } }) => publicTests.source)).toEqual([
    'assert Counter().one() == (1)\n',
    'assert Counter().one() == (1)\n',
  ]);
  expect(problems.map(({ canonical }) => canonical)).toEqual([
    `${method.prompt}${method.canonical_solution}`,
    whole.canonical_solution,
  ]);
  const { code, stdout } = await runScript('preflight', ['--dataset', path, '--sandbox', 'process']);
  expect([code, stdout]).toEqual([0, expect.stringContaining('canonical solutions: 2/2 solved')]);
});

test("HumanEval's check function is called, plain assertions stay as they are", async () => {
  const check = 'def check(candidate):\n    assert candidate() == 1\n';
  const { problems } = await loadDataset(fileOf(line({ test: check }) + line({ task_id: 'own/two' })), {
    environment: process.env,
  });
  expect(problems[0]?.hiddenTests.source).toBe(`${check}\ncheck(one)\n`);
  expect(problems[1]?.hiddenTests.source).toBe('assert one() == 1\n');
});

test.each([
  ['not JSON', '{"task_id": \n', /tasks\.jsonl:1: not JSON/],
  ['a list', '[]\n', /tasks\.jsonl:1: field the row itself/],
  ['a second line that lacks a field', `${line({})}{"task_id":"own/x"}\n`, /tasks\.jsonl:2: field prompt/],
  ['a field of another type', line({ test: 5 }), /tasks\.jsonl:1: field test/],
  ['a field nobody knows', line({ wrong_solution: [] }), /tasks\.jsonl:1: field .*[Uu]nrecognized key.*wrong_solution/],
  ['no assertion', line({ test: 'one()' }), /field test: expected at least one assertion/],
  ['a name that is none', line({ entry_point: 'one(); import os' }), /field entry_point/],
  ['an id that acts', line({ task_id: 'own/\u202eone' }), /field task_id/],
  ['a task twice', line({}) + line({}), /field task_id: expected every task once, got own\/one twice/],
  ['nothing', '\n\n', /expected a task a line, found none/],
  ['bytes that are no UTF-8', Buffer.from([0x7b, 0xff, 0x0a]), /tasks\.jsonl:1: expected UTF-8/],
  ['a prototype', '{"__proto__":{"task_id":"own/x"}}\n', /field/],
])('%s is one sentence with file and line', async (_name, content, sentence) => {
  await expect(loadDataset(fileOf(content), { environment: process.env })).rejects.toThrow(sentence);
});

test('a file that is not there, one that is a folder, and one whose name cannot stand in tables are one sentence', async () => {
  await expect(loadDataset('nowhere.jsonl', { environment: process.env })).rejects.toThrow(
    'expected a file of tasks, found none',
  );
  const folder = join(temporaryFolder(), 'folder.jsonl');
  mkdirSync(folder);
  const { code, stderr } = await runScript('bench', ['--dataset', folder, '--model', 'simulated:strong-2025']);
  expect(stderr).toMatch(/^error: .*folder\.jsonl: expected a file, found a folder/m);
  expect(stderr).not.toMatch(/^\s+at /m);
  expect(code).toBe(2);
  await expect(loadDataset(fileOf(line({}), 'my tasks.jsonl'), { environment: process.env })).rejects.toThrow(
    'rename the file',
  );
});

test('a solution that its own tests refuse starts nothing, and its code ran in the sandbox alone', async () => {
  const wrong = line({ canonical_solution: '    raise SystemExit(0)\n' });
  const { said, error } = await runBench('', {
    model: 'simulated:strong-2025',
    dataset: fileOf(wrong),
    limit: undefined,
  });
  expect(String(error)).toMatch(/own\/one/);
  expect(said).not.toContain('run folder');
});
