import type { Contract } from '../../types/task.ts';
import { type CodeLanguage, type CodeRelation, DRAWN, nonceOf, readOutputs, relationOf } from './code.ts';
import { messagesOf, wordOf } from './prover.ts';
import type { ProofRunner } from './run.ts';
import { drawnInputs, type ValueType } from './values.ts';

/** A body under its contract, and what runs programs of its language. */
export interface Runnable {
  readonly language: CodeLanguage & { emptyBody(signature: string): string };
  readonly contract: Contract;
  readonly body: string;
}

/**
 * Runs two programs, each under its own contract and in its own language, on `own` inputs and on 100 drawn from the first one's parameters, and
 * compares what they give value by value. Where the second gives nothing and its precondition alone denies the input, that is a
 * difference too: it asks for more than the first. Throws `SandboxLostError`.
 */
export async function compareAcross(
  first: Runnable,
  second: Runnable,
  own: readonly string[],
  runner: ProofRunner,
): Promise<CodeRelation> {
  const [types, others] = [first, second].map(takenBy);
  if (types === undefined || others === undefined)
    return { relation: 'unknown', detail: 'the values of its parameters cannot be written down' };
  const isNatural = (place: number): boolean => types[place] === 'nat' || others[place] === 'nat';
  if (types.length !== others.length || types.some((type, place) => type !== others[place] && !isNatural(place)))
    return { relation: 'forbidden', detail: 'the two take other parameters' };
  const drawn = types.map((type, place): ValueType => (isNatural(place) ? 'nat' : type));
  const tried = [...own, ...(types.length === 0 ? [] : drawnInputs(drawn, DRAWN))];
  const given: ReadonlyMap<number, string>[] = [];
  for (const each of [first, second]) {
    const outputs = await outputsOf(each, tried, runner);
    if ('relation' in outputs) return outputs;
    given.push(outputs.given);
  }
  const found = relationOf(tried, own.length, given);
  return found.relation === 'unknown' ? ((await deniedBy(second, tried, given, runner)) ?? found) : found;
}

const takenBy = ({ language, contract }: Runnable): readonly ValueType[] | undefined =>
  language.readSignature(contract.signature)?.taken.map(({ type }) => type);

type Outputs = { readonly given: ReadonlyMap<number, string> } | Extract<CodeRelation, { detail: string }>;

/** In one notation, whatever language printed them. */
async function outputsOf(
  { language, contract, body }: Runnable,
  tried: readonly string[],
  runner: ProofRunner,
): Promise<Outputs> {
  const spliced = language.splice(body, contract);
  if (spliced.status === 'refused')
    return { relation: 'forbidden', detail: messagesOf(spliced.answer)[0]?.text ?? 'its text is not admitted' };
  const nonce = nonceOf(spliced.program, tried);
  const run = language.outputs(spliced.program, contract, tried, nonce);
  if (run === undefined) return { relation: 'unknown', detail: 'its preconditions cannot be executed' };
  const { answer } = await runner.prove(run.prover, run.program);
  const printed = messagesOf(answer)[0]?.text ?? '';
  if (wordOf(answer) !== 'not-proved') return { relation: 'unknown', detail: `${wordOf(answer)}: ${printed}` };
  const given = language.readSignature(contract.signature)?.given ?? [];
  const hasText = given.some(({ type }) => type === 'text');
  const values = [...readOutputs(printed, nonce)];
  return { given: new Map(hasText ? values : values.map(([place, value]) => [place, value.toLowerCase()])) };
}

/** The first input on which the second gives nothing although the first does, where even a body that does nothing is not called on it. */
async function deniedBy(
  second: Runnable,
  tried: readonly string[],
  [given = new Map(), others = new Map()]: readonly ReadonlyMap<number, string>[],
  runner: ProofRunner,
): Promise<CodeRelation | undefined> {
  const missing = [...given.keys()].filter((place) => !others.has(place));
  if (missing.length === 0) return undefined;
  const body = second.language.emptyBody(second.contract.signature);
  const admitted = await outputsOf({ ...second, body }, tried, runner);
  if ('relation' in admitted) return undefined;
  const denied = missing.find((place) => !admitted.given.has(place));
  if (denied === undefined || admitted.given.size === 0) return undefined;
  const witness = `(${tried[denied]}) gives ${given.get(denied)} and is denied by the other’s precondition`;
  return { relation: 'different', witness: witness.slice(0, 200), isDrawn: false };
}
