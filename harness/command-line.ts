import { Command, InvalidArgumentError, Option } from 'commander';
import { DataError, FileError, ModelStoppedError, UsageError } from './errors.ts';
import { asFileError } from './storage/file-errors.ts';
import { STUDY_BOUNDS } from './study-bounds.ts';
import { say, sayBug } from './terminal.ts';
import { visible } from './text/visible-text.ts';

/** undici needs the zstd of this one. */
const OLDEST_NODE = [22, 15] as const;

/** Scripts import this file first: an older Node ends here with one line, not somewhere inside a package. */
refuseOldNode(process.versions.node);

function refuseOldNode(version: string): void {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [least, atLeast] = OLDEST_NODE;
  if (major > least || (major === least && minor >= atLeast)) return;
  say(
    `error: lucid-bench needs Node ${OLDEST_NODE.join('.')} or newer, this is ${version}: start it with npm run, which brings its own, or install a newer Node`,
  );
  process.exit(2);
}

/** Flags that had another name, as an earlier version or a text may still have them: the old name, alone or after its command. */
const RENAMED: Readonly<Record<string, string>> = {
  '--sandboxes': '--max-sandboxes',
  '--uncertified': '--allow-unvalidated',
  '--grading': '--swebench-rules',
  '--mend-patches': '--repair-patches',
  'grade --samples': '--answers',
  'benchmark:verdicts --samples': '--repeats',
};

/** What a command hands to the harness of the machine it runs on: nothing in it takes them for itself. */
export const machine = {
  environment: process.env,
  date: (): Date => new Date(),
  /** Milliseconds of a clock that is never set back. */
  now: (): number => performance.now(),
  random: Math.random,
};

/** The command line every script builds on; commander is imported here only. */
export function createCommand(name: string, description: string): Command {
  return new Command(`npm run ${name} --`)
    .description(description)
    .configureOutput({ outputError: (text, write) => write(visible(withNewName(name, text))) })
    .showHelpAfterError(`(npm run ${name} -- --help lists every flag)`)
    .exitOverride();
}

/** Whether this command was asked for its help: what takes long to tell is found out for that only. */
export function isHelpAsked(): boolean {
  return process.argv.some((value) => value === '--help' || value === '-h');
}

/** The error for an unknown flag that was renamed says its new name. */
function withNewName(command: string, error: string): string {
  const old = /unknown option '(--[\w-]+)/.exec(error)?.[1];
  const now = old === undefined ? undefined : (RENAMED[`${command} ${old}`] ?? RENAMED[old]);
  return now === undefined ? error : `error: ${old} is now ${now}\n`;
}

/**
 * Parses the arguments and runs the command. A wrong flag, missing data or a full disk is one sentence on standard error and
 * exit code 2, as is a model that cannot go on; a budget that was reached is 3; Ctrl-C is 130; a bug keeps its stack and is 1.
 * Ctrl-C aborts the signal, for the action to end by; an action that takes none ends at once. A reader that has gone (`| head`)
 * is no fault.
 */
export async function runCommand(command: Command, action: (signal: AbortSignal) => Promise<number>): Promise<void> {
  const stop = new AbortController();
  for (const stream of [process.stdout, process.stderr]) stream.on('error', ignoreClosedPipe);
  if (action.length > 0) {
    process.once('SIGINT', () => stop.abort(new Error('stopped by Ctrl-C')));
    process.once('SIGTERM', () => stop.abort(new Error('stopped by SIGTERM')));
  }
  command.action(async () => {
    process.exitCode = await action(stop.signal);
  });
  try {
    await command.parseAsync(process.argv);
  } catch (error) {
    process.exitCode = exitCodeOf(error, stop.signal);
  }
}

function ignoreClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
}

function exitCodeOf(thrown: unknown, signal: AbortSignal): number {
  const error = asFileError(thrown);
  if (error instanceof UsageError || error instanceof DataError || error instanceof FileError) {
    say(`error: ${error.message}`);
    return 2;
  }
  if (error instanceof ModelStoppedError) {
    say(`error: ${error.message}`);
    return error.exitCode;
  }
  if (error instanceof Error && 'code' in error && String(error.code).startsWith('commander.')) {
    return 'exitCode' in error && error.exitCode === 0 ? 0 : 2;
  }
  if (signal.aborted) return 130;
  sayBug(error);
  return 1;
}

/** A flag's whole number, at least `minimum` and at most `maximum`. */
export function wholeNumber(minimum: number, maximum = Number.MAX_SAFE_INTEGER): (text: string) => number {
  const most = maximum === Number.MAX_SAFE_INTEGER ? '' : ` and at most ${maximum}`;
  return (text) => {
    const value = Number(text);
    if (Number.isSafeInteger(value) && value >= minimum && value <= maximum) return value;
    throw new InvalidArgumentError(`expected a whole number, at least ${minimum}${most}.`);
  };
}

/** A flag's whole number whose default depends on the machine: its help says so in place of a number. */
export function perMachine(name: string, description: string, fits: number): Option {
  return new Option(name, description).argParser(wholeNumber(1)).default(fits, 'as many as fit this machine');
}

export function positiveNumber(text: string): number {
  const value = Number(text);
  if (Number.isFinite(value) && value > 0) return value;
  throw new InvalidArgumentError('expected a number above 0.');
}

export function share(text: string): number {
  const value = positiveNumber(text);
  if (value <= 1) return value;
  throw new InvalidArgumentError('expected a number above 0, at most 1.');
}

/** `a,b,c`, without repetitions. */
export function list(text: string): string[] {
  const items = text.split(',').map((item) => item.trim());
  if (items.includes('')) throw new InvalidArgumentError('expected names with commas between them.');
  return [...new Set(items)];
}

/** `baseline=5,lucid=2`. */
export function counts(text: string): Record<string, number> {
  return Object.fromEntries(
    list(text).map((item) => {
      const [name, count = '', ...rest] = item.split('=');
      if (rest.length > 0) throw new InvalidArgumentError('expected NAME=NUMBER, with commas between them.');
      return [name, wholeNumber(1)(count)];
    }),
  );
}

/** `1,3,5`: rising. */
export function rounds(text: string): number[] {
  const parse = wholeNumber(0, STUDY_BOUNDS.k);
  const given = text.split(',').map((item) => parse(item.trim()));
  const twice = given.find((k, index) => given.indexOf(k) < index);
  if (twice !== undefined) throw new InvalidArgumentError(`expected each number once, got ${twice} twice.`);
  const ks = given.sort((a, b) => a - b);
  if (ks.length <= STUDY_BOUNDS.ks) return ks;
  throw new InvalidArgumentError(`expected at most ${STUDY_BOUNDS.ks} numbers.`);
}

export function temperature(text: string): 'published' | 'provider-default' | number {
  if (text === 'published' || text === 'provider-default') return text;
  const value = Number(text);
  if (text.trim() !== '' && value >= 0 && value <= 2) return value;
  throw new InvalidArgumentError('expected published, provider-default or a number from 0 to 2.');
}

export function acceptance(text: string): string {
  const value = Number(text);
  if (/^match:[\w-]+$/.test(text) || (text.trim() !== '' && value >= 0 && value <= 1)) return text;
  throw new InvalidArgumentError('expected a share from 0 to 1, or match:CONDITION.');
}

export { Option };
