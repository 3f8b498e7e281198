import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { readPatchScript } from '../../../harness/tasks/patch/scripted/patch-script.ts';
import { createScriptedPatches } from '../../../harness/tasks/patch/scripted/scripted-model.ts';
import type { Model } from '../../../harness/types/model.ts';
import { copiedConditions, readmeConditions } from '../../fixtures/copied-conditions.ts';
import { TEST_PATCH_MARK } from '../../fixtures/patch-folders.ts';
import { lines, makePatchStudy, type PatchStudy, rows } from '../../fixtures/patch-study.ts';

let study: PatchStudy;
beforeAll(() => {
  study = makePatchStudy();
});

/** The scripted model with every prompt kept, by condition. */
function watched(): { model: Model; prompts: { condition: string; text: string }[] } {
  const read = readPatchScript(study.scriptFile);
  const scripted = createScriptedPatches('scripted:script.json', read, study.small.problems, 'watched');
  const prompts: { condition: string; text: string }[] = [];
  const model: Model = {
    ...scripted,
    generate(request, options) {
      const text = request.messages.map(({ content }) => content).join('\n');
      prompts.push({ condition: options.context?.condition ?? '', text });
      return scripted.generate(request, options);
    },
  };
  return { model, prompts };
}

test('only a loop on the grading tests is told of them; a public one sees tests of the base commit, by name', {
  timeout: 240_000,
}, async () => {
  const { model, prompts } = watched();
  const conditions = ['lucid', 'lucid-public', 'resample-public', 'self-refine', 'llm-judge', 'random-verifier'];
  const { error } = await study.run({ conditions, k: [3] }, { model }, study.shared);
  expect(error).toBeUndefined();
  const of = (...names: string[]) =>
    prompts.filter(({ condition }) => names.includes(condition)).map(({ text }) => text);
  expect(prompts.length).toBeGreaterThan(100);
  for (const text of prompts.filter(({ condition }) => condition !== 'lucid').map((prompt) => prompt.text)) {
    expect(text).not.toContain(TEST_PATCH_MARK);
    expect(text).not.toMatch(/test_turned/);
  }
  expect(prompts.some(({ text }) => text.includes('the-hints-are-here'))).toBe(false);
  const publicTexts = of('lucid-public').join('\n');
  expect(publicTexts).toContain('Verification of the current patch: FAIL\nThe patch does not apply');
  expect(publicTexts).toContain('test_other');
  const lucidTexts = of('lucid').join('\n');
  expect(lucidTexts).toMatch(/- tests\/test_module_4\.py::test_turned_4\n {2}FAILED/);
  expect(lucidTexts).toContain(TEST_PATCH_MARK);
});

test('a context that does not fit is left out whole and recorded; gold files and hints are called leaks', async () => {
  const narrow = { conditions: ['baseline'], k: [1], contextTokens: 40 };
  const { folder } = await study.run({ ...narrow, context: 'gold-files', hints: true });
  const contexts = lines<{ shown: unknown[]; leftOut: { why: string }[] }>(folder, 'contexts.jsonl');
  expect(contexts.every(({ shown, leftOut }) => shown.length === 0 && leftOut[0]?.why === 'budget')).toBe(true);
  const tables = readFileSync(join(folder, 'tables.md'), 'utf8');
  expect(tables).toContain('context: gold-files (at most 40 tokens of files), A LEAK');
  expect(tables).toContain('(10 show none), left out: 10 over the budget');
  expect(tables).toContain('hints: shown, A LEAK');
});

test('a condition that was written for functions runs on patches unchanged', async () => {
  const shorter = readmeConditions().find((code) => code.includes('async *run')) ?? '';
  const conditionsFolder = copiedConditions({ shorter });
  const arms = { conditions: ['baseline', 'shorter'], k: [1] };
  const { folder, error } = await study.run(arms, { conditionsFolder }, study.shared);
  expect(error).toBeUndefined();
  const cells = rows(folder, 'cells.csv').filter(({ condition }) => condition === 'shorter');
  expect(cells.map(({ solved }) => solved)).toEqual(['4', '4']);
});

test('a plan counts calls and estimates tokens from the prompts themselves, without a container', async () => {
  const { said, error } = await study.run({ plan: true, model: 'openai-compatible:q@http://127.0.0.1:1' });
  expect(error).toBeUndefined();
  expect(said).toContain('10 tasks x 1 samples x 13 conditions');
  expect(said).toMatch(/generate \d+ in, 4096 out \(planned requests, output at its bound\)/);
});

test.each([
  [{ model: 'simulated:strong-2025' }, "this dataset's tasks are answered by scripted:…"],
  [{ model: 'scripted:/nowhere.json' }, 'expected a script, cannot read the file'],
  [{ extractor: 'published' as const }, '--extractor published takes functions'],
  [{ context: 'everything' }, '--context everything: expected none'],
  [{ mirrors: undefined }, '--context bm25 needs --mirrors'],
  [{ instances: ['nope__nope-1'] }, 'unknown task nope__nope-1'],
])('%j is one clear sentence', async (changed, sentence) => {
  const { error } = await study.run(changed);
  expect(String(error)).toContain(sentence);
});
