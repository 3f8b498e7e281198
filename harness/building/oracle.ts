import { sha256 } from '../storage/hash.ts';
import { parseAnswer } from '../trial/answer-schema.ts';
import type { ModelResponse } from '../types/model.ts';
import { readProgram, readTyped } from './answers.ts';
import { type Asker, assistant, user } from './asker.ts';
import type { BuildCall, Input, InputCounts, RetryReason, Specification, Stage } from './build-record.ts';
import type { Generated, Programs } from './programs.ts';
import { functionsPrompt, retryPrompt, valuesPrompt } from './prompts.ts';
import { MOST_TESTS, oracleTemperature, SECONDS, VALID_TESTS } from './readings.ts';
import { readValues, valuesSchema, wholeInputs } from './value-inputs.ts';

export type InputForm = 'functions' | 'values';

interface OracleParts {
  readonly id: string;
  readonly form: InputForm;
  readonly specification: Specification;
  /** The specification as prompts show it. */
  readonly task: string;
  readonly asker: Asker;
  readonly programs: Programs;
  readonly note: (stage: Stage) => void;
}

/** Why the next call is made, where it is not the first. */
interface Told {
  readonly reason: RetryReason;
  readonly detail: string;
}

/** Stage 4 of one text: its valid inputs, and the calls that gave them. */
export interface Oracle {
  readonly inputs: readonly Input[];
  /** All that were read were refused by constraints. */
  readonly isContradictory: boolean;
  /** Makes calls until there are enough valid inputs beside `own`, or `most` were made in all. */
  gather(own: number, most: number, told?: Told): Promise<void>;
  /** Leaves inputs out for good. */
  drop(texts: ReadonlySet<string>): void;
}

/** What one call offered, before anything is checked. */
interface Offer {
  readonly program?: string;
  readonly failure?: Told;
  readonly inputs: readonly Generated[];
}

const NO_COUNTS: InputCounts = {
  offered: 0,
  kept: 0,
  unreadable: 0,
  repeated: 0,
  refusedByValidator: 0,
  refusedByConstraints: 0,
  disagreements: 0,
  leftOut: 0,
};

export function createOracle(parts: OracleParts): Oracle {
  const { asker, specification, task, form, note, id } = parts;
  const prompt = form === 'functions' ? functionsPrompt(task) : valuesPrompt(task);
  const seen = new Set<string>();
  let inputs: readonly Input[] = [];
  let calls = 0;
  let last: ModelResponse | undefined;
  let refused = 0;
  let passed = 0;
  const call = async (told: Told | undefined): Promise<Told | undefined> => {
    const again = last && told ? [assistant(last.text), user(retryPrompt(told.reason, told.detail))] : [];
    const messages = [user(prompt), ...again];
    const temperature = oracleTemperature(calls++);
    const schema = form === 'values' ? { schema: valuesSchema(specification.parameters) } : {};
    const { response, call: made } = await asker.ask({ role: 'generate', messages, temperature, ...schema });
    last = response;
    const offer =
      form === 'functions' ? await offerOfFunctions(response, parts) : offerOfValues(response, specification);
    const { kept, counts, failure: checked } = await keepValid(offer, inputs.length, seen, parts);
    inputs = [...inputs, ...kept];
    refused += counts.refusedByConstraints;
    if (checked === undefined)
      passed += counts.offered - counts.unreadable - counts.repeated - counts.refusedByConstraints;
    const failure = offer.failure ?? checked;
    note(stageOf(id, made, told, offer, failure, counts, kept));
    return failure;
  };
  return {
    get inputs() {
      return inputs;
    },
    get isContradictory() {
      return refused > 0 && passed === 0;
    },
    async gather(own, most, told) {
      let why = told;
      while (calls < most && (why !== undefined || inputs.length + own < VALID_TESTS)) {
        const failure = await call(why);
        if (inputs.length + own >= VALID_TESTS) return;
        why = failure ?? { reason: 'too-few-tests', detail: `${inputs.length + own} of ${VALID_TESTS}` };
      }
    },
    drop(texts) {
      inputs = inputs.filter((input) => !texts.has(input.arguments));
    },
  };
}

function stageOf(
  id: string,
  call: BuildCall,
  told: Told | undefined,
  { program }: Offer,
  failure: Told | undefined,
  counts: InputCounts,
  inputs: readonly Input[],
): Stage {
  return {
    id,
    stage: 'oracle',
    call,
    ...(told && { told: told.reason }),
    ...(program === undefined ? {} : { program }),
    ...(failure && { failure: failure.reason, detail: failure.detail.slice(0, 500) }),
    counts,
    inputs: [...inputs],
  };
}

const FUNCTIONS = ['generate_inputs', 'is_valid_input'];

async function offerOfFunctions(response: ModelResponse, { programs }: OracleParts): Promise<Offer> {
  const failed = (reason: RetryReason, detail: string, program?: string): Offer => ({
    ...(program === undefined ? {} : { program }),
    failure: { reason, detail },
    inputs: [],
  });
  const program = readProgram(response);
  if (program === undefined) return failed('function-missing', 'no whole ```python block');
  const faults = await programs.staticCheck(program, FUNCTIONS, true);
  const missing = faults.filter((fault) => fault.endsWith('is not defined') || fault.startsWith('does not parse'));
  if (missing.length > 0) return failed('function-missing', missing.join('; '), program);
  if (faults.length > 0) return failed('forbidden-construct', faults.join('; '), program);
  const generated = await programs.generate(program, SECONDS.oracle);
  if (typeof generated === 'string') return failed('run-time-error', generated, program);
  return { program, inputs: generated };
}

function offerOfValues(response: ModelResponse, { parameters }: Specification): Offer {
  const schema = valuesSchema(parameters);
  const whole = response.finishReason === 'length' ? wholeInputs(response.text) : undefined;
  const read = whole === undefined ? readTyped(response, schema) : parseAnswer(whole, schema);
  if (read.status === 'parsed') return { inputs: readValues(read.value.inputs, parameters) };
  return { failure: { reason: 'function-missing', detail: read.detail }, inputs: [] };
}

/** The inputs of an offer that are new and pass validator and constraints. */
async function keepValid(
  { program, inputs: offered }: Offer,
  have: number,
  seen: Set<string>,
  { programs, specification }: OracleParts,
): Promise<{ readonly kept: readonly Input[]; readonly counts: InputCounts; readonly failure?: Told }> {
  const readable = offered.filter(({ form }) => form !== 'unshown');
  const canonical = await programs.canonicalArguments(
    readable.map(({ text }) => text),
    specification.parameters.length,
  );
  const read = canonical.flatMap((one, index): Input[] => {
    const category = readable[index]?.category ?? 'basic';
    return 'text' in one ? [{ category, arguments: one.text }] : [];
  });
  const fresh = read.filter((input) => isNew(input, seen));
  const counted = { ...NO_COUNTS, offered: offered.length, unreadable: offered.length - read.length };
  const counts = { ...counted, repeated: read.length - fresh.length };
  const texts = fresh.map((input) => input.arguments);
  const validated =
    program === undefined ? texts.map(() => true) : await holds(program, 'is_valid_input', texts, programs);
  if (typeof validated === 'string') {
    return { kept: [], counts, failure: { reason: 'run-time-error', detail: `is_valid_input: ${validated}` } };
  }
  const constrained = await constraintsHold(specification, texts, programs);
  const valid = fresh.filter((_, index) => validated[index] && constrained[index]);
  const kept = valid.slice(0, Math.max(0, MOST_TESTS - have));
  const countOf = (is: (index: number) => boolean): number => fresh.filter((_, index) => is(index)).length;
  return {
    kept,
    counts: {
      ...counts,
      kept: kept.length,
      leftOut: valid.length - kept.length,
      refusedByValidator: countOf((index) => validated[index] === false),
      refusedByConstraints: countOf((index) => constrained[index] === false),
      disagreements: program === undefined ? 0 : countOf((index) => validated[index] !== constrained[index]),
    },
  };
}

/** Inputs are told apart by the hash of their JSON. */
function isNew(input: Input, seen: Set<string>): boolean {
  const hash = sha256(JSON.stringify(input.arguments));
  if (seen.has(hash)) return false;
  seen.add(hash);
  return true;
}

/** Which inputs a predicate accepts, or why it came to no end. */
async function holds(program: string, name: string, texts: readonly string[], programs: Programs) {
  const answers = await programs.callAll(program, name, texts, SECONDS.oracle);
  const cut = answers.find((answer) => answer.status === 'cut');
  if (cut !== undefined && cut.status === 'cut') return cut.why;
  return answers.map((answer) => answer.status === 'value' && answer.text === 'True');
}

/** Whether each input fulfils all constraints; one that raises or does not end fulfils none. */
export async function constraintsHold(
  { constraints, parameters }: Pick<Specification, 'constraints' | 'parameters'>,
  texts: readonly string[],
  programs: Programs,
): Promise<readonly boolean[]> {
  if (constraints.length === 0) return texts.map(() => true);
  const names = parameters.map(({ name }) => name).join(', ');
  const body = constraints.map((one) => `    if not (${one.trim()}\n    ):\n        return False\n`).join('');
  const program = `def constraints_hold(${names}):\n${body}    return True\n`;
  const together = await holds(program, 'constraints_hold', texts, programs);
  if (typeof together !== 'string') return together;
  const each = await programs.callEach(program, 'constraints_hold', texts, 1);
  return each.map((answer) => answer.status === 'value' && answer.text === 'True');
}
