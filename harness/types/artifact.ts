/** What a method adds to its attempts, in shapes of its own. */

import { DataError } from '../errors.ts';
import type { z } from '../storage/schema.ts';
import type { Artifact } from './attempt.ts';
import type { Step } from './record.ts';

/** A kind of artifact: made by the method that declares it, read by whoever imports it from there. Nothing is registered. */
export interface ArtifactKind<Value> {
  readonly kind: string;
  /** The artifact, for `yield { candidate, artifacts: [critique.of(text)] }`. Throws where the value does not fit. */
  of(value: Value): Artifact;
  /** The artifact of a recorded step; `undefined` where it has none. Throws `DataError` where what is stored does not fit. */
  in(step: Step): Value | undefined;
}

/**
 * Declares a kind of artifact. It is stored as a field of the step, called as the kind; who does not know the kind keeps it as it is.
 * `type` must change nothing it reads: what was stored is given back as it stands.
 */
export function defineArtifact<Value>(kind: string, type: z.ZodType<Value>): ArtifactKind<Value> {
  const checked = new WeakSet<object>();
  const fits = (value: unknown): value is Value => {
    const isObject = typeof value === 'object' && value !== null;
    if (isObject && checked.has(value)) return true;
    const isFitting = type.safeParse(value).success;
    if (isFitting && isObject) checked.add(value);
    return isFitting;
  };
  const whyNot = (value: unknown): string => {
    const issue = type.safeParse(value).error?.issues[0];
    return `field ${[kind, ...(issue?.path ?? [])].join('.')}: ${issue?.message ?? 'does not fit'}`;
  };
  return {
    kind,
    of(value) {
      if (!fits(value)) throw new Error(`an artifact of kind ${kind}: ${whyNot(value)}`);
      return { kind, value };
    },
    in(step) {
      const value = step[kind];
      if (value === undefined) return undefined;
      if (fits(value)) return value;
      throw new DataError(`step ${step.index} of a trajectory: ${whyNot(value)}`);
    },
  };
}
