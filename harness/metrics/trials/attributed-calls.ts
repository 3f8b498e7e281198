import { createHashNumbers } from '../../storage/hash-numbers.ts';
import type { CallRecord, RecordedTrial, Step } from '../../types/record.ts';

/** One model call with where it stands in its trial and whether it was the first to use its answer. */
export interface AttributedCall {
  /** The step it led to; `undefined` for a call after the last finished step. */
  readonly step: Step | undefined;
  readonly call: CallRecord;
  /** The first call of its trial with this key: counted in tokens and `costUsd`. */
  readonly isFirstInTrial: boolean;
  /** The first call of the run with this key: counted in `paidUsd`. */
  readonly isFirstInRun: boolean;
}

/** A trial with its calls in the order in which they were made. */
export interface AttributedTrial extends RecordedTrial {
  readonly calls: readonly AttributedCall[];
}

/**
 * The trials of a run, which must come in plan order: what is shared depends on the records alone, so never on how trials were scheduled.
 * `used` numbers the keys as they come.
 */
export function* attributeCalls(
  trials: Iterable<RecordedTrial>,
  used = createHashNumbers(),
): Generator<AttributedTrial> {
  for (const trial of trials) {
    yield attribute(trial, (key) => {
      const before = used.count;
      return used.of(key) === before;
    });
  }
}

/** One trial; `isFirstInRun` is asked for each of its calls once, in order. */
export function attribute(
  trial: RecordedTrial,
  isFirstInRun: (key: string, index: number) => boolean,
): AttributedTrial {
  const { steps, unfinishedCalls } = trial.trajectory;
  const usedInTrial = new Set<string>();
  const calls: AttributedCall[] = [];
  const add = (step: Step | undefined, call: CallRecord): void => {
    const isFirstInTrial = !usedInTrial.has(call.key);
    usedInTrial.add(call.key);
    calls.push({ step, call, isFirstInTrial, isFirstInRun: isFirstInRun(call.key, calls.length) });
  };
  for (const step of steps) for (const call of step.calls ?? []) add(step, call);
  for (const call of unfinishedCalls) add(undefined, call);
  return { ...trial, calls };
}
