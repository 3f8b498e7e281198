import { readJsonLines } from '../../storage/json-lines.ts';
import { z } from '../../storage/schema.ts';
import type { Immutable } from '../../types/immutable.ts';
import { type Example, exampleShape, type Specification } from '../build-record.ts';
import { constraintsHold } from '../oracle.ts';
import type { Programs } from '../programs.ts';

const challengeShape = z.strictObject({ task_id: z.string().min(1).max(200), ...exampleShape.shape });
/** What a user says of a built task: for this input, that output. */
export type Challenge = Immutable<z.infer<typeof challengeShape>>;

/** The challenges of a file, one JSON object a line. Throws `DataError` naming file, line and field. */
export const readChallenges = (path: string): Promise<readonly Challenge[]> => readJsonLines(path, challengeShape);

/** What became of a challenge: `accepted`, or why it changes nothing. */
type Judgement =
  | 'accepted'
  /** Nobody knows which of two is right. */
  | 'contradicts another challenge'
  | 'contradicts an example of the user'
  | 'outside the constraints'
  | 'does not fit the signature'
  | 'no such task';

export interface Judged {
  readonly challenge: Challenge;
  readonly judgement: Judgement;
  /** In canonical form, where it is accepted. */
  readonly example?: Example;
}

/** A task that may be challenged. */
interface Challenged {
  readonly specification: Specification;
  /** The user's examples, canonical. */
  readonly examples: readonly Example[];
}

/**
 * The gatekeeper of one task: each challenge is held against signature, constraints, earlier examples and the other challenges. Challenges
 * of one input with different outputs are all set aside. `task` is absent where there is none of that id.
 */
export async function judgeChallenges(
  challenges: readonly Challenge[],
  task: Challenged | undefined,
  programs: Programs,
): Promise<readonly Judged[]> {
  if (task === undefined) return challenges.map((challenge) => ({ challenge, judgement: 'no such task' }));
  const { specification, examples } = task;
  const inputs = await programs.canonicalArguments(
    challenges.map(({ input }) => input),
    specification.parameters.length,
  );
  const outputs = await programs.canonicalValues(challenges.map(({ output }) => output));
  const read = challenges.map((_, index): Example | undefined => {
    const [input, output] = [inputs[index], outputs[index]];
    const isRead = input !== undefined && output !== undefined && 'text' in input && 'text' in output;
    return isRead ? { input: input.text, output: output.text } : undefined;
  });
  const texts = read.flatMap((example) => (example === undefined ? [] : [example.input]));
  const held = new Map(
    (await constraintsHold(specification, texts, programs)).map((holds, index) => [texts[index], holds]),
  );
  const differs = async (one: Example, others: readonly (Example | undefined)[]): Promise<boolean> => {
    const same = others.flatMap((other) => (other?.input === one.input ? [[one.output, other.output] as const] : []));
    return (await programs.agree(same, specification.comparison)).includes(false);
  };
  const judged: Judged[] = [];
  for (const [index, challenge] of challenges.entries()) {
    const example = read[index];
    if (example === undefined) judged.push({ challenge, judgement: 'does not fit the signature' });
    else if (held.get(example.input) !== true) judged.push({ challenge, judgement: 'outside the constraints' });
    else if (await differs(example, read)) judged.push({ challenge, judgement: 'contradicts another challenge' });
    else if (await differs(example, examples))
      judged.push({ challenge, judgement: 'contradicts an example of the user' });
    else judged.push({ challenge, judgement: 'accepted', example });
  }
  return judged;
}
