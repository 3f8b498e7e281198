import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadTripleDataset } from '../../harness/loading/load-dataset.ts';
import { temporaryFolder } from '../fixtures/command.ts';

const right = {
  task: {
    kind: 'triple',
    id: 'mine/one',
    language: 'dafny',
    docstring: 'Gives back what it is given.',
    contract: { preamble: '', signature: 'method M(n: int) returns (r: int)', clauses: ['ensures r == n'] },
    body: 'r := n;',
  },
  program: 'one',
  set: 'ground-truth',
  inputs: ['(1,)'],
};

function load(problem: unknown) {
  const folder = temporaryFolder();
  const dataset = { kind: 'triple', title: 'mine', source: 'mine' };
  const source = `export default { ...${JSON.stringify(dataset)}, load: async () => ({ sha256: '0', problems: [${JSON.stringify(problem)}] }) };`;
  writeFileSync(join(folder, 'mine.ts'), source);
  return loadTripleDataset('mine', { environment: {}, folder });
}

test('a triple is refused by name where it lacks what its checks work on', async () => {
  expect((await load(right)).problems).toHaveLength(1);
  const { task } = right;
  const toothless = { ...task, contract: { ...task.contract, clauses: ['requires n > 0'] } };
  for (const [problem, sentence] of [
    [{ ...right, task: { ...task, docstring: ' \n' } }, 'mine/one: expected a docstring, got none'],
    [{ ...right, task: toothless }, 'mine/one: expected an annotation that ensures something, got none'],
    [{ ...right, inputs: [] }, 'mine/one: expected inputs or calls to run its code on, got none'],
  ] as const)
    await expect(load(problem)).rejects.toThrow(sentence);
  expect((await load({ ...right, inputs: [], calls: 'method MakeCalls() {}' })).problems).toHaveLength(1);
  // A wrong triple may ensure nothing: some of CloverBench do.
  expect((await load({ ...right, set: 'C2', task: toothless })).problems).toHaveLength(1);
});
