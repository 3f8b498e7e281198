import { SandboxLostError } from '../../errors.ts';
import type { SandboxName } from '../../sandbox/choose.ts';
import { PROVER_TOOLS } from '../../sandbox/tools/provers.ts';
import { openToolSandbox, type ToolSandbox } from '../../sandbox/tools/sandbox.ts';
import type { ToolsMissing } from '../../sandbox/tools/tool-set.ts';

/**
 * The sandbox of this name with the provers in it; `auto` takes Docker where the image is there, else bubblewrap. A prover only reads
 * what a model wrote: `process` is taken where it is asked for by name. Returns why none can be had.
 */
export async function openProvers(name: SandboxName, slots: number): Promise<ToolSandbox | ToolsMissing> {
  const kinds = name === 'auto' ? (['docker', 'bubblewrap'] as const) : [name];
  const reasons: string[] = [];
  for (const kind of kinds) {
    try {
      const opened = await openToolSandbox(kind, { slots, environment: {}, tools: PROVER_TOOLS });
      if (!('missing' in opened)) return opened;
      reasons.push(`${kind}: ${opened.missing}`);
    } catch (error) {
      if (!(error instanceof SandboxLostError)) throw error;
      reasons.push(`${kind}: ${error.message}`);
    }
  }
  return { missing: reasons.join('; ') };
}
