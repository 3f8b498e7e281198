import { UsageError } from '../errors.ts';
import { checkModelKind } from '../models/providers/model-from-id.ts';
import type { Recording } from '../models/recorded/read-recording.ts';
import { isRecorded } from '../models/recorded/replay.ts';
import type { LoadedCondition } from './load-conditions.ts';

interface CriticChoice {
  /** As `--critic` gives it. */
  readonly critic?: string | undefined;
  readonly model: string;
}

/** Which model answers for critics, as it is resolved. */
export interface CriticModel {
  /** An id such as `--model` takes. */
  readonly model: string;
  /** In a replay: the recorded critic. */
  readonly recordedAs?: string;
}

/**
 * The second model of a run: that of `--critic`, in a replay the recorded one; `undefined` where one model answers everything. Throws
 * `UsageError` where no arm has a critic, and where the id has no known form.
 */
export function criticOf(
  { critic, model }: CriticChoice,
  conditions: readonly LoadedCondition[],
  replayed: Recording | undefined,
): CriticModel | undefined {
  if (replayed !== undefined) {
    const { critic: recordedAs } = replayed.manifest.identity;
    if (critic !== undefined && critic !== recordedAs)
      throw new UsageError(`--critic ${critic}: ${model} answers for its own critic; leave the flag out`);
    return recordedAs === undefined ? undefined : { model, recordedAs };
  }
  if (critic === undefined) return undefined;
  checkModelKind(critic);
  if (isRecorded(critic)) throw new UsageError(`--critic ${critic}: expected a model, not a recording`);
  if (conditions.every(({ condition: { criticRoles = [] } }) => criticRoles.length === 0)) {
    const names = conditions.map(({ identity }) => identity.name).join(', ');
    throw new UsageError(
      `--critic ${critic}: no arm of ${names} has a critic; expected one that has, such as codegrad`,
    );
  }
  return { model: critic };
}
