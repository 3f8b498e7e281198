import type { createCommand } from '../command-line.ts';
import * as flags from '../command-line.ts';
import { UsageError } from '../errors.ts';
import { loadPatchDataset } from '../load-dataset.ts';
import { describeGradedLogs, gradeLogs } from './grade-logs.ts';
import type { GradingRules } from './grading-rules.ts';
import { describePredictions, readPredictions } from './predictions.ts';
import { type InstanceSelection, selectInstances } from './select-instances.ts';

/** Flags of `npm run grade` for a dataset of patches. */
export interface PatchGradeFlags extends InstanceSelection {
  readonly dataset: string;
  readonly out: string;
  readonly logs?: string;
  readonly predictions?: string;
  readonly grading: GradingRules;
  readonly mendPatches?: boolean;
}

/** Adds the flags that only patches have. */
export function addPatchFlags(command: ReturnType<typeof createCommand>): void {
  addSelectionFlags(command)
    .option('--logs <folder>', 'swe-bench-lite: grade stored logs, one <instance_id>.log each, without a container')
    .option('--predictions <file>', 'swe-bench-lite: patches in the official format (all_preds.jsonl)')
    .addOption(
      new flags.Option('--grading <rules>', 'swe-bench-lite: as swebench 4.1.0 or 5.0.2 decides')
        .choices(['4', '5'])
        .default('5'),
    )
    .option(
      '--mend-patches',
      'swe-bench-lite: count hunks again and end the last line before applying; off officially',
    );
}

/** The flags that choose instances, for every command that works on a dataset of patches. */
export function addSelectionFlags(command: ReturnType<typeof createCommand>): ReturnType<typeof createCommand> {
  return command
    .option('--instances <ids>', 'exactly these instances, with commas', flags.list)
    .option('--repo <names>', 'of these repositories, with commas', flags.list)
    .option('--subset <n>', 'so many instances at random, the same for the same --seed', flags.wholeNumber(1))
    .option('--seed <n>', 'decides --subset', flags.wholeNumber(0), 1)
    .option('--limit <n>', 'the first n instances', flags.wholeNumber(1))
    .option('--exclude-defects', 'leave out instances with a known defect');
}

/** Grades stored logs of a dataset of patches; returns the lines for the screen. Throws `UsageError` for flags that do not fit. */
export async function gradePatches(options: PatchGradeFlags, say: (line: string) => void): Promise<string> {
  const { logs, predictions, grading, out } = options;
  const dataset = await loadPatchDataset(options.dataset);
  const allIds = new Set(dataset.problems.map(({ task }) => task.id));
  const selected = selectInstances(dataset, options);
  if ((logs === undefined) === (predictions === undefined)) {
    throw new UsageError(`${dataset.id}: expected one of --logs FOLDER and --predictions FILE`);
  }
  if (logs !== undefined) {
    const graded = await gradeLogs(selected, allIds, { logs, grading, out });
    return `${describeGradedLogs(graded, grading)}\nwritten: ${out}`;
  }
  const read = await readPredictions(predictions ?? '', selected, allIds, options.mendPatches === true);
  say(describePredictions(read));
  throw new UsageError(
    `the predictions were read and nothing was graded: running ${dataset.id} in containers is not there yet. ` +
      'Run the official harness and grade its logs with --logs FOLDER (each test_output.txt as <instance_id>.log)',
  );
}
