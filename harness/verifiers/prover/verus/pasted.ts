import type { Contract } from '../../../types/task.ts';
import type { PastedLanguage } from '../by-words.ts';
import { clausesOf } from '../witness.ts';
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
    const same = (word: 'requires' | 'ensures'): string => `${all(contract, word)} <==> ${all(other, word)}`;
    return programWith([
      `proof fn pre_eq${types}(${list})\n    ensures\n        ${same('requires')},\n{\n}`,
      `proof fn post_eq${types}(${list})\n    requires\n        ${all(contract, 'requires')},\n        ${all(other, 'requires')},\n    ensures\n        ${same('ensures')},\n{\n}`,
    ]);
  },
};

const all = (contract: Contract, word: 'requires' | 'ensures'): string =>
  `(${
    clausesOf(contract, word)
      .map((clause) => `(${clause})`)
      .join(' && ') || 'true'
  })`;
