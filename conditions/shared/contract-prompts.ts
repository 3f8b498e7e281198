import type { Candidate, ContractTask, Verdict } from '../../harness/index.ts';

/** Each example is a program of no dataset: it shows an answer's form. */
const LANGUAGES = {
  dafny: {
    name: 'Dafny 2.3',
    rules:
      'Answer with the whole method, its signature and clauses unchanged, in one ```dafny block and nothing else. Below each `while` write the `invariant` lines that the proof needs. Use no other method, lemma or function and no `assume`.',
    example: `method FiveTimes(n: int) returns (r: int)
  requires n >= 0
  ensures r == 5 * n
{
  r := 0;
  var i := 0;
  while i < n
    invariant 0 <= i <= n
    invariant r == 5 * i
  {
    r := r + 5;
    i := i + 1;
  }
}`,
  },
  python: {
    name: 'Python with annotations for the Why3 prover',
    rules:
      'Answer with the whole function, its signature and `#@` clauses unchanged, in one ```python block and nothing else. Below each `while` write the `#@ invariant` lines that the proof needs and one `#@ variant` line, a number that becomes smaller in each round. Only integers, booleans, lists of integers, `while`, `if`, `return` and `len` are known: no docstring, no import, no other function.',
    example: `def five_times(n: int) -> int:
    #@ requires n >= 0
    #@ ensures result == 5 * n
    r = 0
    i = 0
    while i < n:
        #@ invariant 0 <= i <= n
        #@ invariant r == 5 * i
        #@ variant n - i
        r = r + 5
        i = i + 1
    return r`,
  },
} as const;

/** What of a task the prompts show. */
export interface Shown {
  /** What the contract says, in words. */
  readonly docstring: boolean;
}

const block = (text: string, { language }: ContractTask): string => `\`\`\`${language}\n${text.trimEnd()}\n\`\`\``;

/** The contract as the candidate's head has it. */
function contractText({ language, contract }: ContractTask): string {
  const { preamble, signature, clauses } = contract;
  const head =
    language === 'dafny' ? clauses.map((clause) => `  ${clause}`) : clauses.map((clause) => `    #@ ${clause}`);
  return [preamble, signature, ...head].filter((part) => part !== '').join('\n');
}

/** The first prompt of every condition on contracts. */
export function bodyPrompt(task: ContractTask, { docstring }: Shown): string {
  // Tasks in another language are refused before anything runs (run/identity.ts): prompts for them are in jobs/any-language.ts.
  const { name, rules, example } = LANGUAGES[task.language as keyof typeof LANGUAGES];
  return [
    `Complete a program in ${name}, so that its contract can be proved. ${rules}`,
    `An example of an answer, to another contract:\n${block(example, task)}`,
    'Your contract:',
    ...(docstring ? [task.docstring] : []),
    block(contractText(task), task),
  ].join('\n\n');
}

/** The task, the candidate and what was said of it. */
export function repairPrompt(
  task: ContractTask,
  candidate: Candidate,
  verdict: Exclude<Verdict, { status: 'unparsed' }>,
  shown: Shown,
): string {
  const code = candidate.text === '' ? '(the answer held no program)' : block(candidate.text, task);
  return [
    bodyPrompt(task, shown),
    `Your last answer:\n${code}`,
    `Complaints about it:\n${verdict.feedback}`,
    'Answer anew with the whole program, in the same form.',
  ].join('\n\n');
}
