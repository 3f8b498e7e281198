import { type ContractProblem, DataError, splitVerus } from '../../../harness/dataset.ts';

interface Program {
  /** As its publisher calls it. */
  readonly name: string;
  readonly text: string;
  /** What a function of it does in words, where that is said. */
  docstringOf(functionName: string): string;
}

/** Each function of a Verus program that ensures something: its body under its contract, the rest of the program beside it. Throws `DataError`. */
export function verusProblems(dataset: string, { name, text, docstringOf }: Program): readonly ContractProblem[] {
  try {
    const functions = splitVerus(text);
    return functions.map(({ name: own, contract, body }) => ({
      task: {
        kind: 'contract',
        id: `${dataset}/${name}${functions.length === 1 ? '' : `/${own}`}`,
        language: 'verus',
        contract,
        docstring: docstringOf(own),
      },
      canonical: body,
      wrong: [],
      published: { program: text, changes: [] },
      tags: [/\bproof\s+fn\b/.test(contract.signature) ? 'proof' : 'code'],
    }));
  } catch (cause) {
    throw new DataError(`${dataset}/${name}: expected a program in verus! { }, got ${String(cause)}`, { cause });
  }
}
