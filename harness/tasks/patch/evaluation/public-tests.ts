import { existsSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseJsonText } from '../../../storage/json-lines.ts';
import { writeAtomically } from '../../../storage/line-file.ts';
import { z } from '../../../storage/schema.ts';

const row = z.object({ version: z.literal(1), tests: z.array(z.string()) });

/** Which tests of a repository at its base commit pass without any patch: measured once per instance and image. */
export interface PublicTests {
  /** The tests known under a key, or what `measure` finds, which is then kept. Throws what `measure` throws. */
  of(key: string, measure: () => Promise<readonly string[]>): Promise<readonly string[]>;
}

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
