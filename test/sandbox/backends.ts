import { execFileSync } from 'node:child_process';
import type { Sandbox } from '../../harness/types.ts';
import { createBubblewrapSandbox } from '../../harness/sandbox/bubblewrap.ts';
import { chooseSandbox } from '../../harness/sandbox/choose.ts';
import { createProcessSandbox } from '../../harness/sandbox/process.ts';

export interface Backend {
  readonly kind: Sandbox['kind'];
  readonly create: (slots: number) => Promise<Sandbox>;
}

async function hasBubblewrap(): Promise<boolean> {
  try {
    const sandbox = await chooseSandbox('bubblewrap', { slots: 1, needsIsolation: true });
    await sandbox.close();
    return true;
  } catch (error) {
    console.warn(`NOT TESTED: the bubblewrap sandbox (${error instanceof Error ? error.message : error})`);
    return false;
  }
}

/** The backends that work here; one that does not is named loudly. */
export async function backends(): Promise<readonly Backend[]> {
  const all: Backend[] = [{ kind: 'process', create: (slots) => createProcessSandbox({ slots }) }];
  if (await hasBubblewrap()) all.push({ kind: 'bubblewrap', create: (slots) => createBubblewrapSandbox({ slots }) });
  return all;
}

/** Processes of runner.py on this machine, by their command line. */
export function runnerProcesses(): number {
  const list = execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' });
  return list.split('\n').filter((line) => line.includes('sandbox/runner.py') || line.includes(' /runner.py')).length;
}
