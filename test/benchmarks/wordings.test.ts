import { expect, test } from 'vitest';
import { CODEGRAD_WORDINGS } from '../../conditions/shared/codegrad/measured-wordings.ts';
import { WORDINGS } from '../../conditions/shared/measured-wordings.ts';
import { compareWordings, drawCandidates, type WordedVerdict } from '../../harness/benchmarks/wordings.ts';
import { acceptanceLines, wordingsMarkdown } from '../../harness/benchmarks/wordings-table.ts';
import { loadDataset } from '../../harness/loading/load-dataset.ts';
import { createScriptedModel } from '../../harness/models/simulated/scripted.ts';
import { createSampler } from '../../harness/models/stored/sampling.ts';
import { axesAnswer, gateAnswer, PROOF } from '../fixtures/codegrad.ts';
import { settings } from '../fixtures/trial.ts';

const { problems } = await loadDataset('kata', { environment: process.env });

test('any beginning of the drawn candidates is balanced, and the same seed draws the same', () => {
  const drawn = drawCandidates(problems, 1, 20, 3);
  expect(drawn).toHaveLength(120);
  for (const size of [2, 40, 80, 120]) {
    expect(drawn.slice(0, size).filter(({ isRight }) => isRight)).toHaveLength(size / 2);
  }
  expect(new Set(drawn.slice(0, 40).map(({ problem }) => problem.task.id)).size).toBe(20);
  expect(new Set(drawn.map(({ code }) => code)).size).toBe(120);
  expect(drawCandidates(problems, 1, 20, 3)).toEqual(drawn);
  expect(drawCandidates(problems, 2, 20, 3)).not.toEqual(drawn);
});

/** Accepts what holds no `wrong` in its code; the critic never answers in JSON at first. */
const model = () =>
  createScriptedModel(({ role, schema, messages }) => {
    const verdict = messages.some(({ content }) => content.includes('return 0')) ? 'FAIL' : 'PASS';
    if (role === 'extract') {
      return JSON.stringify({ claims: [{ text: 'one', category: 'functionality', severity: 'low' }] });
    }
    if (role === 'criticise' && messages.length === 3) return 'Let me think.';
    if (schema?.name === 'verdicts') return JSON.stringify({ verdicts: [{ claim: 1, reason: '', verdict }] });
    return JSON.stringify({
      critique: '',
      cases: [{ call: 'f()', returns: '0', demanded: '1' }],
      reasoning: '',
      issues: verdict === 'PASS' ? [] : ['0'],
      verdict,
    });
  });

test('every wording is asked about the same candidates; what it got wrong, asked twice or left open is counted', async () => {
  const [problem] = problems;
  if (problem === undefined) throw new Error('kata has tasks');
  const candidates = [
    { problem, code: 'def f():\n    return 1\n', isRight: true },
    { problem, code: 'def f():\n    return 0\n', isRight: true },
    { problem, code: 'def f():\n    return 2\n', isRight: false },
  ];
  const seen: WordedVerdict[] = [];
  const { signal } = new AbortController();
  const parts = { sampler: createSampler(model()), signal, concurrency: 2, settings };
  const verdicts = await compareWordings(WORDINGS, candidates, { ...parts, onVerdict: (one) => seen.push(one) });
  expect(verdicts).toHaveLength(3 * WORDINGS.length);
  expect(seen).toHaveLength(verdicts.length);
  expect(verdicts.map(({ said }) => said)).not.toContain('error');
  const rows = wordingsMarkdown(verdicts, { model: 'scripted' })
    .split('\n')
    .filter((line) => line.startsWith('| '));
  const judge = rows.find((row) => /^\| judge +\| reasoning/.test(row));
  expect(judge).toMatch(
    /1 \/ 1 = 100\.0 % .*1 \/ 2 = 50\.0 % \[9\.5, 90\.5\] +\| +-50\.0 \| +0 of 3 \| +0 of 3 \| +0 of 3/,
  );
  const critic = rows.find((row) => /^\| critic +\| reasoning/.test(row));
  expect(critic).toMatch(/\| +3 of 3 \| +0 of 6 \|/);
  expect(rows).toHaveLength(2 + WORDINGS.length);
});

test('CodeGrad’s review and gate are measured on known programs, part by part, by one question of each kind a program', async () => {
  const tuning = problems.slice(0, 4);
  const candidates = drawCandidates(tuning, 1, 4, 1);
  expect(candidates).toHaveLength(8);
  // Efficiency always fails, the gate refuses its third invariant of every second program, its others never.
  const asked = new Map<string, number>();
  const scripted = createScriptedModel(({ schema, messages }) => {
    const question = `${schema?.name} ${messages.map(({ content }) => content).join('')}`;
    asked.set(question, (asked.get(question) ?? 0) + 1);
    if (schema?.name === 'axes') return axesAnswer({ efficiency: 'fail' });
    const nth = [...asked.keys()].filter((one) => one.startsWith('gate')).indexOf(question);
    return schema?.name === 'proof' ? PROOF : gateAnswer(...(nth % 2 === 0 ? [2] : []));
  });
  const { signal } = new AbortController();
  const store = createSampler(scripted);
  const parts = { sampler: store, signal, concurrency: 1, settings, onVerdict: () => undefined };
  const verdicts = await compareWordings(CODEGRAD_WORDINGS, candidates, parts);
  expect(verdicts.map(({ said }) => said)).not.toContain('error');
  expect(acceptanceLines(verdicts).map((line) => line.replace(/ = [^\]]*\]/, ''))).toEqual([
    'review, all four axes: accepts 0 / 8, NOT within 5 to 95 %',
    'review, correctness: accepts 8 / 8, NOT within 5 to 95 %',
    'review, input-output: accepts 8 / 8, NOT within 5 to 95 %',
    'review, efficiency: accepts 0 / 8, NOT within 5 to 95 %',
    'review, completeness: accepts 8 / 8, NOT within 5 to 95 %',
    'gate, all invariants: accepts 4 / 8, within 5 to 95 %',
    'gate, invariant 2: accepts 8 / 8, NOT within 5 to 95 %',
    'gate, invariant 3: accepts 4 / 8, within 5 to 95 %',
    'gate, invariant 4: accepts 8 / 8, NOT within 5 to 95 %',
  ]);
  expect(asked.size).toBe(3 * candidates.length);
});
