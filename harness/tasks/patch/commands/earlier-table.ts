import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DataError } from '../../../errors.ts';
import { z } from '../../../storage/schema.ts';
import { type CsvRecord, readCsv } from '../../../text/read-csv.ts';
import { outcomeShape } from '../../../types/execution.ts';
import type { KnownDefect } from '../../../types/task.ts';
import { causeOf, type UnsoundCause } from '../unsound-causes.ts';

/** The rows of an earlier table of instances, by instance; each says the day it was `measured`. */
export type EarlierRows = ReadonlyMap<string, CsvRecord>;

/** What every table of instances has had from the first on. */
const NEEDED = ['instance_id', 'image', 'image_digest', 'gold', 'empty', 'sound'];

/**
 * Reads `instances.csv` of a folder that an instance table was written to; empty where there is none. Rows of before the column `measured`
 * get the day in the manifest beside it. Throws `DataError` for a file that is no such table.
 */
export function readEarlierRows(folder: string): EarlierRows {
  const path = join(folder, 'instances.csv');
  if (!existsSync(path)) return new Map();
  const records = readCsv(readFileSync(path, 'utf8'));
  const [first] = records ?? [];
  const missing = NEEDED.filter((name) => first !== undefined && !(name in first));
  if (records === undefined || missing.length > 0) {
    const what = records === undefined ? 'is no CSV text' : `has no column ${missing.join(', ')}`;
    throw new DataError(`${path} ${what}: expected an earlier table of instances; name another folder with --out`);
  }
  const day = dayOf(join(folder, 'manifest.json'));
  return new Map(records.map((record) => [record.instance_id ?? '', { measured: day, ...record }]));
}

const manifestShape = z.object({ date: z.string() });

function dayOf(path: string): string {
  if (!existsSync(path)) return '';
  try {
    return manifestShape.parse(JSON.parse(readFileSync(path, 'utf8'))).date.slice(0, 10);
  } catch (cause) {
    throw new DataError(`${path}: expected the manifest of a table of instances, with its date`, { cause });
  }
}

/** What an earlier row must agree with to stand for an instance today. */
interface Today {
  /** The name that today's recipes give the instance's image. */
  readonly imageName: string | undefined;
  /** What today's evaluation of the gold patch would be bound to in an image of that digest. */
  evaluationIn(imageDigest: string): string | undefined;
}

/**
 * Whether an earlier row stands for an instance today: its gold patch and the repository as it is were evaluated in an image that today's
 * recipes name so (or in the published one), by what evaluates them today. Rows of before the column `gold_evaluation` are taken by the
 * image alone.
 */
export function standsToday(row: CsvRecord | undefined, { imageName, evaluationIn }: Today): row is CsvRecord {
  if (row === undefined || row.gold === '' || row.empty === '') return false;
  const isOfRecipe = row.origin === 'published' || (imageName !== undefined && row.image === imageName);
  const evaluation = row.gold_evaluation ?? '';
  return isOfRecipe && (evaluation === '' || evaluation === evaluationIn(row.image_digest ?? ''));
}

/**
 * Why the instance of an earlier row is not sound, from what its evaluations came to there, which every table has; `undefined` for one that
 * is. A word that no outcome has counts as an evaluation that is not there.
 */
export function causeOfCells(row: CsvRecord, defect: KnownDefect | undefined): UnsoundCause | undefined {
  const [gold, empty] = [row.gold, row.empty].map((cell) => {
    const [, status, reason] = /^([a-z]+)(?: \(([a-z-]+)\))?$/.exec(cell ?? '') ?? [];
    return outcomeShape.safeParse({ status, ...(reason === undefined ? {} : { reason }) }).data;
  });
  return gold === undefined || empty === undefined ? 'not-evaluated' : causeOf(gold, empty, defect);
}
