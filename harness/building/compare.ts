import type { BuiltTest, Comparison, Example, Input } from './build-record.ts';
import type { Answer, Programs } from './programs.ts';
import { SECONDS } from './readings.ts';
import { ENTRY_POINT } from './solutions.ts';

/** One test as the two solutions see it. */
export interface Compared {
  readonly input: Input;
  readonly own: Answer;
  /** What is expected and whose word that is; absent where nobody has one. */
  readonly expected?: { readonly text: string; readonly source: 'user' | 'brute-force' };
  /** `p` they agree, `m` they do not, `s` the brute force skipped it, `x` no solution has a value. */
  readonly letter: 'p' | 'm' | 's' | 'x';
}

export interface Rivals {
  readonly bruteForce: string;
  /** The user's examples: their outputs override what the brute force says. */
  readonly examples: readonly Example[];
  readonly comparison: Comparison;
}

/** Answers of the brute force, kept: it does not change while the other solution is healed. */
export type BruteAnswers = Map<string, Answer>;

/** Runs both solutions on every input, each alone, and compares what they give. */
export async function compare(
  optimised: string,
  inputs: readonly Input[],
  { bruteForce, examples, comparison }: Rivals,
  programs: Programs,
  brute: BruteAnswers,
): Promise<readonly Compared[]> {
  const texts = inputs.map((input) => input.arguments);
  const fresh = texts.filter((text) => !brute.has(text));
  const [own, other] = await Promise.all([
    programs.callEach(optimised, ENTRY_POINT, texts, SECONDS.optimised),
    programs.callEach(bruteForce, ENTRY_POINT, fresh, SECONDS['brute-force']),
  ]);
  for (const [index, text] of fresh.entries()) brute.set(text, other[index] ?? NOTHING);
  const told = new Map(examples.map(({ input, output }) => [input, output]));
  const rows = inputs.map((input, index) => {
    const said = told.get(input.arguments);
    const rival = brute.get(input.arguments) ?? NOTHING;
    const expected =
      said !== undefined
        ? ({ text: said, source: 'user' } as const)
        : rival.status === 'value'
          ? ({ text: rival.text, source: 'brute-force' } as const)
          : undefined;
    return { input, own: own[index] ?? NOTHING, ...(expected && { expected }) };
  });
  const pairs = rows.flatMap(({ own: one, expected }) =>
    one.status === 'value' && expected !== undefined ? [[one.text, expected.text] as const] : [],
  );
  const agreed = (await programs.agree(pairs, comparison)).values();
  return rows.map((row) => ({ ...row, letter: letterOf(row, () => agreed.next().value === true) }));
}

const NOTHING: Answer = { status: 'cut', why: 'was not run' };

function letterOf({ input, own, expected }: Omit<Compared, 'letter'>, isAgreed: () => boolean): Compared['letter'] {
  if (expected === undefined) {
    if (own.status !== 'value') return 'x';
    return input.category === 'stress' ? 's' : 'm';
  }
  return own.status === 'value' && isAgreed() ? 'p' : 'm';
}

export const lettersOf = (compared: readonly Compared[]): string => compared.map(({ letter }) => letter).join('');

/** Tests that the solutions leave no word on, or two. */
export const invalidated = (compared: readonly Compared[]): readonly Compared[] =>
  compared.filter(({ letter }) => letter === 'm' || letter === 'x');

/** The tests that stand, with what is expected of them. */
export function testsOf(compared: readonly Compared[]): BuiltTest[] {
  return compared.flatMap(({ input, own, expected, letter }): BuiltTest[] => {
    if (letter === 'p' && expected !== undefined)
      return [{ ...input, expected: expected.text, source: expected.source }];
    if (letter === 's' && own.status === 'value') return [{ ...input, expected: own.text, source: 'reference' }];
    return [];
  });
}

/** What a solution did, for a prompt. */
export const shownAnswer = (answer: Answer): string =>
  answer.status === 'value' ? answer.text : `no value (${answer.why})`;
