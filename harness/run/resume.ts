import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { UsageError } from '../errors.ts';
import type { Environment } from '../storage/cache-folder.ts';
import { parseJsonText } from '../storage/json-lines.ts';
import { ownSeal } from '../storage/own-key.ts';
import { z } from '../storage/schema.ts';
import { readUtf8 } from '../storage/utf8.ts';

/** In a run folder: the flags the run was begun with, for --resume FOLDER. No part of the run: it decides nothing that is recorded. */
export const COMMAND_FILE = 'command.json';

const commandShape = z.object({ folder: z.string(), flags: z.array(z.string()), seal: z.string().optional() });

/** The flags that say where and how often, not what. With the number of their values at most. */
const ABOUT_THIS_TIME: ReadonlyMap<string, number> = new Map([
  ['--out', 1],
  ['--resume', 1],
  ['--plan', 0],
  ['--open', 0],
]);

/** The text of command.json, sealed: flags name files that are run, so those of a folder that came from elsewhere are not obeyed. */
export async function commandText(
  flags: readonly string[],
  workingFolder: string,
  environment: Environment,
): Promise<string> {
  const begun = { version: 2, folder: workingFolder, flags: withoutThisTime(flags) };
  const seal = await ownSeal(sealedText(begun), environment);
  return `${JSON.stringify({ ...begun, seal }, undefined, 2)}\n`;
}

/**
 * The flags that go on with the run in a folder: those it was begun with, those given now after them, and the folder. Also where it was
 * begun: paths in flags start there. Throws `UsageError` when there is no run, it does not know its flags, or it was not this user of this
 * machine who began it.
 */
export async function resumedFlags(
  path: string,
  given: readonly string[],
  workingFolder: string,
  environment: Environment,
): Promise<{ readonly flags: readonly string[]; readonly workingFolder: string }> {
  if (!existsSync(join(path, 'manifest.json'))) {
    throw new UsageError(`--resume ${path}: expected a run folder with a manifest.json, found none`);
  }
  const file = join(path, COMMAND_FILE);
  if (!existsSync(file)) {
    throw new UsageError(
      `--resume ${path}: it does not hold the flags it was begun with (another command or an earlier version began it): give them again with --resume --out ${path}`,
    );
  }
  const begun = parseJsonText(await readUtf8(file), file, commandShape);
  const { flags, folder } = begun;
  const seal = await ownSeal(sealedText(begun), environment);
  if (seal === undefined || begun.seal !== seal) {
    throw new UsageError(
      `--resume ${path}: its ${COMMAND_FILE} was not written by you on this machine, so its flags are not obeyed: they can name files that are run. It was begun in ${folder} with ${JSON.stringify(flags)}: give those you trust again with --resume --out ${path}`,
    );
  }
  if (!existsSync(folder)) throw new UsageError(`--resume ${path}: it was begun in ${folder}, which is not there`);
  const out = folder === workingFolder ? path : resolve(workingFolder, path);
  return { flags: [...flags, ...withoutThisTime(given), '--out', out, '--resume'], workingFolder: folder };
}

const sealedText = ({ folder, flags }: { folder: string; flags: readonly string[] }): string =>
  JSON.stringify([COMMAND_FILE, folder, flags]);

function withoutThisTime(flags: readonly string[]): string[] {
  const kept: string[] = [];
  for (let index = 0; index < flags.length; index++) {
    const flag = flags[index] ?? '';
    const values = ABOUT_THIS_TIME.get(flag.replace(/=.*/s, ''));
    if (values === undefined) kept.push(flag);
    else if (values === 1 && !flag.includes('=') && flags[index + 1]?.startsWith('-') === false) index++;
  }
  return kept;
}
