import * as flags from '../harness/command-line.ts';
import { UsageError } from '../harness/errors.ts';
import { kindOf, TASK_KINDS } from '../harness/kinds/kinds.ts';
import { listDatasets } from '../harness/loading/load-dataset.ts';
import { standardProgress } from '../harness/progress.ts';
import type { GradeRunOptions } from '../harness/run/finished/grade-run.ts';
import { defaultSlots } from '../harness/sandbox/docker/spec.ts';
import { print, say } from '../harness/terminal.ts';

interface GradeFlags extends Omit<GradeRunOptions, 'run' | 'concurrency'> {
  readonly run?: string;
  readonly concurrency?: number;
  readonly answers?: string;
}

const command = flags
  .createCommand('grade', "Grades anybody's answers by what grades a dataset: hidden tests, or proofs.")
  .requiredOption('--dataset <id>', `one of: ${listDatasets().join(', ')}; or FILE.jsonl`)
  .requiredOption(
    '--out <file>',
    "the input's lines with outcome, reason and extraction added; with --run a new run folder",
  )
  .option(
    '--run <folder>',
    'functions, in place of answers: every step of a run of another dataset with the same tasks',
  )
  .option('--concurrency <n>', 'executions at a time; as many as fit here when absent', flags.wholeNumber(1));
for (const kind of TASK_KINDS) kind.addGradeFlags?.(command);

await flags.runCommand(command, async (signal) => {
  const { concurrency = defaultSlots(), run, answers, ...options } = command.opts<GradeFlags>();
  const kind = await kindOf(options.dataset);
  const parts = { ...flags.machine, signal, say };
  if (run !== undefined && answers !== undefined) throw new UsageError('expected --answers or --run, got both');
  if (run === undefined) {
    print(await kind.grade(command, parts));
    return 0;
  }
  // With it come reports and their metrics, which answers do not need.
  const { gradeRun } = await import('../harness/run/finished/grade-run.ts');
  print(await gradeRun({ ...options, run, concurrency }, { ...parts, progress: standardProgress }));
  return 0;
});
