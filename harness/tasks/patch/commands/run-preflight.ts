import { join } from 'node:path';
import type { createCommand } from '../../../command-line.ts';
import * as flags from '../../../command-line.ts';
import { loadEnvironments, loadPatchDataset } from '../../../loading/load-dataset.ts';
import { createProgress, standardProgress } from '../../../progress.ts';
import { cacheFolder } from '../../../storage/cache-folder.ts';
import { writeAtomically } from '../../../storage/line-file.ts';
import { logOfEvaluation, openEvaluationStore } from '../evaluation/evaluation-store.ts';
import {
  cachedCertificates,
  describeMissingImages,
  type EvaluatorParts,
  withEvaluator,
} from '../evaluation/open-evaluator.ts';
import { addSiteFlags, type SiteFlags } from '../images/build-site.ts';
import type { GradingRules } from '../logs/grading-rules.ts';
import { addSelectionFlags } from '../patch-flags.ts';
import { describeFindings, findingsCsv, isSound, preflightPatches } from '../preflight.ts';
import { type InstanceSelection, selectInstances } from '../select-instances.ts';
import { instanceTimeout, swebenchRules } from './grading-flags.ts';

/** Flags of `npm run preflight` for a dataset of patches. */
export interface PatchPreflightFlags extends InstanceSelection, SiteFlags {
  readonly dataset: string;
  readonly swebenchRules: GradingRules;
  readonly instanceTimeout: number;
  readonly concurrency?: number;
  readonly csv?: string;
  readonly logsOut?: string;
}

/** Adds the flags that only patches have. */
export function addPatchPreflightFlags(command: ReturnType<typeof createCommand>): void {
  addSelectionFlags(command);
  addSiteFlags(command, 'patches: ');
  command
    .addOption(swebenchRules())
    .addOption(instanceTimeout())
    .option('--concurrency <n>', 'executions at a time', flags.wholeNumber(1))
    .option('--csv <file>', 'swe-bench-lite: the table, one row per instance')
    .option(
      '--logs-out <folder>',
      'swe-bench-lite: where logs and evaluations are kept; in the cache folder when absent',
    );
}

/**
 * Checks the images of the selected instances; what was evaluated already is not evaluated again. Returns the lines for the
 * screen and whether every instance with an image is sound.
 */
export async function runPatchPreflight(
  options: PatchPreflightFlags,
  parts: EvaluatorParts,
): Promise<{ readonly text: string; readonly isSound: boolean }> {
  const { environment, signal, say } = parts;
  const { dataset: id, swebenchRules: grading, csv } = options;
  const { problems, knownDefects } = selectInstances(await loadPatchDataset(id, { environment }), options);
  const folder = options.logsOut ?? join(cacheFolder(id, environment), 'preflight');
  const store = openEvaluationStore(folder, logOfEvaluation);
  return withEvaluator(problems, { ...options, store }, { ...parts, folder }, async (evaluator) => {
    say(describeMissingImages(id, problems, evaluator, options.diskGb) ?? `${problems.length} instances`);
    const progress = createProgress('instances', problems.length, standardProgress);
    const certificates = cachedCertificates(id, environment);
    const findings = await preflightPatches(problems, {
      evaluator,
      certificates,
      knownDefects,
      grading,
      concurrency: evaluator.slots,
      progress,
      signal,
    });
    progress.finish();
    if (csv !== undefined) await writeAtomically(csv, findingsCsv(findings, await loadEnvironments(id)));
    const written = [`logs: ${folder}`, ...(csv === undefined ? [] : [`written: ${csv}`])].join('\n');
    const unsound = findings.filter((finding) => finding.image !== undefined && !isSound(finding));
    return { text: `${describeFindings(findings)}\n${written}`, isSound: unsound.length === 0 };
  });
}
