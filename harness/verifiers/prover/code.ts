import { canonicalJson, sha256 } from '../../storage/hash.ts';
import type { Contract } from '../../types/task.ts';
import type { Spliced } from './contract.ts';
import { type CommandRun, messagesOf, type Prover, unknown, wordOf } from './prover.ts';
import type { ProofRunner } from './run.ts';
import { drawnInputs, type Variables } from './values.ts';

/** A program that prints what a body gives on inputs. */
export interface OutputRun {
  readonly prover: Prover;
  readonly program: string;
}

/** How programs of one language are run beside one another. */
export interface CodeLanguage {
  /** `undefined` where a type is not one whose values can be written down. */
  readSignature(signature: string): Variables | undefined;
  splice(body: string, contract: Contract): Spliced;
  /** Prints `NONCE INDEX VALUES` for each input that the preconditions admit; `undefined` where they cannot be executed. */
  outputs(program: string, contract: Contract, inputs: readonly string[], nonce: string): OutputRun | undefined;
  /** Runs a dataset's own calls and prints what they print between two lines `NONCE`; `undefined` where nothing here runs programs. */
  callOutputs(program: string, calls: string, nonce: string): OutputRun | undefined;
}

/** What a dataset's own inputs alone show of two programs; one that gives nothing on any of them is missing. */
export type OwnInputsShow = 'same' | 'other' | 'one-missing' | 'both-missing';

/** Whether two bodies give the same under one contract. Only a value that was given says that they do not. */
export type CodeRelation = { readonly ownInputs?: OwnInputsShow } & (
  | { readonly relation: 'equal'; readonly inputs: number; readonly detail?: string }
  /** `isDrawn`: the dataset's own inputs do not show it. */
  | { readonly relation: 'different'; readonly witness: string; readonly isDrawn: boolean }
  | { readonly relation: 'unknown' | 'forbidden'; readonly detail: string }
);

/** A dataset's own inputs of a program. */
export interface OwnInputs {
  /** In Python's notation. */
  readonly inputs: readonly string[];
  /** As `TripleProblem.calls`. */
  readonly calls?: string;
}

interface By {
  readonly language: CodeLanguage;
  readonly runner: ProofRunner;
}

/** Inputs beside the dataset's own, drawn from the parameters' types. */
export const DRAWN = 100;

/**
 * Runs two bodies on a dataset's inputs (Clover, section 4.1, has five) and on 100 drawn from the parameters' types, those that the preconditions admit,
 * and compares what they give value by value. A body that gives nothing on one of them leaves it unknown. Throws `SandboxLostError`.
 */
export async function compareCode(
  contract: Contract,
  bodies: readonly [string, string],
  own: OwnInputs,
  by: By,
): Promise<CodeRelation> {
  const programs: string[] = [];
  for (const body of bodies) {
    const spliced = by.language.splice(body, contract);
    if (spliced.status === 'refused') return { relation: 'forbidden', detail: textOf(spliced.answer) };
    programs.push(spliced.program);
  }
  const called = own.calls === undefined ? undefined : await compareCalls(programs, own.calls, by);
  if (called?.relation === 'different' || called?.relation === 'forbidden') return called;
  const drawn = await compareOnInputs(contract, programs, own.inputs, by);
  if (called === undefined) return drawn;
  const ownInputs = called.ownInputs ?? 'both-missing';
  if (drawn.relation === 'different' || drawn.relation === 'forbidden') return { ...drawn, ownInputs };
  if (called.relation === 'unknown' || drawn.relation === 'equal' || isDrawable(drawn.detail))
    return { ...(called.relation === 'unknown' ? called : drawn), ownInputs };
  // What they are called with by the dataset shows no difference, and more cannot be drawn of their types.
  return { relation: 'equal', inputs: 0, detail: `no inputs were drawn: ${drawn.detail}`, ownInputs };
}

const NOT_WRITTEN = 'its values cannot be written down';
const NOT_EXECUTED = 'its preconditions cannot be executed';
const NOT_ADMITTED = 'its preconditions admit none of the inputs';

const isDrawable = (detail = ''): boolean => ![NOT_WRITTEN, NOT_EXECUTED, NOT_ADMITTED].includes(detail);

async function compareOnInputs(
  contract: Contract,
  programs: readonly string[],
  inputs: readonly string[],
  { language, runner }: By,
): Promise<CodeRelation> {
  const types = language.readSignature(contract.signature)?.taken.map(({ type }) => type);
  if (types === undefined) return { relation: 'unknown', detail: NOT_WRITTEN };
  const tried = [...inputs, ...(types.length === 0 ? [] : drawnInputs(types, DRAWN))];
  if (tried.length === 0) return { relation: 'unknown', detail: NOT_WRITTEN };
  const given: ReadonlyMap<number, string>[] = [];
  for (const program of programs) {
    const nonce = nonceOf(program, tried);
    const run = language.outputs(program, contract, tried, nonce);
    if (run === undefined) return { relation: 'unknown', detail: NOT_EXECUTED };
    const { answer } = await runner.prove(run.prover, run.program);
    if (answer.status === 'refuted') return { relation: 'forbidden', detail: textOf(answer) };
    if (wordOf(answer) !== 'not-proved') return { relation: 'unknown', detail: `${wordOf(answer)}: ${textOf(answer)}` };
    given.push(readOutputs(messagesOf(answer)[0]?.text ?? '', nonce));
  }
  return { ...relationOf(tried, inputs.length, given), ownInputs: ownInputsOf(inputs.length, given) };
}

/** No body can know it: it is made of the body. */
export const nonceOf = (program: string, tried: unknown): string =>
  `gave-${sha256(canonicalJson([program, tried])).slice(0, 16)}`;

async function compareCalls(
  programs: readonly string[],
  calls: string,
  { language, runner }: By,
): Promise<CodeRelation> {
  const given: (readonly string[] | undefined)[] = [];
  const missing: string[] = [];
  for (const program of programs) {
    const nonce = nonceOf(program, calls);
    const run = language.callOutputs(program, calls, nonce);
    if (run === undefined) return { relation: 'unknown', detail: 'nothing here runs its calls' };
    const { answer } = await runner.prove(run.prover, run.program);
    const [before, between, ...after] = (messagesOf(answer)[0]?.text ?? '').split(`${nonce}\n`);
    const isWhole = before !== undefined && between !== undefined && after.length === 1;
    given.push(isWhole ? between.split('\n') : undefined);
    if (!isWhole) missing.push(textOf(answer));
  }
  const [first, second] = given;
  if (first === undefined || second === undefined)
    return {
      relation: 'unknown',
      detail: `${missing.length} of them not to the end of the dataset’s calls: ${missing[0]}`,
      ownInputs: missing.length === 2 ? 'both-missing' : 'one-missing',
    };
  const place = first.findIndex((line, index) => line !== second[index]);
  if (place < 0 && first.length === second.length) return { relation: 'equal', inputs: 0, ownInputs: 'same' };
  const [one = '', other = ''] = [first, second].map((lines) => (lines[place] ?? '').trim().slice(0, 80));
  const witness = `the dataset’s calls print ${one} and ${other}`;
  return { relation: 'different', witness, isDrawn: false, ownInputs: 'other' };
}

function ownInputsOf(
  own: number,
  [first = new Map(), second = new Map()]: readonly ReadonlyMap<number, string>[],
): OwnInputsShow {
  const [one, other] = [first, second].map((given) => [...given].filter(([place]) => place < own));
  if (one?.length === 0 && other?.length === 0) return 'both-missing';
  if (one?.length === 0 || other?.length === 0) return 'one-missing';
  return JSON.stringify(one) === JSON.stringify(other) ? 'same' : 'other';
}

export function relationOf(
  tried: readonly string[],
  own: number,
  [first = new Map(), second = new Map()]: readonly ReadonlyMap<number, string>[],
): CodeRelation {
  const places = tried.map((_, place) => place).filter((place) => first.has(place) || second.has(place));
  const different = places.find(
    (place) => first.has(place) && second.has(place) && first.get(place) !== second.get(place),
  );
  if (different !== undefined) {
    const witness = `(${tried[different]}) gives ${first.get(different)} and ${second.get(different)}`;
    return { relation: 'different', witness: witness.slice(0, 200), isDrawn: different >= own };
  }
  const missing = places.find((place) => !first.has(place) || !second.has(place));
  if (missing !== undefined) return { relation: 'unknown', detail: `one of them gives nothing on (${tried[missing]})` };
  if (places.length === 0) return { relation: 'unknown', detail: NOT_ADMITTED };
  return { relation: 'equal', inputs: places.length };
}

/** The values after each nonce, by the input's place; what an input gives twice counts for nothing. */
export function readOutputs(printed: string, nonce: string): ReadonlyMap<number, string> {
  const given = new Map<number, string>();
  const twice = new Set<number>();
  for (const line of printed.split('\n')) {
    const [, place, values] = line.startsWith(`${nonce} `) ? (line.match(/^\S+ (\d+) (.*)$/) ?? []) : [];
    if (place === undefined || values === undefined) continue;
    if (given.has(Number(place))) twice.add(Number(place));
    given.set(Number(place), values);
  }
  return new Map([...given].filter(([place]) => !twice.has(place)));
}

/** What a run printed, for `compareCode` to read; a run that was cut short keeps what came before. */
export const readPrinted = ([run]: readonly CommandRun[]) => unknown('not-proved', { text: run?.stdout ?? '' });

const textOf = (answer: Parameters<typeof messagesOf>[0]): string =>
  messagesOf(answer)
    .map(({ text }) => text)
    .join('; ')
    .slice(0, 200);
