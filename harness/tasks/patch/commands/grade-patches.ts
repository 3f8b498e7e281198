import type { createCommand } from '../../../command-line.ts';
import * as flags from '../../../command-line.ts';
import { UsageError } from '../../../errors.ts';
import { loadPatchDataset } from '../../../loading/load-dataset.ts';
import { createProgress, standardProgress } from '../../../progress.ts';
import { logOfInstance, openEvaluationStore } from '../evaluation/evaluation-store.ts';
import {
  cachedCertificates,
  describeMissingImages,
  type EvaluatorParts,
  withEvaluator,
} from '../evaluation/open-evaluator.ts';
import { addSiteFlags, type SiteFlags } from '../images/build-site.ts';
import type { GradingRules } from '../logs/grading-rules.ts';
import { addSelectionFlags } from '../patch-flags.ts';
import { type InstanceSelection, selectInstances } from '../select-instances.ts';
import { describeGradedLogs, gradeLogs } from './grade-logs.ts';
import { describeGradedPredictions, gradePredictions, writeGradedPredictions } from './grade-predictions.ts';
import { instanceTimeout, swebenchRules } from './grading-flags.ts';
import { describePredictions, type Prediction, readPredictions } from './predictions.ts';

/** Flags of `npm run grade` for a dataset of patches. */
export interface PatchGradeFlags extends InstanceSelection, SiteFlags {
  readonly dataset: string;
  readonly out: string;
  readonly logs?: string;
  readonly predictions?: string;
  readonly swebenchRules: GradingRules;
  readonly repairPatches?: boolean;
  readonly repeat: number;
  readonly instanceTimeout: number;
  /** As the command line has it; as many as fit the Docker daemon when it was not given. */
  readonly concurrency?: number | undefined;
}

/** Adds the flags that only patches have. */
export function addPatchFlags(command: ReturnType<typeof createCommand>): void {
  addSelectionFlags(command);
  addSiteFlags(command, 'patches: ');
  command
    .option('--logs <folder>', 'swe-bench-lite: grade stored logs, one <instance_id>.log each, without a container')
    .option('--predictions <file>', 'swe-bench-lite: patches in the official format (all_preds.jsonl)')
    .addOption(swebenchRules())
    .option(
      '--repeat <n>',
      'swe-bench-lite: evaluations per prediction, with different hash seeds',
      flags.wholeNumber(1),
      1,
    )
    .addOption(instanceTimeout())
    .option(
      '--repair-patches',
      'swe-bench-lite: recount hunks and end the last line before applying; the official harness does not',
    );
}

/**
 * Grades predictions in containers, or stored logs without any; returns the lines for the screen. Throws `UsageError` for flags that do
 * not fit.
 */
export async function gradePatches(options: PatchGradeFlags, parts: EvaluatorParts): Promise<string> {
  const { logs, predictions, swebenchRules: grading, out } = options;
  const dataset = await loadPatchDataset(options.dataset, { environment: parts.environment });
  const allIds = new Set(dataset.problems.map(({ task }) => task.id));
  const selected = selectInstances(dataset, options);
  if (logs !== undefined && predictions === undefined) {
    const graded = await gradeLogs(selected, allIds, { logs, grading, out });
    return `${describeGradedLogs(graded, grading)}\nwritten: ${out}`;
  }
  if (logs !== undefined || predictions === undefined) {
    throw new UsageError(`${dataset.id}: expected one of --logs FOLDER and --predictions FILE`);
  }
  const read = await readPredictions(predictions, selected, allIds, options.repairPatches === true);
  parts.say(describePredictions(read));
  return gradeInContainers(read, options, parts);
}

async function gradeInContainers(
  predictions: readonly Prediction[],
  options: PatchGradeFlags,
  parts: EvaluatorParts,
): Promise<string> {
  const { environment, signal, say } = parts;
  const { dataset, swebenchRules: grading, out, repeat } = options;
  const problems = predictions.map(({ problem }) => problem);
  const folder = `${out.replace(/\.jsonl?$/, '')}-evaluations`;
  const store = openEvaluationStore(folder, logOfInstance);
  return withEvaluator(problems, { ...options, store }, { ...parts, folder }, async (evaluator) => {
    const missing = describeMissingImages(dataset, problems, evaluator, options.diskGb);
    if (missing !== undefined) say(missing);
    const progress = createProgress('patches', predictions.length, standardProgress);
    const certificates = cachedCertificates(dataset, environment);
    const graded = await gradePredictions(predictions, {
      evaluator,
      certificates,
      grading,
      repeat,
      concurrency: evaluator.slots,
      progress,
      signal,
    });
    progress.finish();
    await writeGradedPredictions(out, graded, grading);
    const lines = [
      describeGradedPredictions(graded, grading),
      ...(missing === undefined || options.diskGb !== undefined ? [] : [missing]),
    ];
    return [...lines, `written: ${out}; logs and evaluations: ${folder}`].join('\n');
  });
}
