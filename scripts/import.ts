import { join } from 'node:path';
import * as flags from '../harness/command-line.ts';
import { importStudy } from '../harness/published/import-study.ts';
import { findStudy } from '../harness/published/study.ts';
import { describeImport } from '../harness/report/published/describe-import.ts';
import { print } from '../harness/terminal.ts';

const command = flags
  .createCommand('import', "Reads a published study's result files into run folders that report and verify-paper read.")
  .argument('<study>', 'lucid')
  .argument('<folder>', 'where its result directories are (or a folder whose results/ holds them)')
  .option('--out <folder>', 'where to write: one run folder per benchmark (default: results/published/<study>)');

await flags.runCommand(command, async () => {
  const [studyId = '', folder = ''] = command.args;
  const study = findStudy(studyId);
  const { out = join('results', 'published', study.id) } = command.opts<{ out?: string }>();
  print(describeImport(study, out, await importStudy(study, folder, out)));
  return 0;
});
