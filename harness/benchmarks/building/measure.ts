import { createLimiter } from '../../concurrency.ts';
import { UsageError } from '../../errors.ts';
import { loadDataset } from '../../loading/load-dataset.ts';
import { createProgress, standardProgress } from '../../progress.ts';
import { chooseSandbox } from '../../sandbox/choose.ts';
import type { Environment } from '../../storage/cache-folder.ts';
import { HOSTILE } from '../programs/hostile-programs.ts';
import { astEvasions } from './ast-evasions.ts';
import { plantedTable, rolesTable } from './building-tables.ts';
import { openRoles, type RolesRow } from './hostile-roles.ts';
import { misreported, plantedTasks } from './planted.ts';

/** Executions at a time. */
export const SLOTS = 2;

/** A page, and whether all on it is as it should be. */
export interface Measured {
  readonly text: string;
  readonly isSound: boolean;
}

/** Plants faults into so many tasks and asks what is reported. */
export async function measurePlanted(count: number, environment: Environment): Promise<Measured> {
  const { problems } = await loadDataset('kata', { environment });
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

/** The sandboxes that isolate a program. */
export const ISOLATING = ['bubblewrap', 'docker'] as const;

/** Asks hostile programs whose description contains a text in every role, in each of these sandboxes; `say` is told of each. */
export async function measureHostile(
  kinds: readonly (typeof ISOLATING)[number][],
  only: string,
  say: (line: string) => void,
): Promise<Measured> {
  const parts = ['# Hostile programs in every role of a build'];
  let isSound = true;
  for (const kind of kinds) {
    const rows: RolesRow[] = [];
    const open = () => chooseSandbox(kind, { slots: SLOTS, needsIsolation: true });
    const asker = await openRoles(open, (hostFile) => [...astEvasions(hostFile), ...HOSTILE]).catch(
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
