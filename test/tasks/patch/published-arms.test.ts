import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { extractPublishedPatch } from '../../../harness/tasks/patch/diff/extract-published-patch.ts';
import { readPatchScript } from '../../../harness/tasks/patch/scripted/patch-script.ts';
import { createScriptedPatches } from '../../../harness/tasks/patch/scripted/scripted-model.ts';
import type { Model, ModelRequest } from '../../../harness/types/model.ts';
import { temporaryFolder } from '../../fixtures/command.ts';
import { id, makePatchStudy, rows } from '../../fixtures/patch-study.ts';

test('a patch is taken as the published study took it: a fence at the ends, and what stands before the diff', () => {
  const patch = '--- a/x.py\n+++ b/x.py\n@@ -1 +1 @@\n-a\n+b';
  for (const answer of [
    patch,
    `\n${patch}\n`,
    `\`\`\`diff\n${patch}\n\`\`\``,
    `\`\`\`\n${patch}\n\`\`\``,
    `Here:\n\n${patch}`,
  ]) {
    expect(extractPublishedPatch(answer).text).toBe(patch);
  }
  // What follows stays, and so does a fence that does not end the answer.
  expect(extractPublishedPatch(`${patch}\n\nIt is done.`).text).toBe(`${patch}\n\nIt is done.`);
  expect(extractPublishedPatch(`Here:\n\`\`\`diff\n${patch}\n\`\`\`\nDone.`).text).toBe(`${patch}\n\`\`\`\nDone.`);
  expect(extractPublishedPatch('I have no patch.')).toMatchObject({ text: 'I have no patch.' });
});

test('the published arms on three instances: gold files, hints and names of tests are shown and called leaks; the loop asks as published', async () => {
  const study = makePatchStudy();
  const instances = [0, 4, 7].map(id);
  const canonical = (taskId: string): string =>
    study.small.problems.find(({ task }) => task.id === taskId)?.canonical ?? '';
  // A patch that ends the answer loses its last line break; `git apply`, which is all the small repositories have, refuses it then.
  const fenced = (taskId: string): string => `\`\`\`diff
${canonical(taskId)}\`\`\`
This resolves it.`;
  const wrong = 'I would change the module.\n\n--- a/nowhere.py\n+++ b/nowhere.py\n@@ -1 +1 @@\n-a\n+b\n';
  const [first = '', second = '', third = ''] = instances;
  const answers = [
    { instances: [first], candidates: [{ response: fenced(first) }] },
    { instances: [second, third], candidates: [{ response: wrong }] },
    {
      conditions: ['published-lucid'],
      instances: [second],
      candidates: [{ response: wrong }, { response: fenced(second) }],
    },
    { conditions: ['published-lucid'], instances: [third], candidates: [{ response: wrong }] },
  ];
  const path = join(temporaryFolder(), 'script.json');
  writeFileSync(path, JSON.stringify({ answers }));
  const problems = study.small.problems.filter(({ task }) => instances.includes(task.id));
  const scripted = createScriptedPatches('scripted:three', readPatchScript(path), problems, 'three');
  const asked: { condition: string; taskId: string; request: ModelRequest }[] = [];
  const model: Model = {
    ...scripted,
    generate(request, options) {
      asked.push({ condition: options.context?.condition ?? '', taskId: options.context?.taskId ?? '', request });
      return scripted.generate(request, options);
    },
  };
  const { folder, error } = await study.run(
    {
      conditions: ['published-baseline', 'published-lucid'],
      k: [1, 3],
      instances,
      context: 'gold-files',
      hints: true,
      testNames: true,
    },
    { model },
  );
  expect(error).toBeUndefined();

  const of = (taskId: string) => asked.filter((one) => one.condition === 'published-lucid' && one.taskId === taskId);
  // The first answer is shared with the baseline; no claims are asked for on patches.
  expect(
    of(second)
      .map(({ request }) => request.role)
      .filter((role) => role !== 'generate'),
  ).toEqual(['remediate', 'regenerate']);
  expect(
    of(third)
      .map(({ request }) => request.role)
      .filter((role) => role !== 'generate'),
  ).toEqual(Array(3).fill(['remediate', 'regenerate']).flat());
  const prompt = asked[0]?.request.messages.map(({ content }) => content).join('\n') ?? '';
  expect(prompt).toContain('the-hints-are-here');
  expect(prompt).toMatch(/Tests that must pass afterwards:\n- tests\/test_module_\d\.py::test_turned_\d/);
  const rewrite =
    of(second)
      .find(({ request }) => request.role === 'regenerate')
      ?.request.messages.at(-1)?.content ?? '';
  expect(rewrite).toContain('```diff\n--- a/nowhere.py');
  expect(rewrite).not.toContain('I would change the module.');
  expect(rewrite).toContain('The tests failed.\n\nOutput of the tests:\n');

  const cells = rows(folder, 'cells.csv').map(({ condition, k, solved }) => [condition, k, solved]);
  expect(cells.filter(([arm, k]) => arm === 'published-baseline' || k !== '0')).toEqual([
    ['published-baseline', '0', '1'],
    ['published-lucid', '1', '2'],
    ['published-lucid', '3', '2'],
  ]);
  const tables = readFileSync(join(folder, 'tables.md'), 'utf8');
  expect(tables).toContain('names of the tests that must pass: shown, A LEAK');
  expect(tables).toContain(
    'the model was shown what leaks the fix: files chosen by the gold patch, the discussion of the issue and the names of the tests that must pass.',
  );
}, 240_000);
