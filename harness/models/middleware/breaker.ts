import { LimitError, ModelStoppedError } from '../../errors.ts';
import type { Model } from '../../types/model.ts';
import { TransportError } from '../providers/transport-error.ts';

/**
 * Stops a model when the same non-retryable error came `threshold` times in a row (a wrong key, an unknown model, an
 * empty account): from then on every call throws one clear `ModelStoppedError` and nothing is sent. `onStop` is called
 * once, for the run to end.
 */
export function withBreaker(model: Model, onStop?: (error: ModelStoppedError) => void, threshold = 3): Model {
  let last = '';
  let inARow = 0;
  let stopped: ModelStoppedError | undefined;
  const count = (error: TransportError): void => {
    const signature = withoutNumbers(error.message);
    inARow = signature === last ? inARow + 1 : 1;
    last = signature;
    if (inARow < threshold || stopped !== undefined) return;
    const message = `the same error ${inARow} times in a row, no further calls are made: ${error.message}; fix it, then rerun with --resume`;
    stopped = new ModelStoppedError(message);
    onStop?.(stopped);
  };
  return {
    id: model.id,
    isSimulated: model.isSimulated,
    async generate(request, options) {
      if (stopped !== undefined) throw stopped;
      try {
        const response = await model.generate(request, options);
        inARow = 0;
        return response;
      } catch (error) {
        if (error instanceof TransportError && !error.isRetryable) count(error);
        // A prompt that is too long was understood: the model is there.
        if (error instanceof LimitError) inARow = 0;
        throw error;
      }
    },
  };
}

/** Request ids and counts differ between equal errors. */
const withoutNumbers = (message: string): string => message.replaceAll(/\breq_\w+|[\da-f]{8,}|\d+/gi, '#');
