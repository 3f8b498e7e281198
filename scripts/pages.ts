import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as flags from '../harness/command-line.ts';
import { columnsPage } from '../harness/pages/columns-page.ts';
import { decisionsPage } from '../harness/pages/decisions-page.ts';
import { type CommandHelp, flagsPage } from '../harness/pages/flags-page.ts';
import { writeAtomically } from '../harness/storage/line-file.ts';
import { print, say } from '../harness/terminal.ts';

const ROOT = join(import.meta.dirname, '..');
const read = (...path: string[]): Promise<string> => readFile(join(ROOT, ...path), 'utf8');

const command = flags
  .createCommand('pages', 'Writes the pages that are generated from code: CSV columns, flags, index of decisions.')
  .option('--check', 'write nothing; exit code 1 when a page is stale');

await flags.runCommand(command, async () => {
  const pages = new Map([
    ['results/columns.md', columnsPage()],
    ['scripts/README.md', flagsPage(await commands())],
    ['harness/decisions/README.md', decisionsPage(await decisions())],
  ]);
  for (const [path, text] of pages)
    if (text.includes(process.cwd())) throw new Error(`${path} would name a folder of this machine: ${process.cwd()}`);
  const present = await Promise.all([...pages.keys()].map((path) => read(path).catch(() => undefined)));
  const stale = [...pages].filter(([, text], position) => present[position] !== text);
  const names = stale.map(([path]) => path).join(', ');
  if (command.opts<{ check?: boolean }>().check === true) {
    if (stale.length > 0) say(`stale: ${names}. npm run pages writes them again`);
    return stale.length === 0 ? 0 : 1;
  }
  for (const [path, text] of stale) await writeAtomically(join(ROOT, path), text);
  print(stale.length === 0 ? 'every page is up to date' : `written: ${names}`);
  return 0;
});

async function decisions() {
  const names = (await readdir(join(ROOT, 'harness/decisions'))).filter((name) => name !== 'README.md');
  return Promise.all(names.map(async (name) => ({ name, text: await read('harness/decisions', name) })));
}

/** The commands of package.json that are scripts, one after the other: each is imported as `--help` would run it. */
async function commands(): Promise<CommandHelp[]> {
  const { scripts } = JSON.parse(await read('package.json')) as { scripts: Record<string, string> };
  const found: CommandHelp[] = [];
  for (const [name, line] of Object.entries(scripts).sort()) {
    const file = /^tsx (scripts\/[\w/-]+\.ts)$/.exec(line)?.[1];
    if (file === undefined) continue;
    const hasFlags = (await read(file)).match(/\brun(?:Bench)?Command\(/) !== null;
    // This script is running already: importing it would wait for itself.
    const help = file === 'scripts/pages.ts' ? command.helpInformation() : hasFlags ? await helpOf(file) : undefined;
    found.push({ name, help });
  }
  return found;
}

/** What a script prints for `--help`, in 120 columns whatever this terminal has. */
async function helpOf(file: string): Promise<string> {
  const { stdout, stderr, argv } = process;
  const { write, isTTY, columns } = stdout;
  const printed: string[] = [];
  for (const stream of [stdout, stderr]) stream.setMaxListeners(0);
  process.setMaxListeners(0);
  process.argv = ['node', file, '--help'];
  Object.assign(stdout, { isTTY: true, columns: 120, write: (text: string) => printed.push(text) > 0 });
  try {
    await import(join(ROOT, file));
  } finally {
    Object.assign(stdout, { isTTY, columns, write });
    process.argv = argv;
  }
  return printed.join('');
}
