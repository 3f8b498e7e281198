import { readFile } from 'node:fs/promises';
import { UsageError } from '../../errors.ts';
import { asFileError } from '../../storage/file-errors.ts';
import { sha256 } from '../../storage/hash.ts';
import { parseJsonText } from '../../storage/json-lines.ts';
import { type Pools, poolsShape } from '../../types/search.ts';
import type { Job } from './job.ts';

/** A pools file as it is written: equal pools, equal bytes. */
export const poolsText = (pools: Pools): string => `${JSON.stringify(pools, undefined, 1)}\n`;

/** Reads a file of pools and its sha256. Throws `UsageError` for no such file and for pools of another job or other languages, `DataError` for another shape. */
export async function readPools(
  path: string,
  job: Job,
  name: string,
): Promise<{ readonly pools: Pools; readonly sha256: string }> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw asFileError(error, path);
  });
  const pools = parseJsonText(text, path, poolsShape, 'as written');
  if (pools.job !== name)
    throw new UsageError(`--pools ${path}: expected pools of the job ${name}, got those of ${pools.job}`);
  const other = job.kind === 'annotation' ? undefined : otherLanguage(pools, job);
  if (other !== undefined)
    throw new UsageError(`--pools ${path}: expected ${other.what} in ${other.expected}, got one in ${other.got}`);
  return { pools, sha256: sha256(text) };
}

/** The first program in a language that is not the job's, where one is. */
function otherLanguage(
  { translations, repairs, exploits }: Pools,
  { from, to }: Extract<Job, { kind: 'translation' }>,
): { readonly what: string; readonly expected: string; readonly got: string } | undefined {
  const targets = [
    ...translations.map(({ target }) => target),
    ...repairs.flatMap(({ program, final }) => [program, final]),
    ...exploits.map(({ contract }) => contract),
  ];
  for (const [what, expected, programs] of [
    ['programs', to, targets],
    ['sources', from, translations.map(({ source }) => source)],
  ] as const) {
    const other = programs.find(({ language }) => language !== expected);
    if (other !== undefined) return { what, expected, got: other.language };
  }
  return undefined;
}
