import { NotRecordedError } from '../../errors.ts';
import type { Model } from '../../types/model.ts';
import type { ResponseStore } from '../stored/sampling.ts';

/** What answers in a model's place: the recording of a study, or of a build. */
export interface RecordedAnswers {
  readonly manifest: { readonly study: string; readonly identity: { readonly model: string } };
  /** Of its list of sums. */
  readonly contentSha256: string;
  /** Its answers; nothing is ever put into it. */
  readonly store: ResponseStore;
}

/**
 * The model behind a recording, or its critic by its `id`: its id is the recorded model's, so that sample keys are the same. Whatever reaches it is
 * not recorded, and it only says so: it has no address and opens no socket.
 */
export function recordedModel({ manifest, contentSha256 }: RecordedAnswers, id = manifest.identity.model): Model {
  return {
    id,
    isSimulated: false,
    contentSha256,
    async generate({ role }, { sampleKey }) {
      throw new NotRecordedError(
        `the recording ${manifest.study} holds no answer to this '${role}' request (key ${sampleKey}): its prompt or settings are not those that were recorded`,
      );
    },
  };
}

/** A store in front of which stand the answers of a recording: only what it does not hold is looked up and stored. */
export function behindRecording(recording: RecordedAnswers, store: ResponseStore): ResponseStore {
  return {
    get: async (key) => (await recording.store.get(key)) ?? store.get(key),
    put: store.put,
  };
}
