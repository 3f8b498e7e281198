import { bootstrapEquivalence, type Equivalence, pairedEquivalence } from '../statistics/equivalence.ts';
import type { Interval } from '../statistics/intervals.ts';
import { exactMcNemar } from '../statistics/mcnemar.ts';
import { type OddsRatio, oddsInterval, pairedOddsRatio } from '../statistics/odds-ratio.ts';
import { signFlipTest } from '../statistics/sign-flip.ts';
import { tangoInterval } from '../statistics/tango.ts';
import { percentileInterval, type Resampled, resampleTasks } from '../statistics/task-bootstrap.ts';
import type { Run } from '../types/record.ts';
import type { Discordance, TaskDiscordance } from './discordance.ts';

/** What a paired comparison shows, or why nothing may be said. */
export type Finding = Tested | { readonly status: 'refused'; readonly reason: string };

/** Effect, uncertainty and tests of one paired comparison. */
export interface Tested {
  readonly status: 'tested';
  /** One sample a task: exact McNemar; more: sign-flip permutation by task, because trials of one task are not independent. */
  readonly test: 'mcnemar' | 'sign-flip';
  /** Tasks with a pair graded on both sides. */
  readonly tasks: number;
  /** Two-sided, unadjusted. */
  readonly pValue: number;
  /** The same test were every ungraded pair to count against the effect; `pValue` where none is ungraded. */
  readonly pValueIfWorst: number;
  /** Risk difference: share of wins minus share of losses, of the compared pairs. */
  readonly difference: number;
  /** 95 %: Tango's score interval, or with more samples the task-clustered bootstrap; `undefined` for that with one task. */
  readonly interval: Interval | undefined;
  readonly intervalKind: 'tango' | 'bootstrap';
  /** Conditional odds ratio; `undefined` without a discordant pair. */
  readonly odds: OddsRatio | undefined;
  /** Unadjusted; `undefined` where the bootstrap has nothing to say: one task, or every task with the same change. */
  readonly equivalence: Equivalence | undefined;
}

/**
 * Tests what changed between two columns of a run. Refused without a pair graded on both sides, and when the ungraded pairs could
 * turn the effect's sign or take it away.
 */
export function testDiscordance(run: Run, changes: Discordance): Finding {
  const reason = refusal(changes);
  if (reason !== undefined) return { status: 'refused', reason };
  return run.manifest.identity.samples === 1
    ? testPairs(changes)
    : testTasks(changes.tasks, `${run.manifest.identity.seed} comparison`);
}

/** The difference over all planned pairs, were the ungraded ones to turn out as badly and as well as they can. */
export function differenceBounds({ gained, lost, compared, leftOut, tasks }: Discordance): Interval | undefined {
  const planned = compared + leftOut;
  if (planned === 0) return undefined;
  const { least, most } = added(tasks);
  return { low: (gained - lost + least) / planned, high: (gained - lost + most) / planned };
}

function refusal({ compared, leftOut, gained, lost, tasks }: Discordance): string | undefined {
  if (compared === 0) return 'no pair is graded on both sides';
  const { least, most } = added(tasks);
  const effect = gained - lost;
  const couldOverturn = least < 0 || most > 0 ? effect + least <= 0 && effect + most >= 0 : false;
  if (!couldOverturn) return undefined;
  const range = `anything from ${signed(effect + least)} to ${signed(effect + most)}`;
  return `${leftOut} ungraded ${leftOut === 1 ? 'pair' : 'pairs'} could make of ${signed(effect)} ${range}`;
}

function testPairs({ compared, gained, lost, tasks }: Discordance): Tested {
  const counts = { pairs: compared, wins: gained, losses: lost };
  const { least, most } = added(tasks);
  return {
    status: 'tested',
    test: 'mcnemar',
    tasks: compared,
    pValue: exactMcNemar(gained, lost),
    pValueIfWorst: gained > lost ? exactMcNemar(gained, lost - least) : exactMcNemar(gained + most, lost),
    difference: (gained - lost) / compared,
    interval: tangoInterval(counts),
    intervalKind: 'tango',
    odds: pairedOddsRatio(gained, lost),
    equivalence: pairedEquivalence(counts),
  };
}

function testTasks(tasks: readonly TaskDiscordance[], seed: string): Tested {
  const seen = tasks.filter(({ compared }) => compared > 0);
  const vectors = seen.map(({ compared, gained, lost }) => [compared, gained, lost]);
  const [difference, wins] = resampleTasks(vectors, paired, seed);
  const addedIfWorst = (difference?.value ?? 0) >= 0 ? leastOf : mostOf;
  return {
    status: 'tested',
    test: 'sign-flip',
    tasks: seen.length,
    pValue: signFlipTest(tasks.map(net)),
    pValueIfWorst: signFlipTest(tasks.map((task) => net(task) + addedIfWorst(task))),
    difference: difference?.value ?? 0,
    ...effectByTask(seen, difference),
    odds: oddsByTask(seen, wins),
  };
}

/** Difference of shares, and share of wins of the discordant trials; a resample without any has none. */
function paired([compared = 0, gained = 0, lost = 0]: readonly number[]): readonly (number | undefined)[] {
  return [(gained - lost) / compared, gained + lost === 0 ? undefined : gained / (gained + lost)];
}

/**
 * Where no task shows a net change the bootstrap knows no uncertainty; Tango's score method over the tasks stands there instead, which
 * bounds in how many tasks a change can have gone unseen.
 */
function effectByTask(
  tasks: readonly TaskDiscordance[],
  difference: Resampled | undefined,
): Pick<Tested, 'interval' | 'intervalKind' | 'equivalence'> {
  if (tasks.every((task) => net(task) === 0)) {
    const counts = { pairs: tasks.length, wins: 0, losses: 0 };
    return { interval: tangoInterval(counts), intervalKind: 'tango', equivalence: pairedEquivalence(counts) };
  }
  return {
    interval: difference === undefined ? undefined : percentileInterval(difference),
    intervalKind: 'bootstrap',
    equivalence: bootstrapEquivalence(difference?.draws ?? []),
  };
}

/**
 * Where all discordant trials go one way the bootstrap has no width either; the exact interval over the tasks that have one stands there.
 */
function oddsByTask(tasks: readonly TaskDiscordance[], wins: Resampled | undefined): OddsRatio | undefined {
  const discordant = tasks.filter(({ gained, lost }) => gained + lost > 0).length;
  if (wins?.value === 1) return pairedOddsRatio(discordant, 0);
  if (wins?.value === 0) return pairedOddsRatio(0, discordant);
  const interval = wins === undefined ? undefined : percentileInterval(wins);
  if (wins?.value === undefined || interval === undefined) return undefined;
  return { ratio: wins.value / (1 - wins.value), interval: oddsInterval(interval) };
}

const net = ({ gained, lost }: TaskDiscordance): number => gained - lost;
const leastOf = ({ leastAdded }: TaskDiscordance): number => leastAdded;
const mostOf = ({ mostAdded }: TaskDiscordance): number => mostAdded;

function added(tasks: readonly TaskDiscordance[]): { least: number; most: number } {
  return {
    least: tasks.reduce((sum, task) => sum + leastOf(task), 0),
    most: tasks.reduce((sum, task) => sum + mostOf(task), 0),
  };
}

function signed(count: number): string {
  return count > 0 ? `+${count}` : String(count);
}
