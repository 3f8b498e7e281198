import { z } from '../../storage/schema.ts';
import { readPublished } from '../published-cells.ts';

/** The six consistency checks (Clover, section 3), in the order of the paper's tables. */
export const CHECKS = ['anno-sound', 'anno-complete', 'doc2anno', 'anno2doc', 'code2doc', 'doc2code'] as const;
const check = z.enum(CHECKS);

const cell = z.object({
  table: z.string(),
  set: z.string(),
  /** One of the six checks; absent where the decision of all six is counted. */
  check: check.optional(),
  measure: z.string(),
  /** Attempts of each check. */
  k: z.int().min(1).optional(),
  count: z.int().min(0),
  total: z.int().min(1),
  /** As printed, in whole percent; absent where the paper prints none. */
  percent: z.int().optional(),
  /** Why no run here can measure it. */
  notRun: z.string().optional(),
});
/** A figure the paper prints, with its count. */
export type CloverCell = Readonly<z.infer<typeof cell>>;

const sameArtefacts = z.object({
  check,
  sets: z.tuple([z.string(), z.string()]),
  /** Programs whose shipped artefacts are not the same in both sets. */
  differ: z.int().min(0),
});
/** Two sets that show a check the same two artefacts, by the paper's Table 3. */
export type SameArtefacts = Readonly<z.infer<typeof sameArtefacts>>;

const file = z.object({
  schema: z.literal(1),
  study: z.literal('clover'),
  source: z.object({ paper: z.string(), model: z.string(), tools: z.string() }),
  note: z.string(),
  cells: z.array(cell),
  sameArtefacts: z.array(sameArtefacts),
});
export type CloverTables = Readonly<z.infer<typeof file>>;

/** The published figures of Clover (arXiv 2310.17807). Throws `DataError` when their file does not fit. */
export const loadCloverTables = (): CloverTables => readPublished('clover', file);

/** How many the cell accepts: some tables count those that are rejected. */
export const acceptedOf = ({ measure, count, total }: CloverCell): number =>
  measure === 'rejected' ? total - count : count;
