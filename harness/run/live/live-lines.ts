import type { ArmState, LiveState } from '../../records/live-state.ts';
import { visibleLine } from '../../text/visible-text.ts';

/** What a part of a live line means; colours repeat it where there are any. */
type Meaning = 'plain' | 'good' | 'bad' | 'waiting' | 'quiet';

interface Part {
  readonly text: string;
  readonly meaning: Meaning;
  /** The higher, the sooner it is left out where the line is too long. */
  readonly rank: number;
}

/** Room for a live display: columns and rows of the terminal, and whether it has colours. */
interface Room {
  readonly columns: number;
  readonly rows: number;
  readonly hasColours: boolean;
}

const CODES: Readonly<Record<Meaning, string>> = { plain: '', good: '32', bad: '31', waiting: '33', quiet: '2' };

/** The live display: a line for the run and, where there is room, one for each arm. No line is wider than the room. */
export function liveLines(state: LiveState, room: Room): string[] {
  const first = fitted(runParts(state), room);
  const { arms } = state;
  if (arms.length < 2 || arms.length + 4 > room.rows) return [first];
  const width = Math.max(...arms.map(({ name }) => visibleLine(name).length));
  return [first, ...arms.map((arm) => fitted(armParts(arm, width), room, '  '))];
}

/** The same on one line without bounds, for a log. */
export function logLine(state: LiveState): string {
  return runParts(state)
    .map(({ text }) => text)
    .join(', ');
}

function runParts({ phase, elapsedMs, trials, done, calls, failures, leftMs, arms, spent, limit }: LiveState) {
  const parts: Part[] = [{ text: clock(elapsedMs), meaning: 'quiet', rank: 1 }];
  const add = (text: string, meaning: Meaning, rank: number): void => void parts.push({ text, meaning, rank });
  if (trials === 0) {
    add(visibleLine(phase), 'plain', 0);
    return parts;
  }
  const sum = (field: 'solved' | 'graded' | 'errors'): number => arms.reduce((all, arm) => all + arm[field], 0);
  add(`trials ${done}/${trials}`, 'plain', 0);
  if (leftMs !== undefined && done < trials) add(`${duration(leftMs)} left`, 'plain', 2);
  if (calls.inFlight > 0) add(`calls ${calls.inFlight} in flight`, 'plain', 3);
  if (calls.waiting > 0) add(`${calls.waiting} waiting for the provider`, 'waiting', 3);
  if (calls.done > 0) add(`${calls.done} answered`, 'quiet', 6);
  if (calls.retried > 0) add(`${calls.retried} retried`, 'waiting', 5);
  if (limit !== undefined) add(`at most ${limit} at a time`, 'waiting', 7);
  if (spent !== '') add(spent, 'plain', 4);
  if (leftMs !== undefined && done < trials) add(`${seconds(leftMs / (trials - done))} a trial`, 'quiet', 8);
  if (sum('graded') > 0) add(`solved ${sum('solved')} of ${sum('graded')}`, 'good', 5);
  if (sum('errors') > 0) add(`${sum('errors')} in error`, 'bad', 2);
  const failed = Object.entries(failures).map(([kind, count]) => `${kind} ${count}`);
  if (failed.length > 0) add(failed.join(' '), 'bad', 9);
  return parts;
}

const BAR = 10;

function armParts({ name, trials, done, solved, graded, errors }: ArmState, width: number): Part[] {
  const filled = trials === 0 ? BAR : Math.floor((BAR * done) / trials);
  return [
    { text: `  ${visibleLine(name).padEnd(width)}`, meaning: 'plain', rank: 0 },
    { text: `${'█'.repeat(filled)}${'░'.repeat(BAR - filled)} ${done}/${trials}`, meaning: 'quiet', rank: 1 },
    ...(graded === 0 ? [] : [{ text: `solved ${solved}`, meaning: 'good', rank: 2 } as const]),
    ...(errors === 0 ? [] : [{ text: `${errors} in error`, meaning: 'bad', rank: 1 } as const]),
  ];
}

/** Leaves out the least important parts until the line fits; what then is still too long is cut. */
function fitted(all: readonly Part[], { columns, hasColours }: Room, between = ', '): string {
  let parts = [...all];
  const most = Math.max(10, columns - 1);
  const plain = (): string => parts.map(({ text }) => text).join(between);
  while (plain().length > most && parts.length > 1) {
    const least = parts.reduce((one, other) => (other.rank >= one.rank ? other : one));
    parts = parts.filter((part) => part !== least);
  }
  const [only] = parts;
  if (only !== undefined && plain().length > most) parts = [{ ...only, text: `${only.text.slice(0, most - 1)}…` }];
  if (!hasColours) return plain();
  return parts
    .map(({ text, meaning }) => (CODES[meaning] === '' ? text : `\x1b[${CODES[meaning]}m${text}\x1b[0m`))
    .join(between);
}

function clock(ms: number): string {
  const all = Math.floor(ms / 1000);
  const [hours, minutes, rest] = [Math.floor(all / 3600), Math.floor(all / 60) % 60, all % 60];
  const padded = (value: number): string => String(value).padStart(2, '0');
  return hours === 0 ? `${minutes}:${padded(rest)}` : `${hours}:${padded(minutes)}:${padded(rest)}`;
}

/** `40 s`, `12 min`, `3.2 h`. */
export function duration(ms: number): string {
  const all = ms / 1000;
  if (all < 90) return `${Math.ceil(all)} s`;
  if (all < 5400) return `${Math.round(all / 60)} min`;
  return `${(all / 3600).toFixed(1)} h`;
}

function seconds(ms: number): string {
  return ms < 10_000 ? `${(ms / 1000).toFixed(1)} s` : duration(ms);
}
