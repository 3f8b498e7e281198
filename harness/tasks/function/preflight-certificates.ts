import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DataError } from '../../errors.ts';
import { gradedSha256 } from '../../sandbox/executor.ts';
import { MAX_TIME_LIMIT_FACTOR } from '../../sandbox/limits.ts';
import type { ReferenceTime } from '../../sandbox/reference-times.ts';
import { whatDecides } from '../../sandbox/what-decides.ts';
import { cacheFolder, type Environment } from '../../storage/cache-folder.ts';
import { parseJsonText } from '../../storage/json-lines.ts';
import { writeAtomically } from '../../storage/line-file.ts';
import { z } from '../../storage/schema.ts';
import { readUtf8 } from '../../storage/utf8.ts';
import type { ExecutionLimits, Sandbox } from '../../types/execution.ts';
import type { Problem } from '../../types/task.ts';

const milliseconds = z.number().nonnegative();
const times = z.object({
  cpuMs: milliseconds,
  wallMs: milliseconds,
  stretch: z.object({
    cpu: z.number().min(1).max(MAX_TIME_LIMIT_FACTOR.cpu),
    wall: z.number().min(1).max(MAX_TIME_LIMIT_FACTOR.wall),
  }),
});
const certificateFile = z.record(z.string(), times);

/** What canonical solutions took where they were solved: each by a hash of all that decides that they are. */
export interface PreflightCertificates {
  readonly path: string;
  find(problem: Problem): ReferenceTime | undefined;
  /** Adds them to those that are kept. */
  keep(references: readonly ReferenceTime[], problems: readonly Problem[]): Promise<void>;
}

/**
 * Opens the certificates of this sandbox on this machine; `undefined` where nothing says what decides there. A file that cannot be read is
 * as none, and is written anew.
 */
export async function openPreflightCertificates(
  sandbox: Pick<Sandbox, 'kind' | 'imageDigest'>,
  limits: ExecutionLimits,
  environment: Environment,
  deciding = whatDecides(sandbox, limits),
): Promise<PreflightCertificates | undefined> {
  if (deciding === undefined) return undefined;
  const path = join(cacheFolder('preflight', environment), `${deciding}.json`);
  const kept = await readCertificates(path);
  // Task, solution, tests and limits: one byte changed in one of them is another key.
  const keyOf = ({ task, canonical, hiddenTests }: Problem): string =>
    gradedSha256(task, canonical, hiddenTests, limits);
  return {
    path,
    find(problem) {
      const found = kept[keyOf(problem)];
      return found && { taskId: problem.task.id, ...found };
    },
    async keep(references, problems) {
      const problemOf = new Map(problems.map((problem) => [problem.task.id, problem]));
      // What another command has kept meanwhile stays.
      const all = await readCertificates(path);
      for (const { taskId, cpuMs, wallMs, stretch } of references) {
        const problem = problemOf.get(taskId);
        if (problem !== undefined) all[keyOf(problem)] = { cpuMs, wallMs, stretch };
      }
      await mkdir(dirname(path), { recursive: true });
      await writeAtomically(path, `${JSON.stringify(all)}\n`);
    },
  };
}

async function readCertificates(path: string): Promise<z.infer<typeof certificateFile>> {
  if (!existsSync(path)) return {};
  try {
    return parseJsonText(await readUtf8(path), path, certificateFile);
  } catch (error) {
    if (error instanceof DataError) return {};
    throw error;
  }
}
