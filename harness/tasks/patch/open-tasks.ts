import { UsageError } from '../../errors.ts';
import { loadPatchDataset } from '../../loading/load-dataset.ts';
import type { Selection } from '../../loading/select.ts';
import { sha256 } from '../../storage/hash.ts';
import type { Dataset, PatchProblem } from '../../types/task.ts';
import type { TaskSetup } from '../task-setup.ts';
import { PATCH_EXTRACTOR_VERSION } from './diff/extract-patch.ts';
import { PATCH_GRADER_VERSION } from './evaluation/evaluate.ts';
import { patchEvaluator } from './evaluator.ts';
import type { GradingRules } from './logs/grading-rules.ts';
import { type OpenPatchParts, openPatchExecutor } from './open-executor.ts';
import { contextFor, parseContext, type RepositoryContext } from './repository/context.ts';
import { openMirror } from './repository/mirror.ts';
import { type ShownLeaks, withContext } from './repository/patch-prompt.ts';
import { resolveScripted } from './scripted/scripted-model.ts';
import { type InstanceSelection, selectInstances } from './select-instances.ts';

export interface PatchTaskOptions extends Selection, InstanceSelection {
  readonly dataset: string;
  readonly seed: number;
  readonly extractor?: 'default' | 'published';
  /** What of the repository the model is shown: `none`, `gold-files`, `bm25`, `files:a,b`. */
  readonly context?: string | undefined;
  readonly contextTokens?: number | undefined;
  readonly hints?: boolean | undefined;
  /** The names of the tests that must pass are shown too: a leak. */
  readonly testNames?: boolean | undefined;
  readonly mirrors?: string | undefined;
  readonly swebenchRules?: GradingRules | undefined;
  /** Seconds. */
  readonly instanceTimeout?: number | undefined;
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

export interface PatchTaskParts extends OpenPatchParts {
  /** Where dataset files are, in place of the repository's; for tests. */
  readonly datasetsFolder?: string;
}

/** The most the shown files take of a prompt, as the published retrieval's smallest setting. */
const CONTEXT_TOKENS = 13_000;

/**
 * Opens a dataset of patches: the chosen instances, each with the statement the model is shown, and the place their patches run in. Throws
 * `UsageError` for bad flags, missing data and a missing mirror.
 */
export async function openPatchTasks(options: PatchTaskOptions, parts: PatchTaskParts): Promise<TaskSetup> {
  const { contextTokens = CONTEXT_TOKENS, hints = false, testNames = false, swebenchRules: grading = '5' } = options;
  if (options.extractor === 'published')
    throw new UsageError('--extractor published takes functions out of responses, no patches');
  const selected = selectInstances(await loadPatchDataset(options.dataset, dataOf(parts)), {
    ...options,
    instances: options.instances ?? options.tasks,
  });
  const shown = await showStatements(selected, { ...options, contextTokens, leaks: { hints, testNames } });
  const statementsSha256 = sha256(JSON.stringify(shown.dataset.problems.map(({ task }) => task.prompt)));
  const { dataset } = shown;
  const { executor, sandbox, limits, check, imageDigest } = await openPatchExecutor(
    dataset,
    { ...options, swebenchRules: grading },
    parts,
  );
  return {
    dataset,
    settings: {
      limits,
      extractorVersion: PATCH_EXTRACTOR_VERSION,
      graderVersion: PATCH_GRADER_VERSION,
      patches: {
        ...{ context: contextOf(options), contextTokens, showsHints: hints, grading, statementsSha256 },
        ...(testNames ? { showsTestNames: true as const } : {}),
      },
    },
    sandbox,
    provenance: { contextShown: describeShown(shown.contexts) },
    files: new Map([['contexts.jsonl', shown.contexts.map(contextLine).join('')]]),
    synthetic: { scripted: resolveScripted(dataset) },
    check,
    evaluators: () => dataset.problems.map((problem) => patchEvaluator(problem, executor, imageDigest(problem))),
    close: () => executor.close(),
  };
}

const dataOf = ({ environment, datasetsFolder: folder }: PatchTaskParts) => ({
  environment,
  ...(folder === undefined ? {} : { folder }),
});

const contextOf = ({ context = 'bm25' }: PatchTaskOptions): string => context;

interface Shown {
  readonly dataset: Dataset<PatchProblem>;
  readonly contexts: readonly { readonly taskId: string; readonly context: RepositoryContext }[];
}

async function showStatements(
  dataset: Dataset<PatchProblem>,
  options: PatchTaskOptions & { readonly contextTokens: number; readonly leaks: ShownLeaks },
): Promise<Shown> {
  const setting = parseContext(contextOf(options));
  const { mirrors, contextTokens, leaks } = options;
  const problems: PatchProblem[] = [];
  const contexts: { taskId: string; context: RepositoryContext }[] = [];
  for (const problem of dataset.problems) {
    const mirror = mirrors === undefined ? undefined : openMirror(mirrors, problem.task.repository);
    const context = await contextFor(problem, setting, contextTokens, mirror);
    problems.push(withContext(problem, context, leaks));
    contexts.push({ taskId: problem.task.id, context });
  }
  return { dataset: { ...dataset, problems }, contexts };
}

/** A line of contexts.jsonl: what of a repository a task showed, and what it left out and why. */
function contextLine({
  taskId,
  context: { setting, isLeak, budgetTokens, shown, leftOut },
}: Shown['contexts'][number]) {
  const files = shown.map(({ path, tokens }) => ({ path, tokens }));
  return `${JSON.stringify({ taskId, setting, isLeak, budgetTokens, shown: files, leftOut })}\n`;
}

function describeShown(contexts: Shown['contexts']): string {
  const all = contexts.map(({ context }) => context);
  const shown = all.flatMap((context) => context.shown).length;
  const leftOut = all.flatMap((context) => context.leftOut);
  const overBudget = leftOut.filter(({ why }) => why === 'budget').length;
  const without = all.filter((context) => context.shown.length === 0).length;
  return `${shown} files shown to ${all.length} instances (${without} show none), left out: ${overBudget} over the budget, ${leftOut.length - overBudget} without text at the base commit`;
}
