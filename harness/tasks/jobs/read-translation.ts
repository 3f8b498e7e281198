import type { ProofAnswer } from '../../types/proof.ts';
import type { WholeProgram } from '../../types/task.ts';
import { contractVariables, type Variable, type Variables } from '../../verifiers/prover/values.ts';
import { refusal } from '../../verifiers/prover/whole.ts';
import { clausesOf } from '../../verifiers/prover/witness.ts';
import type { TripleLanguage } from '../triple/languages.ts';

/** A candidate as a program with a contract of its own, or why it is none that may be proved. */
type ReadTranslation =
  | { readonly program: WholeProgram }
  | { readonly refused: Extract<ProofAnswer, { status: 'refuted' }> };

/** The two ends of a translation. */
interface Pair {
  readonly source: { readonly program: WholeProgram; readonly language: TripleLanguage };
  readonly target: { readonly name: string; readonly language: TripleLanguage };
}

/**
 * Reads a whole program that a model wrote. Its parameters have the names and types of the source's, in their order, and it gives as many
 * values of the same types: another one is no translation. Each clause is one expression. Only tokens of what is admitted reach a prover.
 */
export function readTranslation(candidate: string, { source, target }: Pair): ReadTranslation {
  const split = target.language.split(candidate);
  if ('refused' in split) return split;
  const { contract, body } = split;
  const [given, own] = [
    contractVariables(source.program.contract, source.language.portable),
    contractVariables(contract, target.language.portable),
  ];
  const difference =
    given === undefined || own === undefined ? 'a signature of another form' : differenceOf(given, own);
  if (difference !== undefined) return { refused: refusal('contract-changed', `not allowed: ${difference}`) };
  const [pre, post] = [clausesOf(contract, 'requires'), clausesOf(contract, 'ensures')];
  const { signature } = contract;
  const clauses = target.language.annotations.lemma({ signature, pre, post, shown: [], changes: [] });
  if (clauses.status === 'refused') return { refused: clauses.answer };
  return { program: { language: target.name, contract, body } };
}

/** Natural numbers are integers in a language that has none. */
const isSameType = (one: Variable | undefined, other: Variable | undefined): boolean =>
  one?.type === other?.type || [one?.type, other?.type].sort().join(' ') === 'int nat';

function differenceOf(given: Variables, own: Variables): string | undefined {
  const isSameList =
    given.taken.length === own.taken.length &&
    given.taken.every((each, place) => each.name === own.taken[place]?.name && isSameType(each, own.taken[place]));
  if (!isSameList) return `other parameters than ${listOf(given.taken)}`;
  const givesSame =
    given.given.length === own.given.length && given.given.every((each, place) => isSameType(each, own.given[place]));
  return givesSame ? undefined : `another result than ${listOf(given.given)}`;
}

const listOf = (variables: readonly Variable[]): string =>
  variables.map(({ name, type }) => `${name}: ${type}`).join(', ');
