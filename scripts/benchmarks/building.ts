import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { astEvasions } from '../../harness/benchmarks/building/ast-evasions.ts';
import { plantedTable, rolesTable } from '../../harness/benchmarks/building/building-tables.ts';
import { openRoles, type RolesRow } from '../../harness/benchmarks/building/hostile-roles.ts';
import { misreported, plantedTasks } from '../../harness/benchmarks/building/planted.ts';
import { HOSTILE_TO_GRADER } from '../../harness/benchmarks/programs/hostile-programs.ts';
import * as flags from '../../harness/command-line.ts';
import { createLimiter } from '../../harness/concurrency.ts';
import { UsageError } from '../../harness/errors.ts';
import { loadDataset } from '../../harness/loading/load-dataset.ts';
import { createProgress, standardProgress } from '../../harness/progress.ts';
import { chooseSandbox } from '../../harness/sandbox/choose.ts';
import { print, say } from '../../harness/terminal.ts';

const SLOTS = 2;

const command = flags
  .createCommand('benchmark:building', 'What the measures and the walls of built datasets are worth.')
  .argument(
    '<what>',
    'planted: faults that were put in, and what is reported; hostile: programs in every role of a build',
  )
  .option('--tasks <n>', 'planted tasks, made from kata', flags.wholeNumber(1), 1000)
  .option('--only <text>', 'hostile programs whose description contains this text')
  .option('--out <folder>', 'where WHAT-DATE.md is written', 'results/benchmarks');

interface BuildingFlags {
  readonly tasks: number;
  readonly only?: string;
  readonly out: string;
}

await flags.runCommand(command, async () => {
  const [what = ''] = command.args;
  const options = command.opts<BuildingFlags>();
  const work = { planted, hostile }[what];
  if (work === undefined) throw new UsageError(`${what}: expected planted or hostile`);
  const { text, isSound } = await work(options);
  print(text);
  if (options.only === undefined) {
    await mkdir(options.out, { recursive: true });
    const date = flags.machine.date().toISOString().slice(0, 10);
    await writeFile(join(options.out, `built-${what}-${date}.md`), `${text}\n`);
  }
  return isSound ? 0 : 1;
});

async function planted({ tasks: count }: BuildingFlags) {
  const { problems } = await loadDataset('kata', { environment: flags.machine.environment });
  const tasks = plantedTasks(problems, count);
  const sandbox = await chooseSandbox('auto', { slots: SLOTS, needsIsolation: true });
  const progress = createProgress('planted tasks', count, standardProgress);
  const limit = createLimiter(SLOTS);
  try {
    const found = await Promise.all(
      tasks.map((task) =>
        limit(async () => {
          const one = await misreported(task, sandbox);
          progress.done(undefined);
          return one;
        }),
      ),
    );
    progress.finish();
    const title = `# Planted faults in ${count} tasks made from kata, and what is reported (${sandbox.kind})`;
    const isSound = found.every(({ faults }) => faults.length === 0);
    return { text: [title, plantedTable(tasks, found)].join('\n\n'), isSound };
  } finally {
    await sandbox.close();
  }
}

async function hostile({ only = '' }: BuildingFlags) {
  const parts = ['# Hostile programs in every role of a build'];
  let isSound = true;
  for (const kind of ['bubblewrap', 'docker'] as const) {
    const rows: RolesRow[] = [];
    const open = () => chooseSandbox(kind, { slots: SLOTS, needsIsolation: true });
    const asker = await openRoles(open, (hostFile) => [...astEvasions(hostFile), ...HOSTILE_TO_GRADER]).catch(
      (error: unknown) => {
        if (error instanceof UsageError) return undefined;
        throw error;
      },
    );
    if (asker === undefined) {
      parts.push(`**Not asked: ${kind} (it does not work here)**`);
      continue;
    }
    try {
      for (const program of asker.programs.filter(({ name }) => name.includes(only))) {
        const row = await asker.ask(program);
        rows.push(row);
        say(`${kind}: ${row.name}: ${row.did.submission}, ${row.harm.join('; ') || 'no harm'}`);
      }
    } finally {
      await asker.close();
    }
    isSound &&= rows.every(({ harm }) => harm.length === 0);
    parts.push(`## In ${kind}`, rolesTable(rows));
  }
  return { text: parts.join('\n\n'), isSound };
}
