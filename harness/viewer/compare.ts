import type { Identity } from '../types/record.ts';
import type { StepOutcome, TrialOutcome } from './run-index.ts';

/** A trial that both runs have and that ended otherwise. */
export interface Flip {
  readonly condition: string;
  readonly taskId: string;
  readonly sample: number;
  readonly kRun: number | undefined;
  readonly one: StepOutcome;
  readonly other: StepOutcome;
  readonly steps: readonly [one: number, other: number];
}

/** How an arm came out in two runs, over the trials that both have. */
interface ArmComparison {
  readonly condition: string;
  readonly trials: number;
  readonly solved: readonly [one: number, other: number];
  readonly lost: number;
  readonly gained: number;
}

export interface Comparison {
  /** The worst first: solved and then not, no longer graded, another reason, graded at last, solved at last. */
  readonly flips: readonly Flip[];
  readonly arms: readonly ArmComparison[];
}

type Outcomes = ReadonlyMap<string, readonly TrialOutcome[]>;

const nameOf = ({ condition, taskId, sample, kRun }: TrialOutcome): string =>
  JSON.stringify([condition, taskId, sample, kRun]);

const VALUE = { unsolved: 0, ungraded: 1, solved: 2 } as const;

/** What differs between the last steps of two runs. */
export function compareOutcomes(one: Outcomes, other: Outcomes): Comparison {
  const others = new Map([...other.values()].flat().map((trial) => [nameOf(trial), trial]));
  const pairs = [...one.values()].flat().flatMap((trial) => {
    const its = others.get(nameOf(trial));
    return its === undefined ? [] : [{ trial, its }];
  });
  const flips = pairs
    .filter(({ trial, its }) => trial.last.status !== its.last.status || trial.last.reason !== its.last.reason)
    .map(({ trial, its }): Flip => {
      const { condition, taskId, sample, kRun, last, lastStep } = trial;
      return { condition, taskId, sample, kRun, one: last, other: its.last, steps: [lastStep, its.lastStep] };
    })
    .sort((a, b) => change(a) - change(b));
  const arms = [...Map.groupBy(pairs, ({ trial }) => trial.condition)].map(([condition, own]) => ({
    condition,
    trials: own.length,
    solved: [own.filter(({ trial }) => isSolved(trial)).length, own.filter(({ its }) => isSolved(its)).length] as const,
    lost: own.filter(({ trial, its }) => isSolved(trial) && its.last.status === 'unsolved').length,
    gained: own.filter(({ trial, its }) => trial.last.status === 'unsolved' && isSolved(its)).length,
  }));
  return { flips, arms };
}

const change = ({ one, other }: Flip): number => VALUE[other.status] - VALUE[one.status];
const isSolved = ({ last }: TrialOutcome): boolean => last.status === 'solved';

/** In what two studies differ, beside what runs of one study share. */
export function differences(one: Identity, other: Identity): string[] {
  const fields = new Set([...Object.keys(one), ...Object.keys(other)]);
  const entries = (identity: Identity) => new Map<string, unknown>(Object.entries(identity));
  const [a, b] = [entries(one), entries(other)];
  return [...fields].filter((field) => JSON.stringify(a.get(field)) !== JSON.stringify(b.get(field)));
}
