import { setTimeout as sleep } from 'node:timers/promises';
import { messageOf } from '../../../errors.ts';
import type { PatchProblem } from '../../../types/task.ts';
import type { BuildSite } from './build-layer.ts';
import { markedName, publishedName } from './published-image.ts';

/** Why an image could not be pulled. */
type PullFault = 'pull-limit' | 'refused' | 'unreachable' | 'no-such-image' | 'other';

/** Reads the daemon's words; they hold the registry's own where it gave any. */
export function pullFaultOf(words: string): PullFault {
  if (/toomanyrequests|rate limit|\b429\b/i.test(words)) return 'pull-limit';
  const absence =
    /manifest unknown|name unknown|not found|repository does not exist|pull access denied|\bHTTP (?:status: )?404\b/i;
  if (absence.test(words)) return 'no-such-image';
  if (/unauthorized|\bdenied\b|no basic auth credentials|forbidden|\b40[13]\b/i.test(words)) return 'refused';
  const silence =
    /no such host|dial tcp|i\/o timeout|timeout|deadline exceeded|refused|reset by peer|unreachable|EOF|TLS|x509|50[0-4]|ECONN|ENOTFOUND/i;
  return silence.test(words) ? 'unreachable' : 'other';
}

const SENTENCES: Readonly<Record<PullFault, string>> = {
  'pull-limit': 'the registry refuses more pulls for now (log in, or go on later)',
  refused: 'the registry refuses to give the image (log in with docker login, or name another one with --registry)',
  unreachable: 'the registry does not answer',
  'no-such-image': 'the registry has no such image',
  other: 'the image could not be pulled',
};

/** A registry may answer with a page. */
const MOST_WORDS = 300;

/** Pauses before a pull is tried again, where that may help. */
const PAUSES_MS = [2_000, 10_000, 30_000];

export interface PullOptions {
  /** A copy of Docker's own registry. */
  readonly registry?: string | undefined;
  readonly pausesMs?: readonly number[];
}

type Pulled =
  | { readonly status: 'there' | 'pulled'; readonly image: string; readonly ownBytes: number }
  | { readonly status: 'image-missing'; readonly cause: 'not-pulled'; readonly why: string };

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
      const words = messageOf(error).replace(/\s+/g, ' ').trim().slice(0, MOST_WORDS);
      const fault = pullFaultOf(words);
      const why = `${SENTENCES[fault]}: ${words}`;
      const mayPass = fault === 'pull-limit' || fault === 'unreachable';
      if (!mayPass || pauseMs === undefined) return { status: 'image-missing', cause: 'not-pulled', why };
      say(`${task.id}: ${why}; again in ${pauseMs / 1000} s`);
      await sleep(pauseMs, undefined, { signal });
    }
  }
  return { status: 'image-missing', cause: 'not-pulled', why: SENTENCES.other };
}
