import { readTyped, specificationSchema } from './answers.ts';
import { type Asker, assistant, user } from './asker.ts';
import type { BuildCall, Example, NoneReason, Specification } from './build-record.ts';
import type { Programs } from './programs.ts';
import { againPrompt, specificationPrompt } from './prompts.ts';
import { TEMPERATURES } from './readings.ts';

interface Specified {
  readonly calls: readonly BuildCall[];
  readonly specification?: Specification;
  /** Why an answer was not taken, one each. */
  readonly faults: readonly string[];
  /** Where there is no specification. */
  readonly reason?: NoneReason;
}

/** Stage 3: a specification from a text, asked for once more where it cannot be read. */
export async function specify(
  text: string,
  examples: readonly Example[],
  asker: Asker,
  programs: Programs,
): Promise<Specified> {
  const calls: BuildCall[] = [];
  const faults: string[] = [];
  let messages = [user(specificationPrompt(text, examples))];
  for (let attempt = 0; attempt < 2; attempt++) {
    const schema = { name: specificationSchema.name, jsonSchema: specificationSchema.jsonSchema };
    const question = { role: 'extract', messages, temperature: TEMPERATURES.specification, schema } as const;
    const { response, call } = await asker.ask(question);
    calls.push(call);
    const read = readTyped(response, specificationSchema);
    const checked = read.status === 'parsed' ? await check(read.value, programs) : read.detail;
    if (checked === NO_FUNCTION) return { calls, faults: [...faults, checked], reason: 'no-function' };
    if (typeof checked !== 'string') return { calls, faults, specification: checked };
    faults.push(checked);
    messages = [...messages, assistant(response.text), user(againPrompt(checked))];
  }
  return { calls, faults, reason: 'no-specification' };
}

const NO_FUNCTION = 'the model says that the text asks for no function';

type Answered = ReturnType<typeof specificationSchema.type.parse>;

/** The specification, or what is wrong with it. */
async function check(answer: Answered, programs: Programs): Promise<Specification | string> {
  const { title, description, constraints, examples, starter_code: starterCode, comparison } = answer;
  if (starterCode.trim() === '') return NO_FUNCTION;
  const form = await programs.staticCheck(starterCode, ['Solution', 'Solution.solve'], true);
  if (form.length > 0) return `starter_code: ${form.join('; ')}`;
  const signature = await programs.signature(starterCode);
  if (typeof signature === 'string') return signature;
  const names = signature.parameters.map(({ name }) => name);
  const why = await programs.unreadable(constraints, names);
  return {
    title,
    description,
    constraints: constraints.filter((_, index) => why[index] === ''),
    unreadableConstraints: constraints.flatMap((one, index) =>
      why[index] === '' ? [] : [{ text: one, why: why[index] ?? '' }],
    ),
    examples: examples.filter(({ input, output }) => input !== '' && output !== ''),
    starterCode,
    ...signature,
    comparison,
  };
}
