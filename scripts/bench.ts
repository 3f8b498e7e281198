import { type BenchOptions, bench } from '../harness/bench.ts';
import { benchCommand } from '../harness/bench-flags.ts';
import * as flags from '../harness/command-line.ts';
import { standardProgress } from '../harness/progress.ts';
import { forReplay } from '../harness/recording/replay.ts';
import { type RegenerateOptions, regenerate } from '../harness/regenerate.ts';

const command = benchCommand();

await flags.runCommand(command, async (signal) => {
  const options = command.opts<BenchOptions & Partial<RegenerateOptions>>();
  const say = (line: string) => console.error(line);
  if (options.from !== undefined) {
    const { screen, isEqual } = await regenerate({ ...options, from: options.from }, say);
    console.log(screen);
    return isEqual ? 0 : 1;
  }
  const parts = { signal, progress: standardProgress, say, date: () => new Date() };
  const isGiven = (flag: string) => command.getOptionValueSource(flag) === 'cli';
  const { screen } = await bench(await forReplay(options, isGiven), parts);
  console.log(screen);
  return 0;
});
