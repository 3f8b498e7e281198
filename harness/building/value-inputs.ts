import { z } from '../storage/schema.ts';
import type { AnswerSchema } from '../types/model.ts';
import { CATEGORIES, type Category, type Specification } from './build-record.ts';
import type { Generated } from './programs.ts';
import { MOST_VALUES, VALID_TESTS } from './readings.ts';
import { readType, schemaOf, toPython } from './value-types.ts';

type Parameters = Specification['parameters'];

/** Read leniently: one input that does not fit is left out, not the whole answer. */
const answered = z.object({
  inputs: z
    .array(z.object({ category: z.string().catch('basic'), arguments: z.record(z.string(), z.unknown()) }))
    .max(500),
});

const WRITTEN = CATEGORIES.filter((category) => category !== 'user');

/** Stage 4 as values: literal inputs by a schema that is made of the signature's types, as many as a task needs: a small model that may stop gives one. */
export function valuesSchema(parameters: Parameters): AnswerSchema<z.infer<typeof answered>> {
  const properties = Object.fromEntries(parameters.map(({ name, type }) => [name, schemaOf(readType(type))]));
  const closed = { additionalProperties: false };
  const input = {
    type: 'object',
    properties: {
      category: { type: 'string', enum: WRITTEN },
      arguments: { type: 'object', properties, required: parameters.map(({ name }) => name), ...closed },
    },
    required: ['category', 'arguments'],
    ...closed,
  };
  const jsonSchema = {
    type: 'object',
    properties: { inputs: { type: 'array', items: input, minItems: VALID_TESTS, maxItems: MOST_VALUES } },
    required: ['inputs'],
    ...closed,
  };
  return { name: 'inputs', type: answered, jsonSchema };
}

/** The list of inputs up to the last one that stands whole; what was cut is left out, never guessed. */
export function wholeInputs(text: string): string | undefined {
  const start = text.indexOf('{');
  for (let end = text.lastIndexOf('}'), tries = 0; end > start && tries < MOST_TRIES; tries++) {
    const piece = `${text.slice(start, end + 1)}]}`;
    if (isJson(piece)) return piece;
    end = text.lastIndexOf('}', end - 1);
  }
  return undefined;
}

/** Braces after the last whole input, where the one that was cut is a record of records. */
const MOST_TRIES = 1000;

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Inputs as texts of tuples; what is no value of the signature's types is `unshown`. */
export function readValues(inputs: z.infer<typeof answered>['inputs'], parameters: Parameters): Generated[] {
  const types = parameters.map(({ name, type }) => ({ name, type: readType(type) }));
  return inputs.map(({ category: word, arguments: given }): Generated => {
    const category: Category = WRITTEN.find((one) => one === word) ?? 'basic';
    const texts = types.map(({ name, type }) => (Object.hasOwn(given, name) ? toPython(given[name], type) : undefined));
    if (texts.includes(undefined)) return { category, form: 'unshown', text: 'not of the types of the signature' };
    return { category, form: 'expression', text: `(${texts.join(', ')},)` };
  });
}
