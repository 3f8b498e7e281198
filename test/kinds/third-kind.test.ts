import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createCommand } from '../../harness/command-line.ts';
import { kindOf, TASK_KINDS } from '../../harness/kinds/kinds.ts';
import { createScriptedModel } from '../../harness/models/simulated/scripted.ts';
import { answerKind } from '../fixtures/answer-kind.ts';
import { runBench } from '../fixtures/bench.ts';
import { ROOT, temporaryFolder } from '../fixtures/command.ts';

const kinds = [...TASK_KINDS, answerKind];

/** Two sums, as a dataset's file has them. */
function datasets(kind: string): string {
  const folder = join(temporaryFolder(), 'datasets');
  mkdirSync(folder);
  const text = `
    import { sha256, suiteOfDataset } from '${ROOT}/harness/dataset.ts';
    const problem = (id, prompt, canonical) => ({
      task: { kind: 'function', id, prompt, entryPoint: 'answer', prelude: '', publicTests: suiteOfDataset('') },
      hiddenTests: suiteOfDataset(''), canonical, pool: [],
    });
    const problems = [problem('sums/1', 'What is 2 + 2?', '4'), problem('sums/2', 'What is 2 + 3?', '5')];
    export default {
      kind: '${kind}', title: 'Sums', source: 'ours',
      load: async () => ({ sha256: sha256(JSON.stringify(problems)), problems }),
    };`;
  writeFileSync(join(folder, 'sums.ts'), text);
  return folder;
}

test('a third kind of task is a study like any other: run, graded and reported', async () => {
  const model = createScriptedModel(() => 'Let me think.\n4');
  const study = { dataset: 'sums', conditions: ['baseline', 'resample-oracle'], k: [1], limit: undefined };
  const { folder, said, error } = await runBench('', study, { model, kinds, datasetsFolder: datasets('answer') });
  expect(error).toBeUndefined();
  expect(said).toContain('nowhere: answers are compared, nothing runs');
  const cells = readFileSync(join(folder, 'cells.csv'), 'utf8').split('\n');
  expect(cells.filter((line) => line.includes(',baseline,'))[0]).toMatch(
    /^sums,scripted,baseline,false,0,2,2,1,0,0\.5,/,
  );
  const attempts = readFileSync(join(folder, 'attempts.csv'), 'utf8');
  expect(attempts).toMatch(/resample-oracle,sums\/2,0,1,unsolved,assertion,reject/);
});

test('its grade command is its own, beside the flags of the others', async () => {
  const folder = datasets('answer');
  const [replies, out] = [join(folder, 'replies.jsonl'), join(folder, 'graded.jsonl')];
  writeFileSync(replies, '{"task_id":"sums/1","response":"4"}\n{"task_id":"sums/2","response":"6"}\n');
  const command = createCommand('grade', 'Grades.')
    .option('--dataset <id>', '')
    .option('--out <file>', '')
    .option('--folder <path>', '')
    .option('--concurrency <n>', '');
  for (const kind of kinds) kind.addGradeFlags?.(command);
  command.parse(['--dataset', 'sums', '--replies', replies, '--out', out, '--folder', folder], { from: 'user' });
  const kind = await kindOf('sums', folder, kinds);
  const parts = { environment: {}, now: () => 0, signal: new AbortController().signal, say: () => undefined };
  expect(await kind.grade(command, parts)).toBe('1 of 2 solved');
  expect(readFileSync(out, 'utf8')).toContain('{"task_id":"sums/2","outcome":"unsolved"}');
});

test('a dataset of a kind nobody knows is one sentence', async () => {
  await expect(kindOf('sums', datasets('riddle'), kinds)).rejects.toThrow(
    'sums: expected a kind of task among function, patch, contract, triple, answer, got riddle',
  );
});
