import { expect, test } from 'vitest';
import { bodyPrompt, repairPrompt } from '../../conditions/shared/contract-prompts.ts';
import { contractAgainPrompt, contractPrompt, EVERY_LANGUAGE } from '../../conditions/shared/jobs/any-language.ts';
import { loadContractDataset } from '../../harness/loading/load-dataset.ts';
import { LANGUAGES } from '../../harness/tasks/contract/languages.ts';
import type { ContractTask } from '../../harness/types/task.ts';

const { problems } = await loadContractDataset('kata-proved', { environment: {} });

const ABOVE: ContractTask = {
  kind: 'contract',
  id: 'mine/above',
  language: 'verus',
  docstring: 'Something above x.',
  contract: {
    preamble: 'spec fn twice(x: int) -> int { 2 * x }',
    signature: 'fn above(x: u8) -> (y: u16)',
    clauses: ['requires x < 200', 'ensures y > x', 'ensures twice(y as int) > x'],
  },
};
const candidate = {
  text: 'x as u16\n',
  extraction: { status: 'clean', cuts: [] },
  responseSha256: '',
  role: 'generate',
} as const;

test('in Dafny and Python the prompts are those of all conditions on contracts, word for word', () => {
  for (const { task } of problems) {
    expect(contractPrompt(task)).toBe(bodyPrompt(task, { docstring: false }));
    const verdict = { status: 'reject', feedback: 'no' } as const;
    expect(contractAgainPrompt(task, candidate, 'no')).toBe(
      repairPrompt(task, candidate, verdict, { docstring: false }),
    );
  }
});

test('a prompt in Verus shows the contract in its own form, and its example may be given as an answer', () => {
  const prompt = contractPrompt(ABOVE);
  const [, example = '', own = ''] = prompt.split(/```rust\n/);
  expect(own).toBe(
    'spec fn twice(x: int) -> int { 2 * x }\nfn above(x: u8) -> (y: u16)\n    requires\n        x < 200,\n    ensures\n        y > x,\n        twice(y as int) > x,\n```',
  );
  const contract = { preamble: '', signature: 'fn five_times(n: u32) -> (r: u64)', clauses: ['ensures r == 5 * n'] };
  expect(LANGUAGES.verus.splice(example.split('```')[0] ?? '', contract).status).toBe('admitted');
  // As it is shown it may be said again.
  expect(LANGUAGES.verus.splice(`${own.split('```')[0]}{ x as u16 + 1 }`, ABOVE.contract).status).toBe('admitted');
});

test('a refinement has the answer, what was said of it, and nothing of a body that is right', () => {
  const prompt = contractAgainPrompt(ABOVE, candidate, '- postcondition not satisfied');
  expect(prompt.startsWith(contractPrompt(ABOVE))).toBe(true);
  expect(prompt).toContain('```rust\nx as u16\n```');
  expect(prompt).toContain('- postcondition not satisfied');
});

test('they know every language that is proved here', () => {
  expect([...EVERY_LANGUAGE].sort()).toEqual(Object.keys(LANGUAGES).sort());
});
