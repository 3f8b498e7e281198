import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { SourceFile } from './import-graph.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** The TypeScript files below folders of the repository. */
export function readSources(...folders: readonly string[]): SourceFile[] {
  return folders.flatMap((folder) =>
    readdirSync(`${ROOT}/${folder}`, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => ({ path: `${folder}/${name}`, text: readFileSync(`${ROOT}/${folder}/${name}`, 'utf8') })),
  );
}
