import { copyFile, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import * as flags from '../harness/command-line.ts';
import { openResponseStore } from '../harness/models/stored/response-store.ts';
import { exportedStudy } from '../harness/published/replication/export-study.ts';
import { writeBundle } from '../harness/records/bundle.ts';
import { readRun } from '../harness/records/stored-run.ts';
import { STUDY_FILE } from '../harness/records/study-file.ts';
import { writeAtomically } from '../harness/storage/line-file.ts';
import { print } from '../harness/terminal.ts';

const command = flags
  .createCommand(
    'export-study',
    'Writes a finished run as a study that others can replicate: the study file, every answer it got, and its tables.',
  )
  .argument('<run-folder>', 'results/…')
  .requiredOption('--id <name>', 'what the study is called')
  .requiredOption('--out <folder>', 'where it is written')
  .option('--title <text>', 'one line for tables; the id when left out')
  .option('--source <text>', 'where it is published', (text: string, before: string[] = []) => [...before, text])
  .option('--cache <folder>', 'where the answers are stored', 'results/cache');

await flags.runCommand(command, async () => {
  type Options = { id: string; out: string; title?: string; source?: string[]; cache: string };
  const { id, out, title = id, source: sources = [], cache } = command.opts<Options>();
  const folder = (command.args[0] ?? '').replace(/\/+$/, '');
  const run = await readRun(folder);
  const { recording } = run.manifest.identity;
  const study = exportedStudy(run, { id, title, sources });
  await mkdir(out, { recursive: true });
  const store = openResponseStore(cache, () => new Date());
  // The answers of a replay are its recording's.
  const bundle = join(out, `${id}.bundle.tar.gz`);
  const calls = recording === undefined ? (await writeBundle(folder, store, bundle)).calls : undefined;
  const tables = (await readdir(folder)).filter((name) => /^(?:tables\.md|.*\.csv)$/.test(name));
  for (const name of tables) await copyFile(join(folder, name), join(out, name));
  await writeAtomically(join(out, STUDY_FILE), `${JSON.stringify(study, undefined, 2)}\n`);
  const answers = calls === undefined ? `answers in recorded:${recording}` : `${bundle} (${calls} stored answers)`;
  const records = calls === undefined ? `--model recorded:${recording}` : `--from ${bundle}`;
  print(`${out}: ${STUDY_FILE}, ${answers}, ${tables.length} tables`);
  print(`replicate it: npm run replicate -- ${out} --model ID --records RUN_FOLDER`);
  print(`RUN_FOLDER comes from: npm run bench -- ${records} --out RUN_FOLDER`);
  return 0;
});
