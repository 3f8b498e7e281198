import type { Contract } from '../../../types/task.ts';
import type { PastedLanguage } from '../by-words.ts';
import { conjunction } from '../witness.ts';

const SIGNATURE = /^method \w+\s*(<[^>]*>)?\s*\((.*?)\)(?:\s*returns\s*\((.*)\))?$/;

/** After the template that Clover's dataset has for each program: a lemma for preconditions, one for postconditions. */
export const pastedDafny: PastedLanguage = {
  program: (text, { preamble, signature, clauses }) =>
    /^\s*(?:method|function|lemma|include|module|class)\b/.test(text)
      ? text
      : `${preamble}\n${signature}\n  ${clauses.join('\n  ')}\n{\n${text}\n}\n`,
  equivalence(contract, annotation) {
    const [, types = '', parameters = '', results = ''] = contract.signature.match(SIGNATURE) ?? [];
    const isChanging = contract.clauses.some((clause) => clause.startsWith('modifies ')) || /\bold\b/.test(annotation);
    const before = [parameters, results].filter((list) => list !== '').join(', ');
    const own = { requires: conjunction(contract, 'requires'), ensures: conjunction(contract, 'ensures') };
    const other: Contract = { ...contract, clauses: annotation.split('\n').map((line) => line.trim()) };
    const theirs = { requires: conjunction(other, 'requires'), ensures: conjunction(other, 'ensures') };
    return [
      `lemma pre_eq${types}(${before})\n  ensures ${own.requires} <==> ${theirs.requires}\n{\n}\n`,
      `${isChanging ? 'twostate ' : ''}lemma post_eq${types}(${before})\n  requires ${own.requires}\n  requires ${theirs.requires}`,
      `  ensures ${own.ensures} <==> ${theirs.ensures}\n{\n}\n`,
    ].join('\n');
  },
};
