import { z } from '../../storage/schema.ts';
import { readPublished } from '../published-cells.ts';

const row = z.object({
  table: z.string(),
  dataset: z.string(),
  tasks: z.int().min(1),
  /** Tasks solved by method, in percent, one decimal. */
  percents: z.record(z.string(), z.number().min(0).max(100)),
});
/** A line of a published table. */
export type AlphaverusRow = Readonly<z.infer<typeof row>>;

const claim = z.discriminatedUnion('claim', [
  /** A share in whole percent. */
  z.object({
    claim: z.literal('percent'),
    table: z.string(),
    dataset: z.string(),
    method: z.string(),
    percent: z.int(),
  }),
  /** More than each of the others, on each dataset. */
  z.object({
    claim: z.literal('higher'),
    table: z.string(),
    datasets: z.array(z.string()).min(1),
    method: z.string(),
    than: z.array(z.string()).min(1),
  }),
  /** In whole percent; the text does not say of what. */
  z.object({
    claim: z.literal('gain'),
    table: z.string(),
    dataset: z.string(),
    method: z.string(),
    against: z.string(),
    percent: z.int(),
  }),
  /** About this share, in steps of five percent, of all; `among`: those that were tried. */
  z.object({ claim: z.literal('share'), count: z.string(), of: z.string(), among: z.string(), percent: z.int() }),
  /** As many tasks as the dataset's percentages are counts of. */
  z.object({ claim: z.literal('tasks'), dataset: z.string(), count: z.int() }),
  z.object({ claim: z.literal('text'), said: z.string(), why: z.string() }),
]);
/** What a sentence of the paper says. */
export type AlphaverusClaim = Readonly<z.infer<typeof claim>>;

const file = z.object({
  schema: z.literal(1),
  study: z.literal('alphaverus'),
  source: z.object({ paper: z.string(), sizes: z.string() }),
  note: z.string(),
  rows: z.array(row),
  counts: z.record(z.string(), z.int().min(0)),
  sentences: z.array(z.object({ place: z.string(), claims: z.array(claim).min(1) })),
});
export type AlphaverusTables = Readonly<z.infer<typeof file>>;

/** The published figures of AlphaVerus (arXiv 2412.06176). Throws `DataError` when their file does not fit. */
export const loadAlphaverusTables = (): AlphaverusTables => readPublished('alphaverus', file);
