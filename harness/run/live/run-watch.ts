import type { ModelEvent } from '../../models/model-events.ts';
import type { Sampler } from '../../models/stored/sampling.ts';
import type { ArmState, LiveState } from '../../records/live-state.ts';

/** Collects what happens in a run for whoever watches it. Nothing of it is a record. */
export interface RunWatch {
  /** A line for whoever waits; on a terminal it stands in the live line until the next. */
  phase(text: string): void;
  begin(arms: readonly { readonly name: string; readonly trials: number }[], spent: () => string): void;
  done(arm: string, news: TrialNews): void;
  event(event: ModelEvent): void;
  /** The sampler with its calls counted. */
  watched(sampler: Sampler): Sampler;
  state(): LiveState;
}

/** What came of a trial, for whoever watches. */
export interface TrialNews {
  readonly isSolved: boolean | undefined;
  /** False for what was found done on resuming. */
  readonly isNew: boolean;
  /** The kind of error it ended in. */
  readonly error?: string;
}

/** `now` in milliseconds. */
export function createRunWatch(now: () => number): RunWatch {
  const startedAt = now();
  let trialsFrom = startedAt;
  let phase = 'starting';
  let arms = new Map<string, ArmState>();
  let spent = (): string => '';
  let found = 0;
  let limit: number | undefined;
  const failures: Record<string, number> = {};
  const count = { inFlight: 0, done: 0, retried: 0 };
  const waits: number[] = [];
  const fail = (kind: string): void => {
    failures[kind] = (failures[kind] ?? 0) + 1;
  };
  const total = (field: 'trials' | 'done'): number => [...arms.values()].reduce((sum, arm) => sum + arm[field], 0);
  return {
    phase(text) {
      phase = text;
    },
    begin(planned, describeSpent) {
      phase = 'trials';
      trialsFrom = now();
      spent = describeSpent;
      arms = new Map(
        planned.map(({ name, trials }) => [name, { name, trials, done: 0, solved: 0, graded: 0, errors: 0 }]),
      );
    },
    done(name, { isSolved, isNew, error }) {
      const arm = arms.get(name);
      if (arm === undefined) return;
      arm.done++;
      if (!isNew) found++;
      if (isSolved !== undefined) arm.graded++;
      if (isSolved === true) arm.solved++;
      if (error === undefined) return;
      arm.errors++;
      fail(error);
    },
    event(event) {
      if (event.kind === 'limit-change') limit = event.limit;
      if (event.kind !== 'failed-attempt') return;
      fail(event.failure);
      if (event.waitMs === undefined) return;
      count.retried++;
      waits.push(now() + event.waitMs);
    },
    watched: (sampler) => ({
      ...sampler,
      async sample(...call) {
        count.inFlight++;
        try {
          const response = await sampler.sample(...call);
          count.done++;
          return response;
        } finally {
          count.inFlight--;
        }
      },
    }),
    state() {
      const at = now();
      const [trials, done] = [total('trials'), total('done')];
      const fresh = done - found;
      const perTrial = (at - trialsFrom) / fresh;
      return {
        phase,
        elapsedMs: at - startedAt,
        trials,
        done,
        found,
        arms: [...arms.values()],
        calls: { ...count, waiting: Math.min(count.inFlight, waits.filter((until) => until > at).length) },
        limit,
        failures: { ...failures },
        spent: spent(),
        leftMs: fresh === 0 ? undefined : perTrial * (trials - done),
      };
    },
  };
}
