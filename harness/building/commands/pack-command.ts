import * as flags from '../../command-line.ts';
import type { RecordingFacts } from '../../models/recorded/recording-files.ts';
import { RECORDINGS } from '../../models/recorded/recording-folder.ts';
import { packBuild } from '../recorded/pack-build.ts';
import type { Machine } from './model-parts.ts';

export interface PackFlags extends Partial<RecordingFacts> {
  readonly build: string;
  readonly study: string;
  readonly into: string;
  readonly cache: string;
}

/** `npm run build-dataset -- pack`: a build as a recording. */
export function packCommand(): ReturnType<typeof flags.createCommand> {
  return flags
    .createCommand(
      'build-dataset',
      'Packs a finished build of a real model: its answers, what its stages made, dataset and tables. --model recorded:NAME builds it again without the model and says what came out otherwise.',
    )
    .name('npm run build-dataset -- pack')
    .requiredOption('--build <folder>', 'a finished build with --from')
    .requiredOption('--study <name>', 'what the recording is called')
    .option('--into <folder>', 'the folder that holds recordings', RECORDINGS)
    .option('--cache <folder>', 'where the build stored its answers', 'results/cache')
    .option('--quantisation <text>', 'of the weights')
    .option('--engine <text>', 'what serves the model, with its version')
    .option('--note <text>', 'anything else a reader must know')
    .option('--licence <text>', 'of the answers')
    .option('--evidence <text>', 'one sentence: what a model of this kind is evidence for');
}

/** Runs the command; gives the text for the screen. Throws `UsageError` for a build that cannot be replayed. */
export async function runPack(options: PackFlags, { environment }: Pick<Machine, 'environment'>): Promise<string> {
  const { build, study, into, cache, ...facts } = options;
  const { path, bytes, manifest } = await packBuild({ build, study, into, cache, facts }, environment);
  const { answers, calls, built, identity } = manifest;
  return `${path}: ${answers} answers to ${calls} calls, ${built} of ${identity.taskIds.length} texts built, ${bytes} bytes`;
}
