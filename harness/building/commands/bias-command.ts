import { join } from 'node:path';
import * as flags from '../../command-line.ts';
import { UsageError } from '../../errors.ts';
import { readBuiltLines } from '../../loading/built-line.ts';
import { loadDataset } from '../../loading/load-dataset.ts';
import { createProgress, standardProgress } from '../../progress.ts';
import { readRun } from '../../records/stored-run.ts';
import { chooseSandbox, type SandboxName } from '../../sandbox/choose.ts';
import { timeLimitFactorsOf } from '../../sandbox/reference-times.ts';
import { sha256 } from '../../storage/hash.ts';
import { writeAtomically } from '../../storage/line-file.ts';
import { readUtf8 } from '../../storage/utf8.ts';
import { refuseUnlessSound } from '../../tasks/function/refuse-unless-sound.ts';
import { biasTables } from '../truth/bias-tables.ts';
import { gradedByTruth, truthGrader } from '../truth/truth-grading.ts';
import { choice, type Machine, sandboxFlag } from './model-parts.ts';

export interface BiasFlags {
  readonly run: string;
  readonly dataset: string;
  readonly from: string;
  readonly maxSandboxes: number;
  readonly sandbox: SandboxName;
}

/** `npm run build-dataset -- bias`: what grading by built tests did to a run's figures. */
export function biasCommand(): ReturnType<typeof flags.createCommand> {
  return flags
    .createCommand(
      'build-dataset',
      'Grades every step of a run on a built dataset by the tests its texts came from, too: false accepts and rejects, bias by arm and k, signs of declared comparisons. Writes bias.md and truth-grades.jsonl into the run’s folder.',
    )
    .name('npm run build-dataset -- bias')
    .requiredOption('--run <folder>', 'a finished run of bench on the built dataset')
    .requiredOption('--dataset <file>', 'the built dataset.jsonl that it ran on')
    .addOption(
      choice(
        '--from <dataset>',
        'what the texts were made from',
        'kata',
        'humaneval',
        'mbpp-plus',
      ).makeOptionMandatory(),
    )
    .option('--max-sandboxes <n>', 'executions at a time', flags.wholeNumber(1), 2)
    .addOption(sandboxFlag());
}

/** Runs the command; gives the text for the screen. Throws `UsageError` for a run of another dataset. */
export async function runBias(
  options: BiasFlags,
  { environment, progress, say }: Pick<Machine, 'environment' | 'progress' | 'say'>,
): Promise<string> {
  const { run: folder, dataset, from, maxSandboxes, sandbox: kind } = options;
  const text = await readUtf8(dataset);
  const lines = readBuiltLines(text, dataset);
  const run = await readRun(folder);
  const { isSimulated, identity } = run.manifest;
  if (identity.datasetSha256 !== sha256(text))
    throw new UsageError(
      `--run ${folder}: expected a run on ${dataset} (sha256 ${sha256(text).slice(0, 12)}), found one on ${identity.dataset} (${identity.datasetSha256?.slice(0, 12)})`,
    );
  const loaded = await loadDataset(from, { environment });
  const truth = { ...loaded, problems: loaded.problems.filter(({ task }) => identity.taskIds.includes(task.id)) };
  const sandbox = await chooseSandbox(kind, { needsIsolation: true, slots: maxSandboxes });
  try {
    const steps = run.trajectories.reduce((sum, trajectory) => sum + trajectory.steps.length, 0);
    const shown = createProgress('steps', steps, progress ?? standardProgress);
    // The same limits as the run's, and as long for this machine: else a slow step would be right by one suite alone.
    const factorOf = timeLimitFactorsOf(await refuseUnlessSound(truth, sandbox, identity.limits, say));
    const grade = truthGrader(lines, truth.problems, sandbox, { limits: identity.limits, factorOf });
    const byTruth = await gradedByTruth(run, grade, maxSandboxes, () => shown.done(undefined));
    shown.finish();
    const header = [
      `run: ${folder}, model: ${identity.model}${isSimulated ? ' (SIMULATED, not measured)' : ''}`,
      `graded by the built dataset ${dataset}, and by the tests of ${from}, which no model saw`,
    ];
    const tables = [...header, '', biasTables(run, byTruth)].join('\n');
    const rows = byTruth.grades.map((one) => `${JSON.stringify(one)}\n`).join('');
    await writeAtomically(join(folder, 'truth-grades.jsonl'), rows);
    await writeAtomically(join(folder, 'bias.md'), `${tables}\n`);
    return tables;
  } finally {
    await sandbox.close();
  }
}
