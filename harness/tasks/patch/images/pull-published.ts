import { setTimeout as sleep } from 'node:timers/promises';
import { messageOf } from '../../../errors.ts';
import type { PatchProblem } from '../../../types/task.ts';
import type { BuildSite } from './build-layer.ts';
import { markedName, publishedName } from './published-image.ts';

/** Why an image could not be pulled. */
type PullFault = 'pull-limit' | 'unreachable' | 'no-such-image' | 'other';

export function pullFaultOf(words: string): PullFault {
  if (/toomanyrequests|rate limit|\b429\b/i.test(words)) return 'pull-limit';
  if (/manifest unknown|not found|repository does not exist|pull access denied/i.test(words)) return 'no-such-image';
  const silence =
    /no such host|dial tcp|i\/o timeout|timeout|deadline exceeded|refused|reset by peer|unreachable|EOF|TLS|x509|50[0-4]|ECONN|ENOTFOUND/i;
  return silence.test(words) ? 'unreachable' : 'other';
}

const SENTENCES: Readonly<Record<PullFault, string>> = {
  'pull-limit': 'the registry refuses more pulls for now (log in, or go on later)',
  unreachable: 'the registry does not answer',
  'no-such-image': 'the registry has no such image',
  other: 'the image could not be pulled',
};

/** Pauses before a pull is tried again, where that may help. */
const PAUSES_MS = [2_000, 10_000, 30_000];

export interface PullOptions {
  /** A copy of Docker's own registry. */
  readonly registry?: string | undefined;
  readonly pausesMs?: readonly number[];
}

type Pulled =
  | { readonly status: 'there' | 'pulled'; readonly image: string; readonly ownBytes: number }
  | { readonly status: 'image-missing'; readonly why: string };

/**
 * Pulls an instance's published image and marks it as pulled by us. A registry that cannot be reached, or has had enough, is asked again
 * after pauses; then the image is missing, which is no failure of anybody's patch.
 */
export async function pullPublished(
  { engine, say, signal }: Pick<BuildSite, 'engine' | 'say' | 'signal'>,
  { task }: PatchProblem,
  { registry, pausesMs = PAUSES_MS }: PullOptions = {},
): Promise<Pulled> {
  const name = publishedName(task.id, registry);
  const there = await engine.image(name);
  if (there !== undefined) return { status: 'there', image: name, ownBytes: there.sizeBytes };
  for (const pauseMs of [...pausesMs, undefined]) {
    try {
      await engine.images.pull(name, () => {}, signal);
      await engine.images.tag(name, markedName(task.id));
      const image = await engine.image(name);
      return { status: 'pulled', image: name, ownBytes: image?.sizeBytes ?? 0 };
    } catch (error) {
      signal.throwIfAborted();
      const words = messageOf(error);
      const fault = pullFaultOf(words);
      const why = `${SENTENCES[fault]}: ${words}`;
      const mayPass = fault === 'pull-limit' || fault === 'unreachable';
      if (!mayPass || pauseMs === undefined) return { status: 'image-missing', why };
      say(`${task.id}: ${why}; again in ${pauseMs / 1000} s`);
      await sleep(pauseMs, undefined, { signal });
    }
  }
  return { status: 'image-missing', why: SENTENCES.other };
}
