import type { ProofAnswer } from '../../types/proof.ts';
import type { Contract } from '../../types/task.ts';
import type { Spliced } from './contract.ts';
import { messagesOf, type Prover, wordOf } from './prover.ts';
import type { ProofRunner } from './run.ts';
import { clausesOf, type WitnessSearch } from './witness.ts';

/** Whether conditions follow from others, as expressions over a signature's parameters and results. */
export interface Consequence {
  readonly signature: string;
  /** About the state before the call. */
  readonly pre: readonly string[];
  /** About the state after it; absent where what is to be shown is about the state before. */
  readonly post?: readonly string[];
  readonly shown: readonly string[];
  /** What the call may change, as expressions: where it is something, states before and after it are two. */
  readonly changes: readonly string[];
}

/** How annotations of one language are compared. */
export interface AnnotationLanguage {
  readonly prover: Prover;
  /** A lemma without a body: what is to be shown follows. */
  lemma(consequence: Consequence): Spliced;
  /** What looks for values that fulfil what is assumed and deny what is to be shown; `undefined` where nothing can be executed. */
  counterexample(consequence: Consequence, inputs: readonly string[]): WitnessSearch | undefined;
}

/** Whether one condition follows from another. Only values that were executed refute it. */
type Implication =
  | { readonly status: 'proved' }
  | { readonly status: 'refuted'; readonly witness: string }
  | { readonly status: 'unknown'; readonly reason: string };

/**
 * What a second annotation says beside a first one. `weaker`: all that fulfils the first fulfils the second, and not the other way round;
 * `stronger`: the reverse; `forbidden`: a clause is not one expression, or of a wrong type.
 */
export interface AnnotationRelation {
  readonly relation: 'equivalent' | 'weaker' | 'stronger' | 'incomparable' | 'unknown' | 'forbidden';
  /** Of the second from the first, and of the first from the second: preconditions, then postconditions under both preconditions. */
  readonly implications: readonly (Implication & {
    readonly of: 'pre' | 'post';
    readonly direction: 'first to second' | 'second to first';
  })[];
  /** Why it is forbidden. */
  readonly detail?: string;
}

/**
 * Compares two annotations of one signature by lemmas without bodies, each way, for preconditions and postconditions (Clover, section 4.1), and by
 * running what is not proved on values. Preconditions are allowed less where a contract is weaker, postconditions more. Throws `SandboxLostError`.
 */
export async function compareAnnotations(
  first: Contract,
  second: Pick<Contract, 'clauses'>,
  inputs: readonly string[],
  { language, runner }: { readonly language: AnnotationLanguage; readonly runner: ProofRunner },
): Promise<AnnotationRelation> {
  const other = { ...first, clauses: second.clauses };
  const frame = frameOf(first);
  if (frame.join('\n') !== frameOf(other).join('\n')) return forbidden('another frame than the given one');
  const [pre, otherPre] = [clausesOf(first, 'requires'), clausesOf(other, 'requires')];
  const [post, otherPost] = [clausesOf(first, 'ensures'), clausesOf(other, 'ensures')];
  const both = [...pre, ...otherPre];
  const questions = [
    { of: 'pre', direction: 'first to second', pre, shown: otherPre },
    { of: 'pre', direction: 'second to first', pre: otherPre, shown: pre },
    { of: 'post', direction: 'first to second', pre: both, post, shown: otherPost },
    { of: 'post', direction: 'second to first', pre: both, post: otherPost, shown: post },
  ] as const;
  const { signature } = first;
  const changes = first.clauses.flatMap((clause) => clause.match(/^modifies (.*)$/)?.[1]?.split(',') ?? []);
  const implications: AnnotationRelation['implications'][number][] = [];
  for (const { of, direction, ...conditions } of questions) {
    const answer = await follows({ signature, changes: changes.map((each) => each.trim()), ...conditions }, inputs, {
      language,
      runner,
    });
    if ('forbidden' in answer) return forbidden(answer.forbidden);
    implications.push({ ...answer, of, direction });
  }
  return { relation: relationOf(implications), implications };
}

/** What goes with a signature: neither pre- nor postcondition. */
const frameOf = ({ clauses }: Pick<Contract, 'clauses'>): readonly string[] =>
  clauses.filter((clause) => !/^(?:requires|ensures) /.test(clause)).map((clause) => clause.replace(/\s+/g, ''));

const forbidden = (detail: string): AnnotationRelation => ({ relation: 'forbidden', implications: [], detail });

function relationOf(implications: AnnotationRelation['implications']): AnnotationRelation['relation'] {
  const at = (of: 'pre' | 'post', direction: string) =>
    implications.find((each) => each.of === of && each.direction === direction)?.status ?? 'unknown';
  // A contract is fulfilled by all that fulfils another where it asks for no more before and grants no more after.
  const relaxed = allOf(at('pre', 'second to first'), at('post', 'first to second'));
  const tightened = allOf(at('pre', 'first to second'), at('post', 'second to first'));
  if (relaxed === 'proved' && tightened === 'proved') return 'equivalent';
  if (relaxed === 'proved' && tightened === 'refuted') return 'weaker';
  if (relaxed === 'refuted' && tightened === 'proved') return 'stronger';
  return relaxed === 'refuted' && tightened === 'refuted' ? 'incomparable' : 'unknown';
}

type Status = Implication['status'];

const allOf = (...statuses: readonly Status[]): Status =>
  statuses.includes('refuted') ? 'refuted' : statuses.includes('unknown') ? 'unknown' : 'proved';

async function follows(
  consequence: Consequence,
  inputs: readonly string[],
  { language, runner }: { readonly language: AnnotationLanguage; readonly runner: ProofRunner },
): Promise<Implication | { readonly forbidden: string }> {
  const lemma = language.lemma(consequence);
  if (lemma.status === 'refused') return { forbidden: textOf(lemma.answer) };
  if (consequence.shown.length === 0) return { status: 'proved' };
  const { answer } = await runner.prove(language.prover, lemma.program, lemma.probe);
  if (answer.status === 'proved') return { status: 'proved' };
  if (answer.status === 'refuted') return { forbidden: textOf(answer) };
  const search = language.counterexample(consequence, inputs);
  const found = search && (await runner.prove(search.prover, search.program)).answer;
  if (found?.status === 'refuted' && found.reason === 'witness') return { status: 'refuted', witness: textOf(found) };
  return { status: 'unknown', reason: wordOf(answer) };
}

const textOf = (answer: ProofAnswer): string =>
  messagesOf(answer)
    .map(({ text }) => text)
    .join('; ')
    .slice(0, 300);
