import * as flags from '../harness/command-line.ts';
import { kindOf } from '../harness/kinds/kinds.ts';
import { realRetryParts } from '../harness/models/middleware/retry.ts';
import { forReplay } from '../harness/models/recorded/replay.ts';
import { standardProgress } from '../harness/progress.ts';
import { type BenchOptions, bench } from '../harness/run/bench.ts';
import { benchCommand } from '../harness/run/bench-flags.ts';
import { type RegenerateOptions, regenerate } from '../harness/run/regenerate.ts';
import { print, say } from '../harness/terminal.ts';

const command = await benchCommand();

await flags.runCommand(command, async (signal) => {
  const options = command.opts<BenchOptions & Partial<RegenerateOptions>>();
  if (options.from !== undefined) {
    const { screen, isEqual } = await regenerate({ ...options, from: options.from }, { ...flags.machine, say });
    print(screen);
    return isEqual ? 0 : 1;
  }
  const parts = {
    ...flags.machine,
    signal,
    progress: standardProgress,
    say,
    retry: realRetryParts(flags.machine.random),
  };
  const isGiven = (flag: string) => command.getOptionValueSource(flag) === 'cli';
  const study = await forReplay(options, isGiven);
  const { maxOutputTokens } = await kindOf(study.dataset);
  const isOwn = maxOutputTokens !== undefined && !isGiven('maxOutputTokens');
  const { screen } = await bench(isOwn ? { ...study, maxOutputTokens } : study, parts);
  print(screen);
  return 0;
});
