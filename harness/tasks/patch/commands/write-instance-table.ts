import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { loadEnvironments, loadPatchDataset } from '../../../loading/load-dataset.ts';
import type { DockerEngine } from '../../../sandbox/docker/engine.ts';
import { cacheFolder, type Environment } from '../../../storage/cache-folder.ts';
import { writeRemade } from '../../../storage/line-file.ts';
import { describeDisk, diskCsv, readDiskCsv, summarizeDisk } from '../images/disk-table.ts';
import { layerSizesPath, layerUses, measureLayers } from '../images/layer-sizes.ts';
import type { GradingRules } from '../logs/grading-rules.ts';
import { openMirror } from '../repository/mirror.ts';
import { readEarlierRows } from './earlier-table.ts';
import { readInstanceRows } from './instance-rows.ts';
import { causesOf, countsOf, instanceCsv, instanceMarkdown, measuringDays } from './instance-table.ts';

export interface InstanceTableFlags {
  readonly logsOut?: string;
  readonly mirrors?: string;
  readonly swebenchRules: GradingRules;
  readonly instanceTimeout: number;
  readonly out: string;
}

interface InstanceTableParts {
  readonly engine: DockerEngine;
  readonly environment: Environment;
  date(): Date;
  /** Facts of this machine, for the manifest. */
  readonly machine: Readonly<Record<string, unknown>>;
}

/**
 * Writes instances.csv, instances.md, disk.csv and manifest.json from what building and preflight have left; runs nothing. What an earlier
 * table in the same folder has measured stays where it still stands (earlier-table.ts), and so do sizes of layers. Returns a sentence that counts. Throws `DataError` for
 * an `instances.csv` or `disk.csv` that is no such table.
 */
export async function writeInstanceTable(
  id: string,
  { logsOut, mirrors, swebenchRules: grading, instanceTimeout, out }: InstanceTableFlags,
  { engine, environment, date, machine }: InstanceTableParts,
): Promise<string> {
  const dataset = await loadPatchDataset(id, { environment });
  const environments = await loadEnvironments(id);
  const cache = cacheFolder(id, environment);
  const uses = layerUses(dataset.problems, environments);
  const measured = await measureLayers(engine, uses, layerSizesPath(id, environment));
  const sizes = new Map([...readDiskCsv(join(out, 'disk.csv')), ...measured]);
  const rows = await readInstanceRows(dataset.problems, {
    engine,
    environments,
    knownDefects: dataset.knownDefects,
    evaluations: logsOut ?? join(cache, 'preflight'),
    rules: grading,
    timeoutMs: instanceTimeout * 1000,
    buildLogs: join(cache, 'build-logs'),
    sizes,
    earlier: readEarlierRows(out),
    mirrorOf: (repository) => openMirror(mirrors ?? join(cache, 'mirrors'), repository),
  });
  const disk = summarizeDisk(uses, sizes);
  const counts = countsOf(rows);
  const manifest = {
    dataset: id,
    datasetSha256: dataset.sha256,
    grading,
    date: date().toISOString(),
    machine,
    measuredOn: measuringDays(rows),
    counts,
    causes: causesOf(rows),
    disk,
  };
  const line = describeDisk(dataset.problems.length, disk);
  await mkdir(out, { recursive: true });
  await writeRemade(join(out, 'instances.csv'), instanceCsv(rows));
  await writeRemade(join(out, 'instances.md'), instanceMarkdown(dataset.title, rows, line));
  await writeRemade(join(out, 'disk.csv'), diskCsv(uses, sizes));
  await writeRemade(join(out, 'manifest.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
  const sound = counts.reduce((sum, each) => sum + each.sound, 0);
  const repositories = counts.filter((each) => each.sound > 0).length;
  return `${sound} of ${rows.length} sound, over ${repositories} repositories\n${line}\nwritten: ${out}`;
}
