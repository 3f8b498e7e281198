import { inspect } from 'node:util';
import { visible } from './text/visible-text.ts';

/** The only way to a terminal: what a model, a file or a server named cannot move the cursor, hide or pose as another line's end. */

/** What was asked for: standard output, with a line end. */
export function print(text: string): void {
  process.stdout.write(`${visible(text)}\n`);
}

/** What is said beside it: standard error, with a line end. */
export function say(text: string): void {
  process.stderr.write(`${visible(text)}\n`);
}

/** A bug, with its stack. */
export function sayBug(error: unknown): void {
  say(inspect(error));
}
