import type { TripleProblem } from '../../types/task.ts';
import { type AnnotationRelation, compareAnnotations } from '../../verifiers/prover/annotation.ts';
import { type CodeRelation, compareCode } from '../../verifiers/prover/code.ts';
import type { ProofRunner } from '../../verifiers/prover/run.ts';
import type { TripleLanguage } from './languages.ts';

/** What compares, and what asks. */
interface Compared {
  readonly language: TripleLanguage;
  readonly runner: ProofRunner;
}

/** A set's annotation beside the right one of its program. */
export interface ComparedAnnotation {
  readonly program: string;
  readonly set: TripleProblem['set'];
  /** `other-signature`: the two speak of different names, and are not compared. */
  readonly relation: AnnotationRelation['relation'] | 'other-signature';
  /** What refutes or forbids it, or where no answer was found. */
  readonly detail: string;
}

/** Each annotation of a set beside the right one of its program, which is C1's own too. Throws `SandboxLostError`. */
export async function compareWithRight(
  problem: TripleProblem,
  right: TripleProblem,
  { language, runner }: Compared,
): Promise<ComparedAnnotation> {
  const { program, set, task, inputs = [] } = problem;
  const { contract } = right.task;
  if (contract.signature !== task.contract.signature) return { program, set, relation: 'other-signature', detail: '' };
  const found = await compareAnnotations(contract, task.contract, inputs, { language: language.annotations, runner });
  return { program, set, relation: found.relation, detail: detailOf(found) };
}

function detailOf({ implications, detail }: AnnotationRelation): string {
  if (detail !== undefined) return detail;
  return implications
    .flatMap((each) => {
      if (each.status === 'proved') return [];
      const said = each.status === 'refuted' ? each.witness : each.reason;
      return [`${each.of}, ${each.direction}: ${said}`];
    })
    .join('; ');
}

/** How many annotations of each set stand in which relation, and those that are not as their set says, by name. */
export function describeCompared(compared: readonly ComparedAnnotation[]): {
  readonly lines: readonly string[];
  /** Wrong annotations that were proved equivalent. */
  readonly faults: readonly string[];
} {
  const sets = [...Map.groupBy(compared, ({ set }) => set)];
  const lines = sets.flatMap(([set, own]) => {
    const counts = [...Map.groupBy(own, ({ relation }) => relation)].map(
      ([relation, each]) => `${relation} ${each.length}`,
    );
    const odd = own.filter(({ relation }) => EXPECTED[set] !== undefined && relation !== EXPECTED[set]);
    return [
      `${set}: annotations beside the right ones: ${counts.sort().join(', ')}`,
      ...odd.map(({ program, relation, detail }) => `  ${program}: ${relation} ${detail}`.trimEnd()),
    ];
  });
  const faults = compared
    .filter(({ set, relation }) => relation === 'equivalent' && EXPECTED[set] !== 'equivalent')
    .map(({ program, set }) => `${program} (${set}): a wrong annotation was proved equivalent to the right one`);
  return { lines, faults };
}

/** What Table 3 says of a set's annotation; of C6 only that it is another. */
const EXPECTED: Readonly<Record<TripleProblem['set'], AnnotationRelation['relation'] | undefined>> = {
  'ground-truth': 'equivalent',
  C1: 'equivalent',
  C2: 'weaker',
  C3: 'weaker',
  C6: undefined,
};

/** C6's code beside the right one of its program. */
export interface ComparedCode {
  readonly program: string;
  readonly found: CodeRelation | { readonly relation: 'other-signature' };
}

/** Runs a triple's body beside the right one of its program, under the right contract. Throws `SandboxLostError`. */
export async function compareCodeWithRight(
  { program, task }: TripleProblem,
  right: TripleProblem,
  { language, runner }: Compared,
): Promise<ComparedCode> {
  const { contract, body } = right.task;
  if (contract.signature !== task.contract.signature) return { program, found: { relation: 'other-signature' } };
  const { inputs = [], calls } = right;
  const own = { inputs, ...(calls === undefined ? {} : { calls }) };
  const found = await compareCode(contract, [body, task.body], own, { language: language.code, runner });
  return { program, found };
}

/** How many bodies of C6 give something else than the right ones, and whether only a drawn input shows it. */
export function describeComparedCode(compared: readonly ComparedCode[]): readonly string[] {
  if (compared.length === 0) return [];
  const words = compared.map(({ program, found }) => ({ program, found, word: wordOf(found) }));
  const counts = [...Map.groupBy(words, ({ word }) => word)].map(([word, own]) => `${word} ${own.length}`);
  const odd = words.filter(({ word }) => word !== BY_OWN_INPUTS);
  return [
    `C6: code beside the right code, run on inputs: ${counts.sort().join(', ')}`,
    ...odd.map(({ program, found, word }) => `  ${program}: ${word} ${whyOf(found)}`.trimEnd()),
  ];
}

const BY_OWN_INPUTS = 'different';

const wordOf = (found: ComparedCode['found']): string =>
  found.relation === 'different' && found.isDrawn ? 'different by a drawn input alone' : found.relation;

function whyOf(found: ComparedCode['found']): string {
  if ('witness' in found) return found.witness;
  if ('detail' in found) return found.detail;
  return 'inputs' in found ? `on ${found.inputs} inputs` : '';
}
