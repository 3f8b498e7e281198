import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { System, SystemRound } from './system.ts';

/** Where the drivers of other evaluators lie. */
export const PEERS_FOLDER: string = fileURLToPath(new URL('./peers/', import.meta.url));

/** The interpreter of the virtual environment that `LUCID_BENCH_PEERS` names; `undefined` when there is none. */
export function findPeersPython(environment: Readonly<Record<string, string | undefined>>): string | undefined {
  const python = join(environment.LUCID_BENCH_PEERS ?? '', 'bin/python');
  return environment.LUCID_BENCH_PEERS !== undefined && existsSync(python) ? python : undefined;
}

/** An evaluator that a Python driver runs, one round for each line it is sent. Throws when the driver does not start. */
export async function openPeer(
  { name, verdicts }: Pick<System, 'name' | 'verdicts'>,
  python: string,
  driver: string,
  files: readonly string[],
): Promise<System> {
  const child = spawn(python, ['-B', join(PEERS_FOLDER, driver), ...files], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async (): Promise<unknown> => {
    const { value, done } = await lines.next();
    if (done) throw new Error(`${name} ended: ${driver}`);
    return JSON.parse(value);
  };
  await next();
  return {
    name,
    verdicts,
    async round() {
      child.stdin.write('\n');
      return (await next()) as SystemRound;
    },
    async close() {
      const gone = new Promise((resolve) => child.on('exit', resolve));
      child.stdin.end();
      await gone;
    },
  };
}
