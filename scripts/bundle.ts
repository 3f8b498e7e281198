import * as flags from '../harness/command-line.ts';
import { openResponseStore } from '../harness/models/stored/response-store.ts';
import { writeBundle } from '../harness/records/bundle.ts';
import { print } from '../harness/terminal.ts';

const command = flags
  .createCommand(
    'bundle',
    'Packs a finished run with every answer it used into one file; npm run bench -- --from FILE makes its tables again.',
  )
  .argument('<run-folder>', 'results/…')
  .option('--out <file>', 'the bundle; <run-folder>.bundle.tar.gz when left out')
  .option('--cache <folder>', 'where the answers are stored', 'results/cache');

await flags.runCommand(command, async () => {
  const { out, cache } = command.opts<{ out?: string; cache: string }>();
  const folder = (command.args[0] ?? '').replace(/\/+$/, '');
  const file = out ?? `${folder}.bundle.tar.gz`;
  const { sha256, calls } = await writeBundle(
    folder,
    openResponseStore(cache, () => new Date()),
    file,
  );
  print(`${file}: ${calls} stored answers, sha256 ${sha256}`);
  return 0;
});
