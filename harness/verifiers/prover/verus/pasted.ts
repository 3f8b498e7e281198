import type { Contract } from '../../../types/task.ts';
import type { PastedLanguage } from '../by-words.ts';
import { clausesOf } from '../witness.ts';
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
    const [, parameters = '', result = ''] =
      contract.signature.match(/fn\s+\w+[^(]*\(([\s\S]*?)\)\s*(?:->\s*\(([\s\S]*)\))?$/) ?? [];
    const list = [parameters, result].filter((names) => names.trim() !== '').join(', ');
    const other: Contract = { ...contract, clauses: annotation.split('\n').map((line) => line.trim()) };
    const same = (word: 'requires' | 'ensures'): string => `${all(contract, word)} <==> ${all(other, word)}`;
    return programWith([
      `proof fn pre_eq(${list})\n    ensures\n        ${same('requires')},\n{\n}`,
      `proof fn post_eq(${list})\n    requires\n        ${all(contract, 'requires')},\n        ${all(other, 'requires')},\n    ensures\n        ${same('ensures')},\n{\n}`,
    ]);
  },
};

const all = (contract: Contract, word: 'requires' | 'ensures'): string =>
  `(${
    clausesOf(contract, word)
      .map((clause) => `(${clause})`)
      .join(' && ') || 'true'
  })`;
