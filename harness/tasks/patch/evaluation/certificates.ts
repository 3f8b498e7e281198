import { existsSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseJsonText } from '../../../storage/json-lines.ts';
import { writeAtomically } from '../../../storage/line-file.ts';
import { z } from '../../../storage/schema.ts';
import type { PatchProblem } from '../../../types/task.ts';
import type { InstanceImage } from '../images/instance-image.ts';
import type { GradingRules } from '../logs/grading-rules.ts';
import { PATCH_GRADER_VERSION } from './evaluate.ts';

const certificate = z.object({
  version: z.literal(1),
  instanceId: z.string(),
  imageDigest: z.string(),
  grading: z.enum(['4', '5']),
  graderVersion: z.string(),
  /** `solved`, or the reason why not. */
  gold: z.string(),
  empty: z.string(),
  isSound: z.boolean(),
});

/** What preflight saw of an instance in an image: the gold patch must be solved there, and the repository as it is must not. */
type Certificate = z.infer<typeof certificate>;

/** `none`: preflight has not been run for this instance, image and rules. */
export type Standing = 'sound' | 'unsound' | 'none';

export interface Certificates {
  /** `undefined` where there is none for this image, these rules and this grader. */
  find(problem: PatchProblem, image: InstanceImage, grading: GradingRules): Promise<Certificate | undefined>;
  put(certificate: Certificate): Promise<void>;
}

/** Keeps certificates in files of a folder. Reading throws `DataError` for a file that holds something else. */
export function openCertificates(folder: string): Certificates {
  const pathOf = (instanceId: string, digest: string, grading: GradingRules): string =>
    join(folder, `${instanceId}.${digest.replace(/^sha256:/, '').slice(0, 16)}.${grading}.json`);
  return {
    async find({ task }, image, grading) {
      const path = pathOf(task.id, image.digest, grading);
      if (!existsSync(path)) return undefined;
      const found = parseJsonText(await readFile(path, 'utf8'), path, certificate);
      return found.imageDigest === image.digest && found.graderVersion === PATCH_GRADER_VERSION ? found : undefined;
    },
    async put(found) {
      await mkdir(folder, { recursive: true });
      const path = pathOf(found.instanceId, found.imageDigest, found.grading);
      await writeAtomically(path, `${JSON.stringify(found, undefined, 2)}\n`);
    },
  };
}

/** How an instance stands in the image it is graded in. */
export async function standingOf(
  certificates: Certificates,
  problem: PatchProblem,
  image: InstanceImage | undefined,
  grading: GradingRules,
): Promise<Standing> {
  const found = image === undefined ? undefined : await certificates.find(problem, image, grading);
  if (found === undefined) return 'none';
  return found.isSound ? 'sound' : 'unsound';
}
