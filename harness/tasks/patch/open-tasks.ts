import { UsageError } from '../../errors.ts';
import { loadPatchDataset } from '../../loading/load-dataset.ts';
import type { Selection } from '../../loading/select.ts';
import type { Recording } from '../../models/recorded/read-recording.ts';
import type { Dataset, PatchProblem } from '../../types/task.ts';
import type { TaskSetup } from '../task-setup.ts';
import { PATCH_EXTRACTOR_VERSION } from './diff/extract-patch.ts';
import { PATCH_GRADER_VERSION } from './evaluation/evaluate.ts';
import { patchEvaluator } from './evaluator.ts';
import { type OpenPatchParts, openPatchExecutor } from './open-executor.ts';
import { readRecordedContexts } from './recorded/recorded-contexts.ts';
import { type ShownContext, showStatements } from './repository/show-statements.ts';
import { resolveScripted } from './scripted/scripted-model.ts';
import { type InstanceSelection, selectInstances } from './select-instances.ts';
import { type PatchFlags, settingsOf } from './settings.ts';

export interface PatchTaskOptions extends Selection, InstanceSelection, PatchFlags {
  readonly dataset: string;
  readonly seed: number;
  readonly extractor?: 'default' | 'published';
  readonly mirrors?: string | undefined;
  /** Goes on with instances that preflight does not find sound; the tables name them. */
  readonly allowUnvalidated?: boolean | undefined;
  /** Containers at work at a time. */
  readonly maxSandboxes: number;
  /** `false`: that number is what fits small containers; as many are taken as fit these. */
  readonly isMaxSandboxesGiven?: boolean | undefined;
  /** The most that images of instances may take. */
  readonly diskGb?: number | undefined;
  /** Nothing will be executed. */
  readonly plan?: boolean | undefined;
}

export type PatchTaskParts = OpenPatchParts;

/**
 * Opens a dataset of patches: the chosen instances, each with the statement the model is shown, and the place their patches run in. What a
 * recording shows, and how it grades, is taken from it where no flag says otherwise. Throws `UsageError` for bad flags, missing data and a
 * missing mirror.
 */
export async function openPatchTasks(options: PatchTaskOptions, parts: PatchTaskParts): Promise<TaskSetup> {
  if (options.extractor === 'published')
    throw new UsageError('--extractor published takes functions out of responses, no patches');
  const { environment, datasetsFolder: folder, recording } = parts;
  const loaded = await loadPatchDataset(options.dataset, { environment, ...(folder === undefined ? {} : { folder }) });
  const selected = selectInstances(loaded, { ...options, instances: options.instances ?? options.tasks });
  const settings = settingsOf(options, recording?.manifest.identity);
  const { context, contextTokens, hints, testNames, swebenchRules: grading } = settings;
  const { dataset, contexts, statementsSha256 } = await showStatements(selected, {
    ...{ context, contextTokens, leaks: { hints, testNames }, mirrors: options.mirrors },
    recorded: recording === undefined ? new Map() : readRecordedContexts(recording, settings),
  });
  if (recording !== undefined && parts.isReplay === true)
    sayOtherStatements(recording, dataset, statementsSha256, parts.say);
  const opened = await openPatchExecutor(dataset, { ...options, ...settings }, parts);
  const { executor, sandbox, limits, check, imageDigest, readsLog } = opened;
  return {
    dataset,
    settings: {
      limits,
      extractorVersion: PATCH_EXTRACTOR_VERSION,
      graderVersion: PATCH_GRADER_VERSION,
      patches: {
        ...{ context, contextTokens, showsHints: hints, grading, statementsSha256 },
        ...(testNames ? { showsTestNames: true as const } : {}),
      },
    },
    sandbox,
    provenance: { contextShown: describeShown(contexts) },
    files: new Map([['contexts.jsonl', contexts.map(contextLine).join('')]]),
    synthetic: { scripted: resolveScripted(dataset) },
    check,
    evaluators: () =>
      dataset.problems.map((problem) =>
        patchEvaluator(problem, executor, { imageDigest: imageDigest(problem), recorded: recording, readsLog }),
      ),
    close: () => executor.close(),
  };
}

/** Where all tasks of a recording are replayed, they show what they showed then, or their arms are not recorded. */
function sayOtherStatements(
  { manifest: { identity, tasksLeftOut } }: Recording,
  { problems }: Dataset<PatchProblem>,
  statementsSha256: string,
  say: (line: string) => void,
): void {
  const isWhole = tasksLeftOut === 0 && problems.map(({ task }) => task.id).join() === identity.taskIds.join();
  const recorded = identity.patches?.statementsSha256;
  if (!isWhole || recorded === undefined || recorded === statementsSha256) return;
  say(
    `NOTE: tasks do not show what they showed when they were recorded (sha256 ${statementsSha256.slice(0, 12)}, then ${recorded.slice(0, 12)}); arms that meet a changed task are not recorded`,
  );
}

/** A line of contexts.jsonl: what of a repository a task showed, and what it left out and why. */
function contextLine({ taskId, context: { setting, isLeak, budgetTokens, shown, leftOut } }: ShownContext) {
  const files = shown.map(({ path, tokens }) => ({ path, tokens }));
  return `${JSON.stringify({ taskId, setting, isLeak, budgetTokens, shown: files, leftOut })}\n`;
}

function describeShown(contexts: readonly ShownContext[]): string {
  const all = contexts.map(({ context }) => context);
  const shown = all.flatMap((context) => context.shown).length;
  const leftOut = all.flatMap((context) => context.leftOut);
  const overBudget = leftOut.filter(({ why }) => why === 'budget').length;
  const without = all.filter((context) => context.shown.length === 0).length;
  return `${shown} files shown to ${all.length} instances (${without} show none), left out: ${overBudget} over the budget, ${leftOut.length - overBudget} without text at the base commit`;
}
