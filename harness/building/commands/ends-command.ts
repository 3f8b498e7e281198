import { existsSync } from 'node:fs';
import { join } from 'node:path';
import * as flags from '../../command-line.ts';
import { UsageError } from '../../errors.ts';
import { isRecorded } from '../../models/recorded/replay.ts';
import { parseJsonText } from '../../storage/json-lines.ts';
import { readLines } from '../../storage/line-file.ts';
import { z } from '../../storage/schema.ts';
import { readUtf8 } from '../../storage/utf8.ts';
import { type Stage, stageShape } from '../build-record.ts';
import { endsTable } from '../ends-table.ts';
import { readRecordedBuild } from '../recorded/build-recording.ts';
import { columnName, columnOf } from '../recorded/describe-builds.ts';

export interface EndsFlags {
  readonly builds: readonly string[];
}

/** `npm run build-dataset -- ends`: several builds beside one another. */
export function endsCommand(): ReturnType<typeof flags.createCommand> {
  return flags
    .createCommand(
      'build-dataset',
      'How many texts of several builds reached which stage, and how they ended; a column a build.',
    )
    .name('npm run build-dataset -- ends')
    .requiredOption('--builds <list>', 'finished builds, comma-separated: folders, or recorded:NAME', flags.list);
}

/** Runs the command; gives the text for the screen. Throws `UsageError` for what is no build. */
export async function runEnds({ builds }: EndsFlags): Promise<string> {
  return endsTable(await Promise.all(builds.map(readColumn)));
}

const named = z.object({ origin: z.string(), inputs: z.string() });

async function readColumn(build: string): Promise<{ readonly name: string; readonly stages: readonly Stage[] }> {
  if (isRecorded(build)) return columnOf(await readRecordedBuild(build));
  const [manifest, file] = [join(build, 'manifest.json'), join(build, 'build.jsonl')];
  if (!existsSync(manifest) || !existsSync(file))
    throw new UsageError(`--builds ${build}: expected the folder of a finished build, found none`);
  const { origin, inputs } = parseJsonText(await readUtf8(manifest), manifest, named);
  return { name: columnName(origin, inputs), stages: await readLines<Stage>(file, stageShape) };
}
