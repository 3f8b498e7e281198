import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as flags from '../harness/command-line.ts';
import { DataError } from '../harness/errors.ts';
import { columnsPage } from '../harness/report/columns-page.ts';
import { writeAtomically } from '../harness/storage/line-file.ts';
import { print, say } from '../harness/terminal.ts';

const ROOT = join(import.meta.dirname, '..');
const DECISIONS = 'harness/decisions';

const command = flags
  .createCommand('pages', 'Writes the pages that are generated from code: columns, flags, decisions.')
  .option('--check', 'write nothing; exit code 1 says which page is stale');

await flags.runCommand(command, async () => {
  const pages = {
    'results/columns.md': columnsPage(),
    'scripts/README.md': await flagsPage(),
    [`${DECISIONS}/README.md`]: await decisionsPage(),
  };
  const stale: string[] = [];
  for (const [path, text] of Object.entries(pages)) {
    const present = await readFile(join(ROOT, path), 'utf8').catch(() => undefined);
    if (present !== text) stale.push(path);
  }
  if (command.opts<{ check?: boolean }>().check === true) {
    if (stale.length > 0) say(`stale: ${stale.join(', ')}; npm run pages writes them again`);
    return stale.length === 0 ? 0 : 1;
  }
  for (const path of stale) await writeAtomically(join(ROOT, path), pages[path as keyof typeof pages] ?? '');
  print(stale.length === 0 ? 'every page is up to date' : `written: ${stale.join(', ')}`);
  return 0;
});

/** Every command with its `--help`, as it is printed on a wide terminal. */
async function flagsPage(): Promise<string> {
  const { scripts } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const sections: string[] = [];
  for (const [name, line] of Object.entries(scripts).sort()) {
    const file = /^tsx (scripts\/[\w-]+\.ts)$/.exec(line)?.[1];
    if (file === undefined) continue;
    const takesFlags = (await readFile(join(ROOT, file), 'utf8')).includes('runCommand(');
    const help = takesFlags ? await helpOf(file) : 'No flags.';
    sections.push(`## npm run ${name}\n\n\`\`\`text\n${help}\n\`\`\``);
  }
  return [
    '# Commands and their flags',
    'Generated from the commands themselves (`npm run pages`). Flags follow two dashes: `npm run bench -- --dataset humaneval`.',
    ...sections,
    '',
  ].join('\n\n');
}

/** Imports a script as `--help` would run it and takes what it prints; its width does not depend on this terminal. */
async function helpOf(file: string): Promise<string> {
  const { stdout, argv } = process;
  const [write, isTTY, columns] = [stdout.write, stdout.isTTY, stdout.columns];
  const printed: string[] = [];
  process.argv = ['node', file, '--help'];
  Object.assign(stdout, { isTTY: true, columns: 120, write: (text: string) => printed.push(text) > 0 });
  try {
    await import(join(ROOT, file));
  } finally {
    Object.assign(stdout, { isTTY, columns, write });
    process.argv = argv;
  }
  return printed.join('').trim().replaceAll(/ +$/gm, '');
}

/** The decisions by date, with the sentence that stands under each title. */
async function decisionsPage(): Promise<string> {
  const names = (await readdir(join(ROOT, DECISIONS))).filter((name) => name.endsWith('.md') && name !== 'README.md');
  const rows = await Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(ROOT, DECISIONS, name), 'utf8');
      const [, title, date, sentence] = /^# (.+)\n> (\d{4}-\d\d-\d\d)\. (.+)\n/.exec(text) ?? [];
      if (title === undefined)
        throw new DataError(`${DECISIONS}/${name}: expected "# title" and, below it, "> DATE. One sentence."`);
      return `| ${date} | [${title}](${name}) | ${sentence} |`;
    }),
  );
  return `# Decisions\n\nWhat was decided, and why not otherwise. Generated (\`npm run pages\`): date and sentence stand under each title.\n\n| Date | Decision | In one sentence |\n| --- | --- | --- |\n${rows.sort().join('\n')}\n`;
}
