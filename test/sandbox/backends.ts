import { execFileSync } from 'node:child_process';
import { createBubblewrapSandbox } from '../../harness/sandbox/bubblewrap.ts';
import { chooseSandbox } from '../../harness/sandbox/choose.ts';
import { createProcessSandbox } from '../../harness/sandbox/process.ts';
import type { Sandbox } from '../../harness/types/execution.ts';

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

/** Command lines of the runners this process has started and that still run, and of whatever holds `mark` in its own. */
export function leftOver(mark: string): readonly string[] {
  const list = execFileSync('ps', ['-eo', 'ppid,args'], { encoding: 'utf8' }).split('\n');
  return list.filter(
    (line) => line.includes(mark) || (line.includes('runner.py') && Number.parseInt(line, 10) === process.pid),
  );
}
