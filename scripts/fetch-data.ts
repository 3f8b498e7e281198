import { createCommand, runCommand } from '../harness/command-line.ts';
import { fetchData } from '../harness/loading/fetch-data.ts';
import { print, say } from '../harness/terminal.ts';

const command = createCommand('fetch-data', 'Downloads the official files of a dataset and checks their pinned sums.')
  .argument('<dataset>', 'the dataset, for example humaneval')
  .option('--url <address>', 'take the file from this address instead; the pinned sum must hold all the same');

await runCommand(command, async () => {
  const [dataset = ''] = command.args;
  const { url } = command.opts<{ url?: string }>();
  const report = (line: string) => say(line);
  const files = await fetchData(dataset, { environment: process.env, report, ...(url === undefined ? {} : { url }) });
  if (files.length === 0) print(`dataset ${dataset} is part of the repository: nothing to fetch`);
  for (const { name, path, status } of files) {
    print(status === 'downloaded' ? `${name} is now in ${path}` : `${name} is already there: ${path}`);
  }
  return 0;
});
