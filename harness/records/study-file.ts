import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseJsonText } from '../storage/json-lines.ts';
import { readUtf8 } from '../storage/utf8.ts';
import { type ReplicatedStudy, replicatedStudyShape } from '../types/study.ts';

/** The study that a run replicates; absent from other runs. */
export const STUDY_FILE = 'study.json';

/** The study in a run's folder; nothing where the run replicates none. Throws `DataError` for a file that does not fit. */
export async function readStudyOf(folder: string): Promise<{ readonly study?: ReplicatedStudy }> {
  const path = join(folder, STUDY_FILE);
  return existsSync(path) ? { study: parseJsonText(await readUtf8(path), path, replicatedStudyShape) } : {};
}
