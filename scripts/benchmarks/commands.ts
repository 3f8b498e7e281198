import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  commandBeside,
  commandsMarkdown,
  ownCommands,
  rightAnswers,
  timeCommands,
} from '../../harness/benchmarks/commands.ts';
import { describeMachine } from '../../harness/benchmarks/machine.ts';
import * as flags from '../../harness/command-line.ts';
import { loadDataset } from '../../harness/loading/load-dataset.ts';
import { findPython } from '../../harness/sandbox/runner/python.ts';
import { print, say } from '../../harness/terminal.ts';

interface CommandsFlags {
  readonly rounds: number;
  readonly sandboxes: readonly string[];
  readonly only: string;
  readonly beside: readonly string[];
  readonly out: string;
}

const command = flags
  .createCommand('benchmark:commands', 'Times grade, bench, resume and report as a user types them, cold and warm.')
  .option('--rounds <n>', 'how often everything is run', flags.wholeNumber(1), 3)
  .option('--sandboxes <names>', 'of docker, bubblewrap', flags.list, ['docker', 'bubblewrap'])
  .option('--only <text>', 'only commands whose name contains this text; nothing is written', '')
  .option(
    '--beside <name=command>',
    'another program on the same answers, in place of whose file {answers} stands, or {many} for 1,640 of them (each line has task_id, completion and solution); may be repeated',
    (text: string, before: readonly string[]) => [...before, text],
    [],
  )
  .option('--out <folder>', 'where commands-DATE.md and .json are written', 'results/benchmarks');

await flags.runCommand(command, async () => {
  const { rounds, sandboxes, only, beside, out } = command.opts<CommandsFlags>();
  const facts = describeMachine((await findPython()).path);
  const work = await mkdtemp(join(tmpdir(), 'lucid-bench-commands-'));
  try {
    const { problems } = await loadDataset('humaneval', { environment: process.env });
    const folders = Array.from({ length: rounds }, (_, round) => join(work, `round-${round + 1}`));
    // Files of each round's own: some evaluators write beside them, and ask before they write there again.
    const answersIn = (folder: string) => ({ few: join(folder, 'few.jsonl'), many: join(folder, 'many.jsonl') });
    for (const folder of folders) {
      await mkdir(folder);
      await writeFile(answersIn(folder).few, rightAnswers(problems, 1));
      await writeFile(answersIn(folder).many, rightAnswers(problems, 10));
    }
    const commandsOf = (round: number) => {
      const folder = folders[round] ?? work;
      const answers = answersIn(folder);
      const others = beside.map((text) => commandBeside(text, answers));
      return [...ownCommands(folder, answers, sandboxes, process.env), ...others].filter(({ name }) =>
        name.includes(only),
      );
    };
    commandsOf(0); // a word of --beside that is none, before anything is timed
    const { rows, failed } = await timeCommands(commandsOf, rounds, say);
    facts.loadAfter = Number((loadavg()[0] ?? 0).toFixed(2));
    const notMeasured = [
      ...(beside.length === 0 ? ['commands of other programs: none was given with --beside'] : []),
      ...failed,
    ];
    const report = commandsMarkdown(rows, facts, notMeasured);
    if (only === '') {
      const name = join(out, `commands-${new Date().toISOString().slice(0, 10)}`);
      await mkdir(out, { recursive: true });
      await writeFile(`${name}.md`, report);
      await writeFile(`${name}.json`, `${JSON.stringify({ facts, rows }, undefined, 1)}\n`);
    }
    print(report);
    return failed.length === 0 ? 0 : 1;
  } finally {
    await rm(work, { recursive: true, force: true });
  }
});
