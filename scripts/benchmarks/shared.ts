import { mkdir, writeFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { describeMachine } from '../../harness/benchmarks/machine.ts';
import { HONEST } from '../../harness/benchmarks/programs/honest-programs.ts';
import { HOSTILE } from '../../harness/benchmarks/programs/hostile-programs.ts';
import { runShared, type SharedResult } from '../../harness/benchmarks/shared/shared-containers.ts';
import { sharedMarkdown } from '../../harness/benchmarks/shared/shared-table.ts';
import * as flags from '../../harness/command-line.ts';
import { SandboxLostError, UsageError } from '../../harness/errors.ts';
import { chooseSandbox, type SandboxName } from '../../harness/sandbox/choose.ts';
import { defaultSlots } from '../../harness/sandbox/docker/spec.ts';
import { findPython } from '../../harness/sandbox/runner/python.ts';
import { print, say } from '../../harness/terminal.ts';

interface SharedFlags {
  readonly programs: number;
  readonly seed: number;
  readonly sandboxes: readonly string[];
  readonly maxSandboxes: number;
  readonly out: string;
}

const command = flags
  .createCommand(
    'benchmark:shared',
    'Judges hostile and honest programs in random order in containers that tasks share.',
  )
  .option('--programs <n>', 'hostile and honest programs; a plain one stands beside each', flags.wholeNumber(1), 1000)
  .option('--seed <n>', 'decides their order', flags.wholeNumber(0), 1)
  .option('--sandboxes <names>', 'of docker, bubblewrap', flags.list, ['docker', 'bubblewrap'])
  .addOption(flags.perMachine('--max-sandboxes <n>', 'containers that are shared', defaultSlots()))
  .option('--out <folder>', 'where shared-DATE.md and .json are written', 'results/benchmarks');

/** It is looked into the containers after so many programs. */
const LOOK_AFTER = 50;

await flags.runCommand(command, async () => {
  const { programs, seed, sandboxes, maxSandboxes: slots, out } = command.opts<SharedFlags>();
  const unknown = sandboxes.find((name) => name !== 'docker' && name !== 'bubblewrap');
  if (unknown !== undefined) throw new UsageError(`--sandboxes: expected docker or bubblewrap, got ${unknown}`);
  const machine = describeMachine((await findPython()).path);
  const results: SharedResult[] = [];
  const notAsked: string[] = [];
  for (const name of sandboxes) {
    try {
      const sandbox = await chooseSandbox(name as SandboxName, { slots, needsIsolation: true, warm: 0 });
      const options = { programs, seed, slots, lookAfter: LOOK_AFTER };
      const asked = runShared(sandbox, { hostile: HOSTILE, honest: HONEST }, options, say);
      results.push(await asked.finally(() => sandbox.close()));
    } catch (error) {
      if (!(error instanceof UsageError || error instanceof SandboxLostError)) throw error;
      notAsked.push(`${name} (${error.message})`);
    }
  }
  if (results.length === 0) throw new UsageError(`--sandboxes: none works here: ${notAsked.join('; ')}`);
  for (const line of notAsked) say(`NOT ASKED: ${line}`);
  machine.loadAfter = Number((loadavg()[0] ?? 0).toFixed(2));
  const date = new Date().toISOString().slice(0, 10);
  const report = { date, programs, seed, slots, machine, notAsked, results };
  const text = sharedMarkdown(report);
  await mkdir(out, { recursive: true });
  await writeFile(join(out, `shared-${date}.md`), text);
  await writeFile(join(out, `shared-${date}.json`), `${JSON.stringify(report, undefined, 1)}\n`);
  print(text);
  const isSound = results.every(({ wrong, left }) => wrong.length === 0 && left.length === 0);
  return isSound ? 0 : 1;
});
