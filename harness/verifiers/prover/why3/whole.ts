import type { Contract } from '../../../types/task.ts';
import { ForbiddenText, type Token } from '../contract.ts';
import { indented } from '../dafny/whole.ts';
import type { ValueType, Variables } from '../values.ts';
import { type SplitProgram, splitOrRefuse } from '../whole.ts';
import { isKeptName } from './body.ts';
import { readPythonSignature } from './signature.ts';
import { lineText, programLines } from './tokens.ts';

const TYPES: Readonly<Record<ValueType, string>> = {
  int: 'int',
  nat: 'int',
  bool: 'bool',
  list: 'list[int]',
  text: 'str',
};

/** A function that a model wrote with a contract of its own; of its head only names, types and `requires` and `ensures` are kept, token by token. */
export const splitWholePython = (program: string): SplitProgram =>
  splitOrRefuse(program, () => {
    const [first, ...others] = programLines(program);
    if (first?.tokens[0]?.text !== 'def')
      throw new ForbiddenText('a program that does not begin with def', first?.line ?? 1);
    const read = readPythonSignature(headText(first.tokens));
    if (read === undefined) throw new ForbiddenText('a signature of another form', first.line);
    const kept = [read.name, ...read.taken.map(({ name }) => name)].find(isKeptName);
    if (kept !== undefined) throw new ForbiddenText(`${kept} with another meaning`, first.line);
    const isClause = ({ isAnnotation, tokens }: (typeof others)[number]): boolean =>
      isAnnotation && /^(?:requires|ensures)$/.test(tokens[0]?.text ?? '');
    const start = others.findIndex((line) => !isClause(line));
    const body = start < 0 ? [] : others.slice(start);
    const outside = body.find(({ indent }) => indent <= first.indent);
    if (outside !== undefined)
      throw new ForbiddenText(`a second declaration, ${outside.tokens[0]?.text ?? ''}`, outside.line);
    if (body.length === 0) throw new ForbiddenText('a function without a body', first.line);
    const taken = read.taken.map(({ name, type }) => `${name}: ${TYPES[type]}`).join(', ');
    const given = TYPES[read.given[0]?.type ?? 'int'];
    const clauses = others.slice(0, others.length - body.length).map(({ tokens }) => textOf(tokens));
    return {
      contract: { preamble: '', signature: `def ${read.name}(${taken}) -> ${given}:`, clauses },
      body: `${body.map((line) => lineText(line, line.indent)).join('\n')}\n`,
    };
  });

const textOf = (tokens: readonly Token[]): string => tokens.map(({ text }) => text).join(' ');

/** With the spaces that signatures are read with. */
const headText = (tokens: readonly Token[]): string =>
  textOf(tokens)
    .replace(/\s*([()[\],:])\s*/g, '$1')
    .replace(/\)\s*->\s*/, ') -> ');

/** A function as its author would write it. */
export function wholePython({ preamble, signature, clauses }: Contract, body: string): string {
  const head = [preamble.trim(), signature, ...clauses.map((clause) => `    #@ ${clause}`)];
  return `${head.filter((line) => line !== '').join('\n')}\n${indented(body, 4)}\n`;
}

/** Whether a function for Why3 can take and give these: it gives one value, and knows integers, booleans and lists of integers. */
export const canStatePython = ({ taken, given }: Variables): boolean =>
  taken.length > 0 &&
  given.length === 1 &&
  [...taken, ...given].every(({ type, name }) => type !== 'text' && (given[0]?.name === name || !isKeptName(name))) &&
  given[0]?.isArray !== true;
