import { isRecorded } from '../models/recorded/replay.ts';
import { kindOf } from './kinds.ts';

interface StudyOptions {
  readonly dataset: string;
  readonly model: string;
  readonly maxOutputTokens: number;
}

/** A study's options with what its kind of task has otherwise where no flag was given and no recording answers. Throws as `kindOf`. */
export async function withKindDefaults<Options extends StudyOptions>(
  options: Options,
  isGiven: (flag: string) => boolean,
  datasetsFolder?: string,
): Promise<Options & { readonly isMaxSandboxesGiven: boolean }> {
  const { maxOutputTokens } = await kindOf(options.dataset, datasetsFolder);
  const asked = { ...options, isMaxSandboxesGiven: isGiven('maxSandboxes') };
  const isOwn = maxOutputTokens !== undefined && !isGiven('maxOutputTokens') && !isRecorded(options.model);
  return isOwn ? { ...asked, maxOutputTokens } : asked;
}
