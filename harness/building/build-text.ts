import { type Asker, type AskerOptions, createAsker } from './asker.ts';
import type { BuiltTest, Category, End, Example, Input, NoneReason, Specification, Stage } from './build-record.ts';
import { type BruteAnswers, compare, invalidated, lettersOf, testsOf } from './compare.ts';
import { heal, type Version } from './healing.ts';
import { createOracle, type InputForm, type Oracle } from './oracle.ts';
import type { Programs } from './programs.ts';
import { shownSpecification } from './prompts.ts';
import { CIRCULAR_ROUNDS, INVALIDATED_SHARE, LONGEST_TEXT, ORACLE_CALLS, VALID_TESTS } from './readings.ts';
import { writeSolution } from './solutions.ts';
import { specify } from './specification.ts';

/** What a dataset is built from: a text, and what its user knows. */
export interface TextRequest {
  readonly id: string;
  readonly text: string;
  readonly examples: readonly Example[];
  /** Where a user challenged a task that was built of it: stage 3 stands, all after it is made again. */
  readonly earlier?: EarlierVersion;
}

/** A task as it was before a challenge. */
interface EarlierVersion {
  readonly specification: Specification;
  readonly textSha256: string;
  readonly version: number;
}

/** What came of a text that was built, before it is certified. */
export interface BuiltText {
  readonly specification: Specification;
  /** The user's examples, in canonical form. */
  readonly examples: readonly Example[];
  readonly tests: readonly BuiltTest[];
  readonly reference: string;
  readonly bruteForce: string;
  /** Viable versions that were healed away. */
  readonly discarded: readonly string[];
}

export interface TextResult {
  readonly stages: readonly Stage[];
  readonly end: End;
  readonly calls: number;
  readonly dropped: number;
  readonly built?: BuiltText;
}

interface TextParts extends AskerOptions {
  readonly form: InputForm;
  readonly programs: Programs;
}

/** A text's way ends here. */
class NoTask extends Error {
  readonly reason: NoneReason;
  constructor(reason: NoneReason, detail: string) {
    super(detail);
    this.reason = reason;
  }
}

/**
 * Stages 3 to 5 of one text. Every way through it ends by name and within the bound on calls; only a model or a sandbox that cannot go
 * on throws.
 */
export async function buildText(request: TextRequest, parts: TextParts): Promise<TextResult> {
  const stages: Stage[] = [];
  const asker = createAsker(parts);
  const note = (stage: Stage): void => void stages.push(stage);
  const finish = (end: End, dropped: number, built?: BuiltText): TextResult => ({
    stages,
    end,
    calls: asker.calls,
    dropped,
    ...(built && { built }),
  });
  try {
    const { built, dropped } = await walk(request, { ...parts, asker, note });
    return finish({ status: 'built' }, dropped, built);
  } catch (error) {
    if (!(error instanceof NoTask)) throw error;
    return finish({ status: 'none', reason: error.reason, detail: error.message }, 0);
  }
}

interface WalkParts extends TextParts {
  readonly asker: Asker;
  readonly note: (stage: Stage) => void;
}

async function walk(request: TextRequest, parts: WalkParts): Promise<{ built: BuiltText; dropped: number }> {
  const { id, text } = request;
  const { asker, programs, note, form } = parts;
  if (text.trim() === '') throw new NoTask('empty-text', 'expected a text, got none');
  if (text.length > LONGEST_TEXT)
    throw new NoTask('text-too-long', `expected at most ${LONGEST_TEXT} characters, got ${text.length}`);
  const { specification, calls, faults, reason } =
    request.earlier === undefined
      ? await specify(text, request.examples, asker, programs)
      : { specification: request.earlier.specification, calls: [], faults: [], reason: undefined };
  note({ id, stage: 'specification', calls: [...calls], ...(specification && { specification }), faults: [...faults] });
  if (specification === undefined) throw new NoTask(reason ?? 'no-specification', faults.at(-1) ?? '');
  const examples = await canonicalExamples(request.examples, specification, programs);
  const task = shownSpecification(specification, examples);
  const oracle = createOracle({ id, form, specification, task, asker, programs, note });
  const own: Input[] = examples.map(({ input }) => ({ category: 'user' satisfies Category, arguments: input }));
  await oracle.gather(own.length, ORACLE_CALLS);
  refuseTooFew(oracle, own);
  const { optimised, bruteForce } = await writeBoth(id, task, parts);
  const rivals = { bruteForce, examples, comparison: specification.comparison };
  const versions = await settle({ id, task, own, oracle, rivals, optimised, parts });
  const last = versions.at(-1);
  if (last === undefined) throw new Error('there is the first version at least');
  const denied = last.compared.find(({ input, letter }) => input.category === 'user' && letter !== 'p');
  if (denied !== undefined) throw new NoTask('reference-denies-user', `arguments ${denied.input.arguments}`);
  const tests = testsOf(last.compared);
  const dropped = last.compared.length - tests.length;
  if (tests.length < VALID_TESTS)
    throw new NoTask(
      'too-few-tests',
      `${tests.length} of ${VALID_TESTS} tests are left, ${dropped} had two answers or none`,
    );
  const discarded = [...new Set(versions.map(({ program }) => program))].filter((program) => program !== last.program);
  return { built: { specification, examples, tests, reference: last.program, bruteForce, discarded }, dropped };
}

/** The user's examples as normalised texts. One that is none for this signature ends the text: its user knows better. */
async function canonicalExamples(
  examples: readonly Example[],
  { parameters }: Specification,
  programs: Programs,
): Promise<readonly Example[]> {
  const [inputs, outputs] = [
    await programs.canonicalArguments(
      examples.map(({ input }) => input),
      parameters.length,
    ),
    await programs.canonicalValues(examples.map(({ output }) => output)),
  ];
  const read = examples.map((example, index): Example => {
    const [input, output] = [inputs[index], outputs[index]];
    if (input !== undefined && output !== undefined && 'text' in input && 'text' in output)
      return { input: input.text, output: output.text };
    const why = [input, output].flatMap((one) => (one !== undefined && 'why' in one ? [one.why] : [])).join('; ');
    throw new NoTask('no-specification', `the user's example ${example.input} does not fit its signature: ${why}`);
  });
  return [...new Map(read.map((example) => [example.input, example])).values()];
}

function refuseTooFew(oracle: Oracle, own: readonly Input[]): void {
  const count = oracle.inputs.length + own.length;
  if (count >= VALID_TESTS) return;
  if (oracle.isContradictory) throw new NoTask('contradictory-constraints', 'no input fulfils all constraints');
  throw new NoTask('too-few-tests', `${count} of ${VALID_TESTS} inputs are valid`);
}

async function writeBoth(id: string, task: string, { asker, programs, note }: WalkParts) {
  const write = async (solution: 'optimised' | 'brute-force'): Promise<string> => {
    const { calls, program, faults } = await writeSolution(task, solution, asker, programs);
    const found = program === undefined ? {} : { program };
    note({ id, stage: 'reference', solution, calls: [...calls], ...found, faults: [...faults] });
    if (program !== undefined) return program;
    throw new NoTask(solution === 'optimised' ? 'no-reference' : 'no-brute-force', faults.at(-1) ?? '');
  };
  const optimised = await write('optimised');
  return { optimised, bruteForce: await write('brute-force') };
}

interface SettleParts {
  readonly id: string;
  readonly task: string;
  readonly own: readonly Input[];
  readonly oracle: Oracle;
  readonly rivals: Parameters<typeof compare>[2];
  readonly optimised: string;
  readonly parts: WalkParts;
}

/** Comparison, healing and circular rounds. Gives every viable version in order; the last one stays. */
async function settle({ id, task, own, oracle, rivals, optimised, parts }: SettleParts): Promise<readonly Version[]> {
  const { asker, programs, note } = parts;
  const brute: BruteAnswers = new Map();
  const versions: Version[] = [];
  let program = optimised;
  for (let round = 0; ; round++) {
    const inputs = [...own, ...oracle.inputs.filter((input) => !own.some((one) => one.arguments === input.arguments))];
    const first = { program, compared: await compare(program, inputs, rivals, programs, brute) };
    note({ id, stage: 'comparison', round, version: versions.length, agreement: lettersOf(first.compared) });
    const healed = await heal(first, { id, task, round, inputs, rivals, brute, asker, programs, note });
    versions.push(...healed);
    const last = healed.at(-1) ?? first;
    program = last.program;
    if (!last.compared.some((one) => one.own.status === 'value'))
      throw new NoTask('no-reference', 'the optimised solution has a value for no input');
    const bad = invalidated(last.compared);
    if (bad.length <= INVALIDATED_SHARE * inputs.length || round === CIRCULAR_ROUNDS) return versions;
    note({ id, stage: 'circular', round: round + 1, invalidated: bad.length, of: inputs.length });
    oracle.drop(new Set(bad.map(({ input }) => input.arguments)));
    const detail = bad
      .slice(0, 3)
      .map(({ input }) => input.arguments)
      .join('; ')
      .slice(0, 500);
    await oracle.gather(own.length, ORACLE_CALLS + round + 1, { reason: 'mismatch-downstream', detail });
    refuseTooFew(oracle, own);
  }
}
