import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import * as flags from '../../command-line.ts';
import { createLimiter } from '../../concurrency.ts';
import { UsageError } from '../../errors.ts';
import { readBuiltLines } from '../../loading/built-line.ts';
import { createProgress, standardProgress } from '../../progress.ts';
import { readRun } from '../../records/stored-run.ts';
import { chooseSandbox, type SandboxName } from '../../sandbox/choose.ts';
import { sha256 } from '../../storage/hash.ts';
import { readJsonLines } from '../../storage/json-lines.ts';
import { writeAtomically } from '../../storage/line-file.ts';
import { z } from '../../storage/schema.ts';
import { readUtf8 } from '../../storage/utf8.ts';
import { markdownTable } from '../../text/markdown-table.ts';
import { createPrograms } from '../programs.ts';
import { SECONDS } from '../readings.ts';
import { judgeSubmission, type Submission } from '../submission.ts';
import { shareText } from '../truth/share-text.ts';
import { type Machine, sandboxFlag } from './model-parts.ts';

export interface SubmitFlags {
  readonly dataset: string;
  readonly answers?: string;
  readonly run?: string;
  readonly out: string;
  readonly maxSandboxes: number;
  readonly sandbox: SandboxName;
}

/** `npm run build-dataset -- submit`: stage 6, with and without the static check. */
export function submitCommand(): ReturnType<typeof flags.createCommand> {
  return flags
    .createCommand(
      'build-dataset',
      `Judges submissions as stage 6 does: static check, then each test alone for ${SECONDS.submission} s. Grades are shown with and without the check. Writes submissions.jsonl and submissions.md.`,
    )
    .name('npm run build-dataset -- submit')
    .requiredOption('--dataset <file>', 'a built dataset.jsonl')
    .option('--answers <file>', 'JSON lines {task_id, solution}; a solution is the whole class Solution')
    .option('--run <folder>', 'or every step of a run of bench on the dataset')
    .requiredOption('--out <folder>', 'where results are written')
    .option('--max-sandboxes <n>', 'executions at a time', flags.wholeNumber(1), 2)
    .addOption(sandboxFlag());
}

interface Submitted {
  readonly task_id: string;
  readonly by: string;
  readonly solution: string;
}

const answerShape = z.object({ task_id: z.string(), solution: z.string().max(200_000) });

/** Runs the command; gives the text for the screen. Throws `UsageError` and `DataError` for bad input. */
export async function runSubmit(
  { dataset, answers, run, out, maxSandboxes, sandbox: kind }: SubmitFlags,
  { progress }: Pick<Machine, 'progress'>,
): Promise<string> {
  if ((answers === undefined) === (run === undefined))
    throw new UsageError('expected either --answers FILE.jsonl or --run FOLDER');
  const text = await readUtf8(dataset);
  const lines = new Map(readBuiltLines(text, dataset).map((line) => [line.task_id, line]));
  const submitted = answers === undefined ? await stepsOf(run ?? '', sha256(text)) : await answersOf(answers);
  const stranger = submitted.find(({ task_id: id }) => !lines.has(id));
  if (stranger !== undefined)
    throw new UsageError(`${answers ?? run}: expected tasks of ${dataset}, got ${stranger.task_id}`);
  const sandbox = await chooseSandbox(kind, { needsIsolation: true, slots: maxSandboxes });
  try {
    const shown = createProgress('submissions', submitted.length, progress ?? standardProgress);
    const limit = createLimiter(maxSandboxes);
    const known = new Map<string, ReturnType<typeof judgeSubmission>>();
    const judged = await Promise.all(
      submitted.map(({ task_id: id, by, solution }) =>
        limit(async (): Promise<Submission> => {
          const line = lines.get(id);
          if (line === undefined) throw new Error(`${id} was looked for before`);
          const solutionSha256 = sha256(solution);
          const key = `${id} ${solutionSha256}`;
          const judgement = known.get(key) ?? judgeSubmission(solution, line, createPrograms(sandbox, id));
          known.set(key, judgement);
          const result = { task_id: id, by, solutionSha256, ...(await judgement) };
          shown.done(result.withoutCheck === 'ungraded' ? undefined : result.withoutCheck === 'solved');
          return result;
        }),
      ),
    );
    shown.finish();
    const table = ['graded by a built dataset, each test alone', '', submissionsTable(judged)].join('\n');
    await mkdir(out, { recursive: true });
    await writeAtomically(join(out, 'submissions.jsonl'), judged.map((one) => `${JSON.stringify(one)}\n`).join(''));
    await writeAtomically(join(out, 'submissions.md'), `${table}\n`);
    return table;
  } finally {
    await sandbox.close();
  }
}

const answersOf = async (path: string): Promise<readonly Submitted[]> =>
  (await readJsonLines(path, answerShape)).map((answer) => ({ ...answer, by: 'answers' }));

async function stepsOf(folder: string, datasetSha256: string): Promise<readonly Submitted[]> {
  const { manifest, trajectories } = await readRun(folder);
  const { identity } = manifest;
  if (identity.datasetSha256 !== datasetSha256)
    throw new UsageError(
      `--run ${folder}: expected a run on this dataset (sha256 ${datasetSha256}), got one on ${identity.dataset} (sha256 ${identity.datasetSha256})`,
    );
  return trajectories.flatMap(({ taskId, condition, steps }) =>
    steps.map(({ candidate = '' }) => ({ task_id: taskId, by: condition, solution: candidate })),
  );
}

/** How many are solved with and without the static check, by arm, and what it objects to. */
export function submissionsTable(judged: readonly Submission[]): string {
  const share = (of: readonly Submission[], grade: 'withCheck' | 'withoutCheck'): string =>
    shareText(
      of.flatMap((one) =>
        one[grade] === 'ungraded' ? [] : [{ taskId: one.task_id, isCounted: one[grade] === 'solved' }],
      ),
    );
  const rows = [['all', judged] as const, ...Map.groupBy(judged, ({ by }) => by)].map(([by, of]) => [
    by,
    String(of.length),
    String(of.filter(({ faults }) => faults.length > 0).length),
    share(of, 'withoutCheck'),
    share(of, 'withCheck'),
    String(of.filter(({ withoutCheck }) => withoutCheck === 'ungraded').length),
  ]);
  const header = [
    'submissions of',
    'n',
    'with a fault of form',
    'solved without the check',
    'solved with it',
    'ungraded',
  ];
  const faults = Map.groupBy(
    judged.flatMap((one) => one.faults),
    (fault) => fault,
  );
  const objections = [...faults].sort(([, one], [, other]) => other.length - one.length).slice(0, 20);
  return [
    markdownTable({ header, rows }),
    ...(objections.length === 0
      ? []
      : [
          markdownTable({
            header: ['fault of form', 'submissions'],
            rows: objections.map(([name, of]) => [name, String(of.length)]),
          }),
        ]),
  ].join('\n\n');
}
