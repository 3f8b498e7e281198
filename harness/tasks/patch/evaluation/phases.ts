/**
 * What an evaluation's time goes into, in this order: a container is made and set up, the patch is applied, the package is installed and the
 * tests are brought, the tests run, their log is read, the container is removed. Only `install` and `tests` are the repository's own work.
 */
export const PHASES = ['create', 'apply', 'install', 'tests', 'log', 'remove'] as const;

export type Phase = (typeof PHASES)[number];

/** Seconds by phase; what did not happen is absent (no patch: no `apply`; a patch that does not apply: no `tests`). */
export type PhaseSeconds = Readonly<Partial<Record<Phase, number>>>;

/** Measures one evaluation. */
export interface PhaseClock {
  /** Runs work and adds its time to the phase, also when it throws. */
  during<T>(phase: Phase, work: () => Promise<T>): Promise<T>;
  /** Forgets what was measured: the evaluation begins again in another container. */
  restart(): void;
  /** In hundredths. */
  seconds(): PhaseSeconds;
}

/** A clock of phases. `now` in milliseconds, of a clock that is never set back. */
export function createPhaseClock(now: () => number): PhaseClock {
  const spent = new Map<Phase, number>();
  return {
    async during(phase, work) {
      const startedAt = now();
      try {
        return await work();
      } finally {
        spent.set(phase, (spent.get(phase) ?? 0) + now() - startedAt);
      }
    },
    restart: () => spent.clear(),
    seconds: () =>
      Object.fromEntries(
        PHASES.flatMap((phase) => {
          const ms = spent.get(phase);
          return ms === undefined ? [] : [[phase, Math.round(ms / 10) / 100]];
        }),
      ),
  };
}

/** Measures nothing. */
export const NO_CLOCK: PhaseClock = {
  during: (_, work) => work(),
  restart: () => undefined,
  seconds: () => ({}),
};

/** The harness' own share of an evaluation: all its seconds but those of installing and testing. */
export const ownSeconds = (seconds: number, { install = 0, tests = 0 }: PhaseSeconds): number =>
  Math.max(0, seconds - install - tests);
