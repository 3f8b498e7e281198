import { test } from 'vitest';
import { proverTools } from '../../../harness/sandbox/tools/provers.ts';
import { openToolSandbox, type ToolSandbox } from '../../../harness/sandbox/tools/sandbox.ts';

/** The sandboxes with provers that work here, which whoever asked closes. One that does not is named loudly, and is a skipped test of the file that asked. */
export async function proverSandboxes(): Promise<readonly ToolSandbox[]> {
  const found: ToolSandbox[] = [];
  for (const kind of ['bubblewrap', 'docker'] as const) {
    const opened = await openToolSandbox(kind, { slots: 1, environment: process.env, tools: proverTools() }).catch(
      (error: unknown) => ({ missing: error instanceof Error ? error.message : String(error) }),
    );
    if ('missing' in opened) {
      console.warn(`NOT TESTED: provers under ${kind}: ${opened.missing}`);
      test.skip(`provers under ${kind}: ${opened.missing}`);
    } else found.push(opened);
  }
  return found;
}
