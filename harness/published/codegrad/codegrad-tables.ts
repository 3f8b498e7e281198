import { z } from '../../storage/schema.ts';
import { readPublished } from '../published-cells.ts';

/** As the paper's tables name them: no critic, two critics, each also allowed to run snippets. */
export const CRITICS = ['null', 'qwen3-1.7b', 'qwen3-1.7b+code', 'gpt-4.1-mini', 'gpt-4.1-mini+code'] as const;
const critic = z.enum(CRITICS);
export type Critic = (typeof CRITICS)[number];

const row = z.object({
  table: z.string(),
  dataset: z.string(),
  /** A topic or a difficulty; absent where the whole dataset is counted. */
  group: z.string().optional(),
  /** How many there are; absent where the paper prints none. */
  tasks: z.int().min(1).optional(),
  /** Share solved, three decimals. */
  rates: z.record(critic, z.number().min(0).max(1)),
  /** Printed beside the rate: over no critic, relative, in percent. */
  gains: z.partialRecord(critic, z.number()),
});
/** A line of a published table. */
export type CodegradRow = Readonly<z.infer<typeof row>>;

const place = { dataset: z.string(), group: z.string().optional() };
const claim = z.discriminatedUnion('claim', [
  z.object({
    claim: z.literal('gain'),
    ...place,
    critic,
    against: critic.default('null'),
    /** What the text calls it. */
    said: z.enum(['points', 'relative', 'unsaid']),
    percent: z.number(),
    /** Decimals of `percent`. */
    digits: z.int().min(0).default(0),
    bound: z.enum(['up to', 'more than']).optional(),
  }),
  z.object({ claim: z.literal('rate'), table: z.string(), ...place, critic, rate: z.number() }),
  z.object({ claim: z.literal('datasets'), count: z.int() }),
  z.object({ claim: z.literal('tasks'), dataset: z.string(), count: z.int() }),
  z.object({ claim: z.literal('none'), ...place, critic }),
  z.object({ claim: z.literal('some'), ...place, critic }),
  z.object({ claim: z.literal('largest'), dataset: z.string(), critic, groups: z.array(z.string()) }),
]);
/** What a sentence of the paper says in numbers. */
export type Claim = Readonly<z.infer<typeof claim>>;

const file = z.object({
  schema: z.literal(1),
  study: z.literal('codegrad'),
  source: z.object({ paper: z.string(), model: z.string(), critics: z.string() }),
  note: z.string(),
  rows: z.array(row),
  sentences: z.array(z.object({ place: z.string(), claims: z.array(claim).min(1) })),
});
export type CodegradTables = Readonly<z.infer<typeof file>>;

/** The published figures of CodeGrad (arXiv 2508.10059v2). Throws `DataError` when their file does not fit. */
export const loadCodegradTables = (): CodegradTables => readPublished('codegrad', file);
