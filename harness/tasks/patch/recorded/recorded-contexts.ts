import { join } from 'node:path';
import type { Recording } from '../../../models/recorded/read-recording.ts';
import { unpackLines } from '../../../models/recorded/recording-files.ts';
import { canonicalJson } from '../../../storage/hash.ts';
import { z } from '../../../storage/schema.ts';
import { parseContext, type RepositoryContext } from '../repository/context.ts';

/** The file of a recording that holds what its tasks showed of their repositories: a replay needs no copy of them. */
export const CONTEXTS_FILE = 'contexts.jsonl.gz';

const setting = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['none', 'gold-files', 'bm25']) }),
  z.object({ kind: z.literal('files'), paths: z.array(z.string()) }),
]);

const recordedContext = z.strictObject({
  taskId: z.string(),
  setting,
  isLeak: z.boolean(),
  budgetTokens: z.number(),
  shown: z.array(z.object({ path: z.string(), tokens: z.number(), text: z.string() })),
  leftOut: z.array(
    z.object({
      path: z.string(),
      tokens: z.number().exactOptional(),
      why: z.enum(['budget', 'no-text-at-base-commit']),
    }),
  ),
}) satisfies z.ZodType<RepositoryContext & { readonly taskId: string }>;

/** Which context of a task is meant. */
interface ContextAsked {
  /** As the flag has it. */
  readonly context: string;
  readonly contextTokens: number;
}

/** The contexts of a recording by task, where they were made by the same setting and budget; others are not these. */
export function readRecordedContexts(
  { path, files }: Pick<Recording, 'path' | 'files'>,
  { context, contextTokens }: ContextAsked,
): ReadonlyMap<string, RepositoryContext> {
  const packed = files.get(CONTEXTS_FILE);
  const lines = packed === undefined ? [] : unpackLines(packed, join(path, CONTEXTS_FILE), recordedContext);
  const asked = canonicalJson(parseContext(context));
  const same = lines.filter((line) => canonicalJson(line.setting) === asked && line.budgetTokens === contextTokens);
  return new Map(same.map(({ taskId, ...shown }) => [taskId, shown]));
}
