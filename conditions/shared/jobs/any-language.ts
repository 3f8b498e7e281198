import type { Candidate, ContractTask } from '../../../harness/index.ts';
import { bodyPrompt, repairPrompt } from '../contract-prompts.ts';

/** Languages beside those that the prompts of all conditions on contracts know, with a program of no dataset. */
const NOTES: Readonly<
  Record<string, { readonly name: string; readonly fence: string; readonly rules: string; readonly example: string }>
> = {
  verus: {
    name: 'Verus (Rust with proofs)',
    fence: 'rust',
    rules:
      'Answer with the whole function, its signature and clauses unchanged, in one ```rust block and nothing else, without `use`, `main` and `verus!`. Below each `while` write the `invariant` and `decreases` lines that the proof needs, each with a comma behind it. `assert(...)` and `proof { }` may stand in the body. Use no other function, no macro and no `assume`.',
    example: `fn five_times(n: u32) -> (r: u64)
    ensures
        r == 5 * n,
{
    let mut r: u64 = 0;
    let mut i: u32 = 0;
    while i < n
        invariant
            i <= n,
            r == 5 * i,
        decreases n - i,
    {
        r = r + 5;
        i = i + 1;
    }
    r
}`,
  },
};

/** The contract as the candidate's head has it: of each kind of clause one list. */
function contractText({ contract: { preamble, signature, clauses } }: ContractTask): string {
  const words = [...new Set(clauses.map((clause) => clause.split(' ', 1)[0] ?? ''))];
  const lists = words.flatMap((word) => [
    `    ${word}`,
    ...clauses.flatMap((clause) =>
      clause.startsWith(`${word} `) ? [`        ${clause.slice(word.length + 1)},`] : [],
    ),
  ]);
  return [preamble, signature, ...lists].filter((part) => part !== '').join('\n');
}

/** The first prompt of a search for a body with its proof under a contract in any language (AlphaVerus, section 3.2); in Dafny and Python that of all conditions. */
export function contractPrompt(task: ContractTask): string {
  const notes = NOTES[task.language];
  if (notes === undefined) return bodyPrompt(task, { docstring: false });
  const block = (text: string): string => `\`\`\`${notes.fence}\n${text.trimEnd()}\n\`\`\``;
  return [
    `Complete a program in ${notes.name}, so that its contract can be proved. ${notes.rules}`,
    `An example of an answer, to another contract:\n${block(notes.example)}`,
    'Your contract:',
    block(contractText(task)),
  ].join('\n\n');
}

/** The task, a candidate and what was said of it. */
export function contractAgainPrompt(task: ContractTask, candidate: Candidate, messages: string): string {
  const { fence } = NOTES[task.language] ?? {};
  if (fence === undefined)
    return repairPrompt(task, candidate, { status: 'reject', feedback: messages }, { docstring: false });
  const code =
    candidate.text === '' ? '(the answer held no program)' : `\`\`\`${fence}\n${candidate.text.trimEnd()}\n\`\`\``;
  return [
    contractPrompt(task),
    `Your last answer:\n${code}`,
    `Complaints about it:\n${messages}`,
    'Answer anew with the whole program, in the same form.',
  ].join('\n\n');
}

/** The languages that these prompts know. */
export const EVERY_LANGUAGE = ['dafny', 'python', ...Object.keys(NOTES)];
