import { visibleLine } from './text/visible-text.ts';

/** Where progress goes and what time it is; passed in, so that nothing else reads a clock. */
export interface ProgressOutput {
  readonly isTerminal: boolean;
  now(): number;
  write(text: string): void;
  /** The terminal's size, and whether it shows colours. */
  room?(): { readonly columns: number; readonly rows: number; readonly hasColours: boolean };
}

export interface Progress {
  /** `isNew` false: work that was found done on resuming is counted, but is not part of the rate. */
  done(isSolved: boolean | undefined, isNew?: boolean): void;
  finish(): void;
}

const TERMINAL_INTERVAL_MS = 200;
const LOG_INTERVAL_MS = 10_000;

/**
 * One live line (or a line every ten seconds where there is no terminal): done, rate, time left, solved so far, and what
 * `more` says, told how much was done now and how much is left.
 */
export function createProgress(
  label: string,
  total: number,
  output: ProgressOutput,
  more: (finished: number, left: number) => string = () => '',
): Progress {
  const startedAt = output.now();
  let skipped = 0;
  let finished = 0;
  let solved = 0;
  let graded = 0;
  let shownAt = startedAt;
  const line = (): string => {
    const seconds = Math.max(0.001, (output.now() - startedAt) / 1000);
    const rate = finished / seconds;
    const left = total - skipped - finished;
    const eta = finished === 0 ? '' : `, ${rate.toFixed(1)}/s, ${duration(left / rate)} left`;
    const share = graded === 0 ? '' : `, solved ${solved} of ${graded} graded`;
    return visibleLine(`${label} ${skipped + finished}/${total}${eta}${share}${more(finished, left)}`);
  };
  const show = (): void => {
    shownAt = output.now();
    output.write(output.isTerminal ? `\r\x1b[K${line()}` : `${line()}\n`);
  };
  return {
    done(isSolved, isNew = true) {
      if (isNew) finished++;
      else skipped++;
      if (isSolved !== undefined) graded++;
      if (isSolved === true) solved++;
      if (output.now() - shownAt >= (output.isTerminal ? TERMINAL_INTERVAL_MS : LOG_INTERVAL_MS)) show();
    },
    finish() {
      show();
      if (output.isTerminal) output.write('\n');
    },
  };
}

function duration(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`;
  if (seconds < 5400) return `${Math.round(seconds / 60)} min`;
  return `${(seconds / 3600).toFixed(1)} h`;
}

/** Standard error and the machine's clock. */
export const standardProgress: ProgressOutput = {
  isTerminal: process.stderr.isTTY === true,
  now: () => performance.now(),
  write: (text) => void process.stderr.write(text),
  room: () => ({
    columns: process.stderr.columns || 80,
    rows: process.stderr.rows || 24,
    hasColours: process.stderr.isTTY === true && process.stderr.hasColors() && !process.env.NO_COLOR,
  }),
};
