import * as flags from '../command-line.ts';
import { withKindDefaults } from '../kinds/kind-defaults.ts';
import { kindOf } from '../kinds/kinds.ts';
import { forReplay } from '../models/recorded/replay.ts';
import { openInBrowser, print, say } from '../terminal.ts';
import { type BenchOptions, bench } from './bench.ts';
import { benchCommand } from './bench-flags.ts';
import { machineParts } from './machine-parts.ts';
import { type RegenerateOptions, regenerate } from './regenerate.ts';
import { COMMAND_FILE, commandText, resumedFlags } from './resume.ts';

interface BenchCommandFlags
  extends Omit<BenchOptions, 'resume'>,
    Partial<Omit<RegenerateOptions, 'out' | 'sandbox' | 'maxSandboxes'>> {
  /** A folder: its own flags are taken. */
  readonly resume?: boolean | string;
  readonly open?: boolean;
}

/** `npm run bench` from its arguments to its exit code. */
export async function runBenchCommand(): Promise<void> {
  const command = await benchCommand();
  await flags.runCommand(command, async (signal) => {
    const { resume } = command.opts<BenchCommandFlags>();
    const given = process.argv.slice(2);
    if (typeof resume !== 'string') return runFlags(command, given, signal);
    const resumed = await resumedFlags(resume, given, process.cwd(), flags.machine.environment);
    process.chdir(resumed.workingFolder);
    const again = (await benchCommand()).parse([...resumed.flags], { from: 'user' });
    return runFlags(again, resumed.flags, signal);
  });
}

async function runFlags(
  command: Awaited<ReturnType<typeof benchCommand>>,
  given: readonly string[],
  signal: AbortSignal,
): Promise<number> {
  const { resume, open, ...options } = command.opts<BenchCommandFlags>();
  if (options.from !== undefined) {
    const { screen, isEqual } = await regenerate({ ...options, from: options.from }, { ...flags.machine, say });
    print(screen);
    return isEqual ? 0 : 1;
  }
  const begun = await commandText(given, process.cwd(), flags.machine.environment);
  const parts = { ...machineParts(signal), files: new Map([[COMMAND_FILE, begun]]) };
  const isGiven = (flag: string) => command.getOptionValueSource(flag) === 'cli';
  const { simulated } = await kindOf(options.dataset);
  const study = await forReplay({ ...options, resume: resume === true }, isGiven, simulated);
  const { screen, folder, isFailed } = await bench(await withKindDefaults(study, isGiven), parts);
  print(screen);
  if (open === true && folder !== undefined) openInBrowser(`${folder}/report.html`);
  return isFailed === true ? 1 : 0;
}
