import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { writeRemade } from '../../../storage/line-file.ts';
import { countsOf, instanceCsv, instanceMarkdown, measuringDays, type readInstanceRows } from './instance-table.ts';

/** What a table of instances says of itself. */
interface TableFacts {
  readonly dataset: string;
  readonly datasetSha256: string;
  readonly grading: string;
  readonly date: string;
  readonly machine: object;
}

/** Writes `instances.csv`, `instances.md` and `manifest.json` into a folder; those of an earlier table are replaced. */
export async function writeInstanceTable(
  folder: string,
  title: string,
  rows: Awaited<ReturnType<typeof readInstanceRows>>,
  facts: TableFacts,
): Promise<void> {
  const manifest = { ...facts, measuredOn: measuringDays(rows), counts: countsOf(rows) };
  await mkdir(folder, { recursive: true });
  await writeRemade(join(folder, 'instances.csv'), instanceCsv(rows));
  await writeRemade(join(folder, 'instances.md'), instanceMarkdown(title, rows));
  await writeRemade(join(folder, 'manifest.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
}
