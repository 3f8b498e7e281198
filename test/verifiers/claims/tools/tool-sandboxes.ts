import { openToolSandbox, type ToolSandbox } from '../../../../harness/sandbox/tools/sandbox.ts';

/** The tool sandboxes that work here; one that does not is named loudly. Whoever asked closes them. */
export async function toolSandboxes(slots: number): Promise<readonly ToolSandbox[]> {
  const found: ToolSandbox[] = [];
  for (const kind of ['bubblewrap', 'docker'] as const) {
    try {
      const opened = await openToolSandbox(kind, { slots, environment: process.env });
      if ('missing' in opened) console.warn(`NOT TESTED: checks by tools under ${kind}: ${opened.missing}`);
      else found.push(opened);
    } catch (error) {
      console.warn(`NOT TESTED: checks by tools under ${kind} (${error instanceof Error ? error.message : error})`);
    }
  }
  return found;
}
