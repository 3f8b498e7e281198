/** What one round over all programs took. */
export interface SystemRound {
  readonly solved: number;
  readonly wallMs: number;
  /** User and system time of all processes that took part; absent where it cannot be told. */
  readonly cpuMs?: number;
  /** Of the runners that took part; absent for other evaluators. */
  readonly pageFaults?: number;
}

/** Milliseconds of CPU a verdict, by kind of process. */
type VerdictParts = Readonly<Record<'host' | 'broker' | 'forker' | 'testers' | 'candidates', number>>;

/** An evaluator under measurement, started and warm. */
export interface System {
  readonly name: string;
  /** In a round. */
  readonly verdicts: number;
  /** From asking for the sandbox to its first verdict. */
  readonly firstVerdictMs?: number;
  /** Memory of one runner that waits for work. */
  readonly idleMemoryMb?: number;
  readonly profile?: () => Promise<{ readonly programs: VerdictParts; readonly empty: VerdictParts }>;
  round(): Promise<SystemRound>;
  close(): Promise<void>;
}
