import { existsSync, readFileSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parseJsonText } from '../../../storage/json-lines.ts';
import { writeAtomically } from '../../../storage/line-file.ts';
import { z } from '../../../storage/schema.ts';
import { NO_IMAGE_CAUSES, type NoImageCause } from '../unsound-causes.ts';

/** What stood in the way of an instance's image when it was last to be made. */
interface FailedAttempt {
  readonly cause: NoImageCause;
  /** A sentence, or the decisive line of the build's log. */
  readonly why: string;
}

const attemptFile = z.object({
  version: z.literal(1),
  /** The name that the image would have had: a changed recipe has not been tried. */
  image: z.string(),
  cause: z.enum(NO_IMAGE_CAUSES),
  why: z.string(),
});

const pathOf = (logs: string, instanceId: string): string => join(logs, 'attempts', `${instanceId}.json`);

/** Remembers in the folder of build logs that an instance's image could not be made, and why. */
export async function keepAttempt(
  logs: string,
  instanceId: string,
  image: string,
  { cause, why }: FailedAttempt,
): Promise<void> {
  const path = pathOf(logs, instanceId);
  await mkdir(dirname(path), { recursive: true });
  await writeAtomically(path, `${JSON.stringify({ version: 1, image, cause, why }, undefined, 1)}\n`);
}

/** Its image is there now. */
export const forgetAttempt = (logs: string, instanceId: string): Promise<void> =>
  rm(pathOf(logs, instanceId), { force: true });

/**
 * The last attempt at an image of this name, where it failed; `undefined` when there was none. Throws `DataError` for a file that holds
 * something else.
 */
export function failedAttempt(logs: string, instanceId: string, image: string): FailedAttempt | undefined {
  const path = pathOf(logs, instanceId);
  if (!existsSync(path)) return undefined;
  const { image: tried, cause, why } = parseJsonText(readFileSync(path, 'utf8'), path, attemptFile);
  return tried === image ? { cause, why } : undefined;
}
