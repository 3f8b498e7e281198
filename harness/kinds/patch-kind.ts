import * as flags from '../command-line.ts';
import { addPatchFlags, gradePatches, type PatchGradeFlags } from '../tasks/patch/commands/grade-patches.ts';
import {
  addPatchPreflightFlags,
  type PatchPreflightFlags,
  runPatchPreflight,
} from '../tasks/patch/commands/run-preflight.ts';
import { openPatchTasks } from '../tasks/patch/open-tasks.ts';
import { openKeptPatches, patchEvaluators } from '../tasks/patch/read-records.ts';
import type { Command, TaskKind } from './task-kind.ts';

/** Candidates are patches of a repository, graded by its own tests in a container of the instance's image. */
export const patchKind: TaskKind = {
  kind: 'patch',
  // A patch is longer than a function.
  maxOutputTokens: 4096,
  recording: { evaluators: patchEvaluators, openKept: openKeptPatches },
  addStudyFlags,
  addGradeFlags: addPatchFlags,
  addPreflightFlags: addPatchPreflightFlags,
  open: openPatchTasks,
  grade: (command, parts) => gradePatches(command.opts<PatchGradeFlags>(), parts),
  preflight: (command, parts) => runPatchPreflight(command.opts<PatchPreflightFlags>(), parts),
};

function addStudyFlags(command: Command): void {
  command
    .option('--instances <ids>', 'patches: exactly these instances, comma-separated', flags.list)
    .option('--repo <names>', 'patches: of these repositories, comma-separated', flags.list)
    .option(
      '--context <setting>',
      'patches: what the model sees of the repository: none, bm25, files:PATH,PATH or gold-files, a leak (bm25)',
    )
    .option('--context-tokens <n>', 'patches: the most the shown files may take (13000)', flags.wholeNumber(1))
    .option('--hints', 'patches: also show the discussion of the issue; a leak')
    .option('--test-names', 'patches: also show the names of the tests that must pass; a leak')
    .option('--mirrors <folder>', 'patches: bare copies of the repositories, owner__name.git')
    .addOption(
      new flags.Option(
        '--swebench-rules <version>',
        'patches: grade by the rules of swebench 4.1.0 or 5.0.2 (5)',
      ).choices(['4', '5']),
    )
    .option('--instance-timeout <seconds>', 'patches: wall clock of one test run (1800)', flags.positiveNumber)
    .option(
      '--disk-gb <n>',
      'patches: images of instances that this run does not need are removed, longest unused first, until all are within so many GB',
      flags.positiveNumber,
    )
    .option('--allow-unvalidated', 'patches: also run instances that failed preflight; the tables name them');
}
