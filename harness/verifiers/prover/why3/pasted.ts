import type { Contract } from '../../../types/task.ts';
import type { PastedLanguage } from '../by-words.ts';
import { clausesOf } from '../witness.ts';

const SIGNATURE = /^def \w+\((.*)\) -> (int|bool|list\[int\]):$/;

/** What Clover does with Dafny, for Python: no code of others says how. */
export const pastedPython: PastedLanguage = {
  program: (text, { preamble, signature, clauses }) =>
    /^\s*(?:def|from|import)\b/.test(text)
      ? text
      : `${preamble}\n${signature}\n${clauses.map((clause) => `    #@ ${clause}\n`).join('')}${text.replace(/^(?=.)/gm, '    ')}\n`,
  equivalence(contract, annotation) {
    const [, parameters = '', type = 'int'] = contract.signature.match(SIGNATURE) ?? [];
    const names = [...(parameters === '' ? [] : [parameters]), `given: ${type}`].join(', ');
    const other: Contract = { ...contract, clauses: annotation.split('\n').map((line) => line.trim()) };
    return [
      `def pre_eq(${names}) -> bool:`,
      `    #@ ensures ${all(contract, 'requires')} <-> ${all(other, 'requires')}`,
      '    return True',
      `def post_eq(${names}) -> bool:`,
      `    #@ requires ${all(contract, 'requires')}`,
      `    #@ requires ${all(other, 'requires')}`,
      `    #@ ensures ${all(contract, 'ensures')} <-> ${all(other, 'ensures')}`,
      '    return True\n',
    ].join('\n');
  },
};

const all = (contract: Contract, word: 'requires' | 'ensures'): string =>
  `(${
    clausesOf(contract, word)
      .map((clause) => `(${clause.replaceAll(/\bresult\b/g, 'given')})`)
      .join(' and ') || 'True'
  })`;
