import { UsageError } from '../../errors.ts';
import type { InputForm } from '../oracle.ts';
import type { RecordedBuild } from '../recorded/build-recording.ts';
import type { TextForm } from '../texts.ts';

/** What a build is made by. */
interface MadeBy {
  readonly from?: RecordedBuild['manifest']['identity']['from'];
  readonly text: TextForm;
  readonly inputs: InputForm;
  readonly maxOutputTokens: number;
  readonly modelSeed?: number;
  readonly tasks?: readonly string[];
}

/** Flags that a recorded build answers for. */
const RECORDED = {
  from: '--from',
  text: '--text',
  inputs: '--inputs',
  maxOutputTokens: '--max-output-tokens',
  modelSeed: '--model-seed',
} as const;

/** Flags that choose texts: a recorded build has its own. */
const CHOOSING = { texts: '--texts', tasks: '--tasks', limit: '--limit' } as const;

/** Options of a build that replays a recorded one: of the same texts, by the same flags. Throws `UsageError` for a flag that asks for others. */
export function withRecordedFlags<Options extends MadeBy>(
  options: Options,
  { manifest: { study, identity } }: RecordedBuild,
  isGiven: (flag: string) => boolean,
): Options {
  for (const [name, flag] of Object.entries(CHOOSING)) {
    if (!isGiven(name)) continue;
    throw new UsageError(
      `${flag}: the recorded build ${study} is of its own ${identity.taskIds.length} texts; leave it out`,
    );
  }
  const { from, text, inputs, maxOutputTokens, modelSeed, taskIds } = identity;
  const recorded = { from, text, inputs, maxOutputTokens, ...(modelSeed === undefined ? {} : { modelSeed }) };
  for (const [name, flag] of Object.entries(RECORDED)) {
    const [given, before] = [options[name as keyof typeof RECORDED], recorded[name as keyof typeof recorded]];
    if (!isGiven(name) || given === before) continue;
    throw new UsageError(
      `${flag} ${given}: the recorded build ${study} was made with ${before ?? 'none'}; leave it out`,
    );
  }
  return { ...options, ...recorded, tasks: taskIds };
}
