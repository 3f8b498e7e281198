import { type Candidate, type ContractTask, fenced, type Verdict } from '../../harness/index.ts';

const LANGUAGE = {
  dafny: {
    name: 'Dafny 2.3',
    rules:
      'Answer with the whole method, its signature and clauses unchanged, its body with the loop invariants that the proof needs, in one ```dafny block and nothing else. Use no other method, lemma or function and no assume.',
  },
  python: {
    name: 'Python with annotations for the Why3 prover',
    rules:
      'Answer with the whole function, its signature and `#@` clauses unchanged, in one ```python block and nothing else. Below each `while` write `#@ invariant ...` and `#@ variant ...`. Only integers, booleans, lists of integers, `while`, `if`, `return` and `len` are known: no docstring, no import, no other function, no assume.',
  },
} as const;

/** What of a task the prompts show. */
export interface Shown {
  /** What the contract says, in words. */
  readonly docstring: boolean;
}

/** The contract as the candidate's head has it. */
function contractText({ language, contract }: ContractTask): string {
  const { preamble, signature, clauses } = contract;
  const head =
    language === 'dafny' ? clauses.map((clause) => `  ${clause}`) : clauses.map((clause) => `    #@ ${clause}`);
  return [preamble, signature, ...head].filter((part) => part !== '').join('\n');
}

const taskText = (task: ContractTask, { docstring }: Shown): string =>
  [...(docstring ? [task.docstring] : []), fenced(contractText(task))].join('\n\n');

/** The first prompt of every condition on contracts. */
export function bodyPrompt(task: ContractTask, shown: Shown): string {
  const { name, rules } = LANGUAGE[task.language];
  return [
    `Write the body of this program in ${name}, so that its contract can be proved.`,
    taskText(task, shown),
    rules,
  ].join('\n\n');
}

/** The task, the candidate and what was said of it. */
export function mendPrompt(
  task: ContractTask,
  candidate: Candidate,
  verdict: Exclude<Verdict, { status: 'unparsed' }>,
  shown: Shown,
): string {
  const { name, rules } = LANGUAGE[task.language];
  const code = candidate.text === '' ? '(the answer held no program)' : fenced(candidate.text);
  return [
    `This program in ${name} must fulfil its contract so that it can be proved.`,
    taskText(task, shown),
    `Current program:\n${code}`,
    `Complaints about it:\n${verdict.feedback}`,
    `Write it anew. ${rules}`,
  ].join('\n\n');
}
