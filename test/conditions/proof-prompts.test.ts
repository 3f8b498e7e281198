import { afterAll, describe, expect, test } from 'vitest';
import { bodyPrompt, repairPrompt } from '../../conditions/shared/contract-prompts.ts';
import { loadContractDataset } from '../../harness/loading/load-dataset.ts';
import { LANGUAGES } from '../../harness/tasks/contract/languages.ts';
import { createProofRunner } from '../../harness/verifiers/prover/run.ts';
import { proverSandboxes } from '../verifiers/prover/prover-sandboxes.ts';

const { problems } = await loadContractDataset('kata-proved', { environment: {} });
const taskIn = (language: 'dafny' | 'python') => {
  const found = problems.find(({ task }) => task.language === language);
  if (found === undefined) throw new Error(`no task in ${language}`);
  return found.task;
};

const exampleIn = (prompt: string): string => prompt.match(/```\w+\n([\s\S]*?)\n```/)?.[1] ?? '';

const [sandbox, ...others] = await proverSandboxes();
afterAll(() => Promise.all([sandbox, ...others].map((each) => each?.close())));

test.each(['dafny', 'python'] as const)('a prompt in %s shows the contract and no body of a task', (language) => {
  for (const { task, canonical } of problems.filter(({ task }) => task.language === language)) {
    const prompt = bodyPrompt(task, { docstring: true });
    expect(prompt).toContain(task.contract.signature);
    for (const clause of task.contract.clauses) expect(prompt).toContain(clause);
    expect(prompt).toContain(task.docstring);
    expect(bodyPrompt(task, { docstring: false })).not.toContain(task.docstring);
    expect(prompt).not.toContain(canonical.trim());
    // The example is to a contract that no task has.
    expect(exampleIn(prompt)).not.toContain(task.contract.signature);
  }
});

test('a mending prompt is the first one with the last answer and what was said of it', () => {
  const task = taskIn('dafny');
  const candidate = {
    text: 'r := 0;\n',
    extraction: { status: 'clean', cuts: [] },
    responseSha256: '',
    role: 'generate',
  } as const;
  const verdict = { status: 'reject', feedback: '- a loop without an invariant', assertions: 'f' } as const;
  const prompt = repairPrompt(task, candidate, verdict, { docstring: false });
  expect(prompt.startsWith(bodyPrompt(task, { docstring: false }))).toBe(true);
  expect(prompt).toContain('```dafny\nr := 0;\n```');
  expect(prompt).toContain(verdict.feedback);
});

describe.skipIf(sandbox === undefined)('provers', () => {
  const runner = createProofRunner(sandbox ?? { missing: 'no prover' });
  test.each(['dafny', 'python'] as const)('the example in %s is an answer that is proved', async (language) => {
    const example = exampleIn(bodyPrompt(taskIn(language), { docstring: false }));
    const { prover, splice } = LANGUAGES[language];
    const [signature = '', ...rest] = example.split('\n');
    const clauses = rest.flatMap((line) => line.match(/^\s*(?:#@ )?((?:requires|ensures) .*)$/)?.[1] ?? []);
    const spliced = splice(example, { preamble: '', signature, clauses });
    if (spliced.status !== 'admitted') throw new Error(JSON.stringify(spliced.answer));
    const { answer } = await runner.prove(prover, spliced.program, spliced.probe);
    expect(answer).toMatchObject({ status: 'proved' });
  });
});
