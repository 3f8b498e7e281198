import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { readProvedPrograms } from '../../datasets/shared/proved-programs.ts';
import { createScriptedModel } from '../../harness/models/simulated/scripted.ts';
import { runBench } from '../fixtures/bench.ts';
import { runScript, temporaryFolder } from '../fixtures/command.ts';
import { proverSandboxes } from '../verifiers/prover/prover-sandboxes.ts';

const sandboxes = await proverSandboxes();
afterAll(() => Promise.all(sandboxes.map((sandbox) => sandbox.close())));

const larger = readProvedPrograms().find(({ name }) => name === 'larger');
const { body = '', wrong = '' } = larger?.versions.dafny ?? {};
const fenced = (text: string): string => `Here it is.\n\`\`\`dafny\n${text}\n\`\`\`\n`;

const [first] = sandboxes;
const sandbox = first?.kind ?? 'bubblewrap';

describe.skipIf(first === undefined)('a study of contracts', () => {
  test('is run, proved and reported: at the second try, never, and by a text that only looks proved', async () => {
    const answers: Record<string, readonly string[]> = {
      'kata-proved/dafny/larger': [fenced(wrong), fenced(body)],
      'kata-proved/dafny/sign': [fenced('r := ;'), fenced('r := true;')],
      'kata-proved/dafny/distance': [fenced('assume false;'), fenced('r := 0; } lemma L() ensures false {')],
    };
    const model = createScriptedModel(
      (_request, { context }) => answers[context?.taskId ?? '']?.[context?.step ?? 0] ?? '',
    );
    const tasks = Object.keys(answers);
    const study = {
      dataset: 'kata-proved',
      tasks,
      conditions: ['proof-once', 'proof-feedback'],
      k: [0, 1],
      limit: undefined,
      sandbox,
    };
    const { folder, said, error } = await runBench('', study, { model });
    expect(error).toBeUndefined();
    expect(said).toContain('conform');
    const attempts = readFileSync(join(folder, 'attempts.csv'), 'utf8');
    expect(attempts).toMatch(/proof-feedback,kata-proved\/dafny\/larger,0,0,unsolved,witness,reject/);
    expect(attempts).toMatch(/proof-feedback,kata-proved\/dafny\/larger,0,1,solved,,accept/);
    expect(attempts).toMatch(/proof-feedback,kata-proved\/dafny\/sign,0,0,unsolved,syntax,reject/);
    expect(attempts).toMatch(/proof-feedback,kata-proved\/dafny\/sign,0,1,unsolved,type,reject/);
    expect(attempts).toMatch(/proof-feedback,kata-proved\/dafny\/distance,0,0,unsolved,forbidden,reject/);
    expect(attempts).toMatch(/proof-feedback,kata-proved\/dafny\/distance,0,1,unsolved,forbidden,reject/);
  });

  test('answers of anybody are proved, whatever they say of themselves', { timeout: 900_000 }, async () => {
    const folder = temporaryFolder();
    const [answers, out] = [join(folder, 'answers.jsonl'), join(folder, 'graded.jsonl')];
    const task_id = 'kata-proved/dafny/larger';
    const lines = [{ solution: body }, { completion: wrong }, { response: fenced('assume false;') }];
    writeFileSync(answers, lines.map((line) => `${JSON.stringify({ task_id, ...line })}\n`).join(''));
    const flags = ['--dataset', 'kata-proved', '--answers', answers, '--out', out, '--sandbox', sandbox];
    const { code, stdout } = await runScript('grade', flags);
    expect(code).toBe(0);
    expect(stdout).toContain('solved 1 of 3 graded, unsolved (forbidden) 1, unsolved (witness) 1');
    const graded = readFileSync(out, 'utf8').trim().split('\n');
    expect(graded.map((line) => JSON.parse(line).outcome)).toEqual(['solved', 'unsolved', 'unsolved']);
  });

  test('refuses conditions for functions, and functions refuse those for contracts', async () => {
    const model = createScriptedModel(() => '');
    const onContracts = await runBench(
      '',
      { dataset: 'kata-proved', conditions: ['baseline'], limit: 1, sandbox },
      { model },
    );
    expect(String(onContracts.error)).toContain(
      'baseline does not apply to kata-proved: it works on tasks of kind function, patch',
    );
    const onFunctions = await runBench('', { conditions: ['proof-once'], limit: 1 }, { model });
    expect(String(onFunctions.error)).toContain(
      'proof-once does not apply to kata: it works on tasks of kind contract',
    );
  });
});
