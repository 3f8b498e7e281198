import { existsSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseJsonText } from '../../../storage/json-lines.ts';
import { writeAtomically } from '../../../storage/line-file.ts';
import { z } from '../../../storage/schema.ts';
import type { PatchProblem } from '../../../types/task.ts';
import type { LogGrade } from '../logs/grade-log.ts';
import { publicDirectivesOf } from './evaluation-script.ts';

const row = z.object({ version: z.literal(1), tests: z.array(z.string()) });

/** Which tests of a repository at its base commit pass without any patch: measured once per instance and image. */
export interface PublicTests {
  /** The tests known under a key, or what `measure` finds, which is then kept. Throws what `measure` throws. */
  of(key: string, measure: () => Promise<readonly string[]>): Promise<readonly string[]>;
}

/** The published tests that stand in files of the base commit: those of which it is measured whether they pass there. */
export const publishedTestsOf = (problem: PatchProblem): readonly string[] =>
  publicDirectivesOf(problem).length === 0 ? [] : problem.hiddenTests.passToPass;

/** Those that passed in a repository as it is. */
export const passedIn = ({ passToPass }: LogGrade): string[] =>
  passToPass.filter(({ decision }) => decision === 'passed').map(({ test }) => test);

/** The problem as a loop's tests require it: these must pass, none is to be turned. */
export const requiring = (problem: PatchProblem, passToPass: readonly string[]): PatchProblem => ({
  ...problem,
  hiddenTests: { ...problem.hiddenTests, failToPass: [], passToPass },
});

/** Keeps what was measured in files of a folder, `<key>.json`. */
export function openPublicTests(folder: string): PublicTests {
  const measured = new Map<string, Promise<readonly string[]>>();
  async function read(key: string, measure: () => Promise<readonly string[]>): Promise<readonly string[]> {
    const path = join(folder, `${key}.json`);
    if (existsSync(path)) return parseJsonText(await readFile(path, 'utf8'), path, row).tests;
    const tests = await measure();
    await mkdir(folder, { recursive: true });
    await writeAtomically(path, `${JSON.stringify({ version: 1, tests })}\n`);
    return tests;
  }
  return {
    of(key, measure) {
      const already = measured.get(key);
      if (already !== undefined) return already;
      const tests = read(key, measure);
      measured.set(key, tests);
      tests.catch(() => measured.delete(key));
      return tests;
    },
  };
}
