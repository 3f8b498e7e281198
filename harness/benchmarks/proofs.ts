import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLimiter } from '../concurrency.ts';
import type { ToolSandbox } from '../sandbox/tools/sandbox.ts';
import { LANGUAGES } from '../tasks/contract/languages.ts';
import { markdownTable } from '../text/markdown-table.ts';
import type { ContractProblem } from '../types/task.ts';
import type { Prover } from '../verifiers/prover/prover.ts';
import { createProofRunner, PROOF_BOUNDS } from '../verifiers/prover/run.ts';

/** The same files proved by a bare loop over the tools and by the harness, so many at a time. */
interface ProofTimes {
  readonly prover: string;
  readonly files: number;
  readonly bareMs: number;
  readonly harnessMs: number;
}

interface ProofFile {
  readonly prover: Prover;
  readonly program: string;
}

/** A block of files is proved by both, each first in every other block, so that whatever else the machine does meets both. */
const BLOCK = 4;

/** Proves each task's own body in both ways; times by prover. Throws where a bare tool cannot be started, and `SandboxLostError`. */
export async function measureProofs(
  problems: readonly ContractProblem[],
  sandbox: ToolSandbox,
  slots: number,
  now: () => number,
): Promise<readonly ProofTimes[]> {
  const files = problems.flatMap(({ task, canonical }): ProofFile[] => {
    const { prover, splice } = LANGUAGES[task.language];
    const spliced = splice(canonical, task.contract);
    return spliced.status === 'admitted' ? [{ prover, program: spliced.program }] : [];
  });
  const limiter = createLimiter(slots);
  const timed = async (block: readonly ProofFile[], prove: (file: ProofFile) => Promise<unknown>): Promise<number> => {
    const began = now();
    await Promise.all(block.map((file) => limiter(() => prove(file))));
    return now() - began;
  };
  const byProver = Map.groupBy(files, ({ prover }) => prover.name);
  const times: ProofTimes[] = [];
  for (const [prover, own] of byProver) {
    const runner = createProofRunner(sandbox);
    const bare = { prove: proveBare, ms: 0 };
    const harness = { prove: ({ prover: asked, program }: ProofFile) => runner.prove(asked, program), ms: 0 };
    // The tools come from the disk once, which is nobody's time.
    await Promise.all(own.slice(0, 1).map(proveBare));
    for (let place = 0; place < own.length; place += BLOCK) {
      const block = own.slice(place, place + BLOCK);
      const sides = [bare, harness];
      for (const side of place % (2 * BLOCK) === 0 ? sides : sides.toReversed())
        side.ms += await timed(block, side.prove);
    }
    const [bareMs, harnessMs] = [bare.ms, harness.ms];
    times.push({ prover, files: own.length, bareMs, harnessMs });
  }
  return times;
}

/** The tool's own commands, one after the other, in a folder that holds the program. */
async function proveBare({ prover, program }: ProofFile): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'lucid-bench-proof-'));
  try {
    for (const [name, text] of Object.entries({ ...prover.files, [prover.fileName]: program }))
      await writeFile(join(folder, name), text);
    for (const { argv, isEnoughIfZero } of prover.commands(PROOF_BOUNDS)) {
      if ((await exitOf(argv, folder)) === 0 && isEnoughIfZero) return;
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function exitOf([command = '', ...rest]: readonly string[], cwd: string): Promise<number | null> {
  return new Promise((resolve, reject) => {
    // A session of its own, as in a sandbox: Linux shares a busy machine's cores among sessions.
    const child = spawn(command, rest, { cwd, stdio: 'ignore', detached: true });
    child.on('error', reject);
    child.on('close', resolve);
  });
}

/** A table of proofs a second, and how much longer the harness takes. */
export function proofsMarkdown(
  times: readonly ProofTimes[],
  sandbox: string,
  facts: Readonly<Record<string, string | number | boolean>>,
): string {
  const second = (files: number, ms: number): string => (files / (ms / 1000)).toFixed(2);
  return [
    '# Proofs a second',
    'Each task’s own body of kata-proved, proved by a bare loop over the installed tools and by the harness, in blocks that take turns, each way first in every other block.',
    Object.entries(facts)
      .map(([name, value]) => `- ${name}: ${value}`)
      .join('\n'),
    markdownTable({
      header: ['prover', 'files', 'bare loop, proofs/s', `harness (${sandbox}), proofs/s`, 'wall time, harness / bare'],
      rows: times.map(({ prover, files, bareMs, harnessMs }) => [
        ...[prover, String(files), second(files, bareMs), second(files, harnessMs)],
        (harnessMs / bareMs).toFixed(2),
      ]),
    }),
  ].join('\n\n');
}
