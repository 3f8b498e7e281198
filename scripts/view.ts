import * as flags from '../harness/command-line.ts';
import { openInBrowser, print, say, sayBug } from '../harness/terminal.ts';
import { startViewer } from '../harness/viewer/server.ts';

const command = flags
  .createCommand('view', 'Shows runs in the browser, while they run and after: on this machine only, reading only.')
  .argument('[run-folders...]', 'runs that are elsewhere')
  .option('--results <folder>', 'the folder whose folders are runs', 'results')
  .option('--port <n>', 'where the browser finds it', flags.wholeNumber(0, 65_535), 7373)
  .option('--open', 'open the browser');

await flags.runCommand(command, async (signal) => {
  const options = command.opts<{ readonly results: string; readonly port: number; readonly open?: boolean }>();
  const viewer = await startViewer({ ...options, folders: command.args, now: flags.machine.date, sayBug });
  print(viewer.url);
  say('Ctrl-C ends it');
  if (options.open === true) openInBrowser(viewer.url);
  await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
  await viewer.close();
  return 0;
});
