import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { UsageError } from '../../harness/errors.ts';
import { defineCondition, none, user } from '../../harness/index.ts';
import { readRun } from '../../harness/records/stored-run.ts';
import { writeNewCondition } from '../../harness/run/new-condition.ts';
import { tryCondition } from '../../harness/testing.ts';
import { runBench } from '../fixtures/bench.ts';
import { ROOT, temporaryFolder } from '../fixtures/command.ts';

const inside = mkdtempSync(join(ROOT, 'results', 'new-condition-'));
afterAll(() => rmSync(inside, { recursive: true }));

test('npm run new writes a condition that runs by its path, and a test that passes', { timeout: 120_000 }, async () => {
  const { condition, test: own } = await writeNewCondition('my-loop', inside);
  const { error, said } = await runBench('', { conditions: ['baseline', condition], model: 'simulated:strong-2025' });
  expect(error).toBeUndefined();
  expect(said).toMatch(/\| my-loop +\|/);
  const output = execFileSync(process.execPath, ['--import', 'tsx', '--test', own], { cwd: ROOT, encoding: 'utf8' });
  expect(output).toMatch(/pass 1\b/);
});

test('what is there already stays, and a name no arm can have is refused', async () => {
  const folder = temporaryFolder();
  await writeNewCondition('twice', folder);
  await expect(writeNewCondition('twice', folder)).rejects.toThrow(UsageError);
  await expect(writeNewCondition('../up', folder)).rejects.toThrow('expected lower-case words');
});

test('a condition that breaks its contract is an error in its test too', async () => {
  const bad = defineCondition({
    description: 'asks in a role that is none',
    verifier: none,
    async *run(_, { propose, ask }) {
      yield { candidate: await propose([user('x')]) };
      await ask([user('x')], 'attack');
    },
  });
  await expect(tryCondition(bad, { answer: () => 'x' })).rejects.toThrow(/role 'attack' is none of/);
});

test('a condition may run its candidates on inputs: equal behaviour is equal text', { timeout: 120_000 }, async () => {
  const path = join(inside, 'observer.ts');
  writeFileSync(
    path,
    `import { defineCondition, execute, none, user } from '../../harness/index.ts';
export default defineCondition({
  description: 'looks at what its program does',
  verifier: none,
  uses: { execute },
  async *run(task, { propose, execute }) {
    const candidate = await propose([user(task.prompt)]);
    const program = { ...candidate, text: 'def add_total(x):\\n    return {1: [x]}[len(x)]\\n' };
    const seen = await execute(program, ['add_total([7])', 'add_total([])', 'nothing(', '1 + 1']);
    yield { candidate: { ...candidate, text: JSON.stringify(seen) } };
  },
});
`,
  );
  const { folder, error } = await runBench('', {
    conditions: [path],
    model: 'simulated:strong-2025',
    tasks: ['kata/add_total'],
    limit: 1,
  });
  expect(error).toBeUndefined();
  const [trial] = (await readRun(folder)).trajectories;
  expect(JSON.parse(trial?.steps[0]?.candidate ?? '')).toMatchObject([
    { status: 'returned', value: '[[7]]' },
    { status: 'raised', exception: 'KeyError: 0' },
    { status: 'not-run' },
    { status: 'not-run' },
  ]);
});
