import { canonicalJson } from '../storage/hash.ts';
import type { Contract, TripleProblem } from '../types/task.ts';

/** A program and its contract, in the language of this name. */
export interface Side {
  readonly language: string;
  readonly contract: Contract;
  readonly body: string;
}

/** A target that is to say and do what its source does. */
export interface Translation {
  readonly id: string;
  /** Translations of one program share what they show: intervals take it as their unit. */
  readonly program: string;
  readonly source: Side;
  readonly target: Side;
  /** Arguments of calls in Python's notation. */
  readonly inputs: readonly string[];
  /** What is known of its contract, and where it comes from; absent where nothing is known. */
  readonly known?: Known;
}

/** `same`: the right contract. `weakened`: it says less. */
interface Known {
  readonly truth: 'same' | 'weakened';
  readonly group: string;
}

/**
 * Translations of known truth from triples: the source is the right triple of the program, or of the program of the same name in the language
 * `from`; the target has the right contract, or one that says less (C2, C3), with the body the triple has, and with the wrong one that its
 * dataset gives. Equal targets of a program are one.
 */
export function translationsOf(problems: readonly TripleProblem[], from?: string): readonly Translation[] {
  const right = problems.filter(({ set }) => set === 'ground-truth');
  const seen = new Set<string>();
  return problems.flatMap((problem): Translation[] => {
    const source = right.find((one) => isSourceOf(one, problem, from));
    if (source === undefined) return [];
    return targetsOf(problem).flatMap(({ body, known }) => {
      const { program, inputs = [] } = problem;
      const { language, contract } = problem.task;
      const text = canonicalJson([program, contract, body]);
      if (seen.has(text)) return [];
      seen.add(text);
      const sides = { source: sideOf(source), target: { language, contract, body } };
      return [{ id: `${program}, ${known.group}`, program, ...sides, inputs, known }];
    });
  });
}

const sideOf = ({ task: { language, contract, body } }: TripleProblem): Side => ({ language, contract, body });

/** `LANGUAGE/NAME` or `NAME`. */
const nameOf = ({ program, task }: TripleProblem): string =>
  program.startsWith(`${task.language}/`) ? program.slice(task.language.length + 1) : program;

const isSourceOf = (one: TripleProblem, other: TripleProblem, from: string | undefined): boolean =>
  from === undefined
    ? one.program === other.program
    : one.task.language === from && other.task.language !== from && nameOf(one) === nameOf(other);

function targetsOf({ set, task, shows }: TripleProblem): readonly { body: string; known: Known }[] {
  if (set === 'ground-truth') return [{ body: task.body, known: { truth: 'same', group: 'right contract' } }];
  if (set !== 'C2' && set !== 'C3') return [];
  const weakened = (body: string, group: string) => ({ body, known: { truth: 'weakened' as const, group } });
  return [
    weakened(task.body, `${set}: weakened`),
    ...(shows === undefined || shows.body === task.body ? [] : [weakened(shows.body, `${set}: weakened, wrong body`)]),
  ];
}
