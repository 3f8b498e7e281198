import * as flags from '../harness/command-line.ts';
import { loadPatchDataset } from '../harness/loading/load-dataset.ts';
import { addSelectionFlags } from '../harness/tasks/patch/patch-flags.ts';
import { contextFor, describeContext, parseContext } from '../harness/tasks/patch/repository/context.ts';
import { openMirror } from '../harness/tasks/patch/repository/mirror.ts';
import { PATCH_ANSWER, withContext } from '../harness/tasks/patch/repository/patch-prompt.ts';
import { type InstanceSelection, selectInstances } from '../harness/tasks/patch/select-instances.ts';
import { print } from '../harness/terminal.ts';

interface ContextFlags extends InstanceSelection {
  readonly dataset: string;
  readonly context: string;
  readonly contextTokens: number;
  readonly mirrors?: string;
  readonly hints?: boolean;
  readonly show?: boolean;
}

const command = addSelectionFlags(
  flags
    .createCommand('context', 'Lists what a model would see of a repository, file by file, and what is left out.')
    .option('--dataset <id>', 'a dataset of patches', 'swe-bench-lite'),
)
  .option('--context <setting>', 'none, gold-files (a leak), bm25 or files:PATH,PATH', 'bm25')
  .option(
    '--context-tokens <n>',
    'the most the files may take, estimated on the high side',
    flags.wholeNumber(1),
    13_000,
  )
  .option('--mirrors <folder>', 'bare copies of the repositories, owner__name.git')
  .option('--hints', 'also show the discussion of the issue; a leak')
  .option('--show', 'print the whole prompt');

await flags.runCommand(command, async () => {
  const options = command.opts<ContextFlags>();
  const { mirrors, contextTokens, hints = false, show = false } = options;
  const setting = parseContext(options.context);
  const { problems } = selectInstances(await loadPatchDataset(options.dataset, { environment: process.env }), options);
  for (const problem of problems) {
    const mirror = mirrors === undefined ? undefined : openMirror(mirrors, problem.task.repository);
    const context = await contextFor(problem, setting, contextTokens, mirror);
    print(`${problem.task.id}: ${describeContext(context)}`);
    for (const { path, tokens } of context.shown) print(`  shown    ${path} (${tokens})`);
    for (const { path, tokens, why } of context.leftOut) print(`  left out ${path} (${tokens ?? '?'}): ${why}`);
    if (show) print(`${withContext(problem, context, { hints, testNames: false }).task.prompt}\n\n${PATCH_ANSWER}`);
  }
  return 0;
});
