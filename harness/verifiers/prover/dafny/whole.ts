import type { Contract } from '../../../types/task.ts';
import { ForbiddenText } from '../contract.ts';
import { textOnLines } from '../tokens.ts';
import type { Variable, Variables } from '../values.ts';
import { type SplitProgram, splitOrRefuse } from '../whole.ts';
import { checkWords } from './body.ts';
import { dafnyType, readDafnySignature } from './signature.ts';
import { splitDafnyMethod } from './split.ts';
import { dafnyTokens } from './tokens.ts';

/** A method that a model wrote with a contract of its own; of its head only names, types and `requires` and `ensures` are kept, token by token. */
export const splitWholeDafny = (program: string): SplitProgram =>
  splitOrRefuse(program, () => {
    const { contract, body } = splitDafnyMethod(textOnLines(dafnyTokens(program)));
    checkWords(dafnyTokens(contract.signature).filter(({ text }) => text !== 'method' && text !== 'returns'));
    const read = readDafnySignature(contract.signature.replace(/\s*([<>])\s*/g, '$1'));
    if (read === undefined) throw new ForbiddenText('a signature of another form', 1);
    const other = contract.clauses.find((clause) => !/^(?:requires|ensures) /.test(clause));
    if (other !== undefined) throw new ForbiddenText(`the clause ${other.split(' ', 1)[0]}`, 1);
    return { contract: { preamble: '', signature: signatureText(read), clauses: contract.clauses }, body };
  });

function signatureText({ name, taken, given }: Variables & { readonly name: string }): string {
  const list = (variables: readonly Variable[]): string =>
    variables.map((each) => `${each.name}: ${each.isArray === true ? 'array<int>' : dafnyType(each)}`).join(', ');
  return `method ${name}(${list(taken)})${given.length === 0 ? '' : ` returns (${list(given)})`}`;
}

/** A method as its author would write it. */
export function wholeDafny({ preamble, signature, clauses }: Contract, body: string): string {
  const head = [preamble.trim(), signature, ...clauses.map((clause) => `  ${clause}`)].filter((line) => line !== '');
  return `${head.join('\n')}\n{\n${indented(body, 2)}\n}\n`;
}

/** At least so deep. */
export function indented(text: string, spaces: number): string {
  const lines = text.trimEnd().split('\n');
  const least = Math.min(...lines.filter((line) => line.trim() !== '').map((line) => line.search(/\S/)));
  return lines.map((line) => (line.trim() === '' ? '' : ' '.repeat(spaces) + line.slice(least))).join('\n');
}

/** What a method takes and gives, where another language can say it too; `undefined` for one of any type and for ghosts. */
export const portableDafny = (signature: string): Variables | undefined =>
  /^method \w+\s*</.test(signature) ? undefined : readDafnySignature(signature);
