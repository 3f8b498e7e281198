import { ModelStoppedError } from '../../errors.ts';
import type { Model } from '../../types/model.ts';

/** `--replay strict`: a request whose response is not stored. It ends the run, not the trial. */
export class ReplayMissError extends ModelStoppedError {
  override readonly name = 'ReplayMissError';
}

/**
 * The model behind a store under strict replay: whatever reaches it was not stored, and it only says so. It has no
 * address and opens no socket. `onMiss` is called at each miss, for the run to end at the first.
 */
export function strictReplayModel(id: string, onMiss?: (error: ReplayMissError) => void): Model {
  return {
    id,
    isSimulated: false,
    async generate(request, { sampleKey }) {
      const last = request.messages.at(-1)?.content ?? '';
      const words = last.trim().split(/\s+/).slice(0, 12).join(' ');
      const message = `strict replay: no stored response of ${id} for a '${request.role}' request ending in "${words} …" (key ${sampleKey}); nothing was sent: leave out --replay strict to ask for it`;
      const error = new ReplayMissError(message);
      onMiss?.(error);
      throw error;
    },
  };
}
