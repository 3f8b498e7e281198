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
}

/** Whether two bodies give the same under one contract. Only a value that was given says that they do not. */
export type CodeRelation =
  | { readonly relation: 'equal'; readonly inputs: number }
  /** `isDrawn`: the dataset's own inputs do not show it. */
  | { readonly relation: 'different'; readonly witness: string; readonly isDrawn: boolean }
  | { readonly relation: 'unknown' | 'forbidden'; readonly detail: string };

/** Inputs beside the dataset's own, drawn from the parameters' types. */
const DRAWN = 100;

/**
 * Runs two bodies on a dataset's inputs and on 100 drawn from the parameters' types, those that the preconditions admit, and compares what they give
 * value by value (Clover, section 4.1, has the five inputs). A body that gives nothing on one of them leaves it unknown. Throws `SandboxLostError`.
 */
export async function compareCode(
  contract: Contract,
  bodies: readonly [string, string],
  inputs: readonly string[],
  { language, runner }: { readonly language: CodeLanguage; readonly runner: ProofRunner },
): Promise<CodeRelation> {
  const types = language.readSignature(contract.signature)?.taken.map(({ type }) => type);
  if (types === undefined) return { relation: 'unknown', detail: 'its values cannot be written down' };
  const tried = [...inputs, ...drawnInputs(types, DRAWN)];
  const given: ReadonlyMap<number, string>[] = [];
  for (const body of bodies) {
    const spliced = language.splice(body, contract);
    if (spliced.status === 'refused') return { relation: 'forbidden', detail: textOf(spliced.answer) };
    // No body can know it: it is made of the body.
    const nonce = `gave-${sha256(canonicalJson([spliced.program, tried])).slice(0, 16)}`;
    const run = language.outputs(spliced.program, contract, tried, nonce);
    if (run === undefined) return { relation: 'unknown', detail: 'its preconditions cannot be executed' };
    const { answer } = await runner.prove(run.prover, run.program);
    if (answer.status === 'refuted') return { relation: 'forbidden', detail: textOf(answer) };
    if (wordOf(answer) !== 'not-proved') return { relation: 'unknown', detail: `${wordOf(answer)}: ${textOf(answer)}` };
    given.push(readOutputs(messagesOf(answer)[0]?.text ?? '', nonce));
  }
  return relationOf(tried, inputs.length, given);
}

function relationOf(
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
  if (places.length === 0) return { relation: 'unknown', detail: 'its preconditions admit none of the inputs' };
  return { relation: 'equal', inputs: places.length };
}

/** The values after each nonce, by the input's place; what an input gives twice counts for nothing. */
function readOutputs(printed: string, nonce: string): ReadonlyMap<number, string> {
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
