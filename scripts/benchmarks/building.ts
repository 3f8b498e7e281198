import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { measureHumanEval } from '../../harness/benchmarks/building/humaneval.ts';
import { ISOLATING, measureHostile, measurePlanted } from '../../harness/benchmarks/building/measure.ts';
import * as flags from '../../harness/command-line.ts';
import { UsageError } from '../../harness/errors.ts';
import { print, say } from '../../harness/terminal.ts';

const command = flags
  .createCommand('benchmark:building', 'What the measures and the walls of built datasets are worth.')
  .argument(
    '<what>',
    'planted: faults that were put in, and what is reported; hostile: programs in every role of a build; humaneval: its own tests as if they were built, against HumanEval+',
  )
  .option('--tasks <n>', 'planted tasks, made from kata', flags.wholeNumber(1), 1000)
  .option('--each <n>', 'of the programs of each HumanEval task so many, drawn by its id', flags.wholeNumber(1))
  .addOption(new flags.Option('--sandbox <kind>', 'hostile programs in this one alone').choices(ISOLATING))
  .option('--only <text>', 'hostile programs whose description contains this text')
  .option('--out <folder>', 'where WHAT-DATE.md is written', 'results/benchmarks');

interface BuildingFlags {
  readonly tasks: number;
  readonly each?: number;
  readonly sandbox?: (typeof ISOLATING)[number];
  readonly only?: string;
  readonly out: string;
}

await flags.runCommand(command, async () => {
  const [what = ''] = command.args;
  const options = command.opts<BuildingFlags>();
  const { environment } = flags.machine;
  const kinds = options.sandbox === undefined ? ISOLATING : [options.sandbox];
  const measures = new Map([
    ['planted', () => measurePlanted(options.tasks, environment)],
    ['hostile', () => measureHostile(kinds, options.only ?? '', say)],
    ['humaneval', () => measureHumanEval(options.each, environment)],
  ]);
  const measure = measures.get(what);
  if (measure === undefined) throw new UsageError(`${what}: expected ${[...measures.keys()].join(', ')}`);
  const { text, isSound } = await measure();
  print(text);
  if (options.only === undefined) {
    await mkdir(options.out, { recursive: true });
    const date = flags.machine.date().toISOString().slice(0, 10);
    await writeFile(join(options.out, `built-${what}-${date}.md`), `${text}\n`);
  }
  return isSound ? 0 : 1;
});
