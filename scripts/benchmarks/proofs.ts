import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describeMachine } from '../../harness/benchmarks/machine.ts';
import { measureProofs, proofsMarkdown } from '../../harness/benchmarks/proofs.ts';
import * as flags from '../../harness/command-line.ts';
import { loadContractDataset } from '../../harness/loading/load-dataset.ts';
import { findPython } from '../../harness/sandbox/runner/python.ts';
import { requireProvers } from '../../harness/tasks/contract/open-provers.ts';

const command = flags
  .createCommand('benchmark:proofs', 'Proofs a second through the harness, beside a bare loop over the same files.')
  .option('--at-once <n>', 'proofs at a time', flags.wholeNumber(1), 2)
  .option('--limit <n>', 'only the first so many tasks', flags.wholeNumber(1))
  .option('--out <folder>', 'where proofs-DATE.md is written', 'results/benchmarks');

await flags.runCommand(command, async () => {
  const { atOnce, limit, out } = command.opts<{ atOnce: number; limit?: number; out: string }>();
  const { problems } = await loadContractDataset('kata-proved', { environment: process.env });
  const { sandbox } = await requireProvers('kata-proved', { sandbox: 'bubblewrap' }, atOnce);
  try {
    const { path } = await findPython();
    const times = await measureProofs(problems.slice(0, limit), sandbox, atOnce, () => performance.now());
    const report = `${proofsMarkdown(times, sandbox.kind, { ...describeMachine(path), 'at a time': String(atOnce) })}\n`;
    await mkdir(out, { recursive: true });
    await writeFile(join(out, `proofs-${new Date().toISOString().slice(0, 10)}.md`), report);
    console.log(report);
  } finally {
    await sandbox.close();
  }
  return 0;
});
