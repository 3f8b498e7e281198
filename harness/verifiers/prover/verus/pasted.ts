import type { Contract } from '../../../types/task.ts';
import type { PastedLanguage } from '../by-words.ts';
import { conjunction } from '../witness.ts';
import { verusSignature } from './signature.ts';
import { programWith, verusHead } from './splice.ts';

/** Texts as they are, between the lines of a file. */
export const pastedVerus: PastedLanguage = {
  program: (text, contract) =>
    /\bverus!\s*\{/.test(text)
      ? text
      : programWith([
          contract.preamble.trim(),
          /\bfn\s+\w+\s*[(<]/.test(text) ? text : `${verusHead(contract)}\n{\n${text}\n}`,
        ]),
  equivalence(contract, annotation) {
    const { types = '', parameters = [], result } = verusSignature(contract.signature) ?? {};
    const list = [...parameters, ...(result === undefined ? [] : [result])].join(', ');
    const other: Contract = { ...contract, clauses: annotation.split('\n').map((line) => line.trim()) };
    const same = (word: 'requires' | 'ensures'): string =>
      `${conjunction(contract, word)} <==> ${conjunction(other, word)}`;
    return programWith([
      `proof fn pre_eq${types}(${list})\n    ensures\n        ${same('requires')},\n{\n}`,
      `proof fn post_eq${types}(${list})\n    requires\n        ${conjunction(contract, 'requires')},\n        ${conjunction(other, 'requires')},\n    ensures\n        ${same('ensures')},\n{\n}`,
    ]);
  },
};
