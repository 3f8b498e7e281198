import type { ProgressOutput } from '../../progress.ts';
import { liveLines, logLine } from './live-lines.ts';
import type { RunWatch } from './run-watch.ts';

const REDRAW_MS = 1_000;
const LOG_MS = 10_000;
const NO_ROOM = { columns: 80, rows: 24, hasColours: false };

/** The live display of a run on a terminal, or a line every ten seconds where there is none. */
export interface Display {
  /** A line that stays, above the display. */
  say(line: string): void;
  /** What is done now: shown in the display; where there is no terminal, a line. */
  note(line: string): void;
  finish(): void;
}

/** Draws at once and every second by its own timer, so that it lives while a run waits. `say` writes a line and its end. */
export function startDisplay(output: ProgressOutput, watch: RunWatch, say: (line: string) => void): Display {
  let drawn = 0;
  let isOver = false;
  const erase = (): string => (drawn === 0 ? '' : `\r${drawn > 1 ? `\x1b[${drawn - 1}A` : ''}\x1b[J`);
  const draw = (): void => {
    const lines = liveLines(watch.state(), output.room?.() ?? NO_ROOM);
    output.write(`${erase()}${lines.join('\n')}`);
    drawn = lines.length;
  };
  const log = (): void => {
    if (watch.state().trials > 0) output.write(`${logLine(watch.state())}\n`);
  };
  const timer = setInterval(output.isTerminal ? draw : log, output.isTerminal ? REDRAW_MS : LOG_MS);
  timer.unref();
  if (output.isTerminal) draw();
  const sayAbove = (line: string): void => {
    if (!output.isTerminal || isOver) {
      say(line);
      return;
    }
    output.write(erase());
    drawn = 0;
    say(line);
    draw();
  };
  return {
    say: sayAbove,
    note(line) {
      watch.phase(line);
      if (output.isTerminal) draw();
      else say(line);
    },
    finish() {
      if (isOver) return;
      isOver = true;
      clearInterval(timer);
      if (!output.isTerminal) log();
      else if (watch.state().trials === 0) output.write(erase());
      else {
        draw();
        output.write('\n');
      }
    },
  };
}
