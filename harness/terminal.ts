import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
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

/** A line that is replaced by what comes next; on a terminal only. */
export function status(text: string): void {
  if (process.stderr.isTTY === true) process.stderr.write(`\r\x1b[K${visible(text)}`);
}

export function clearStatus(): void {
  if (process.stderr.isTTY === true) process.stderr.write('\r\x1b[K');
}

/** Opens a file, or a page by its address, in the browser of whoever sits there; where there is none, nothing happens. */
export function openInBrowser(place: string): void {
  const url = /^https?:/.test(place) ? place : pathToFileURL(resolve(place)).href;
  const commands: Partial<Record<NodeJS.Platform, readonly string[]>> = {
    darwin: ['open', url],
    win32: ['cmd', '/c', 'start', '', url],
  };
  const [command = 'xdg-open', ...values] = commands[process.platform] ?? ['xdg-open', url];
  const child = spawn(command, values, { detached: true, stdio: 'ignore' });
  child.on('error', () => say(`--open: ${command} is not here; open ${url}`));
  child.unref();
}
