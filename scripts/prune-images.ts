import * as flags from '../harness/command-line.ts';
import { connectDocker } from '../harness/sandbox/docker/engine.ts';
import { describeImages, ourImages, removeImages } from '../harness/sandbox/docker/prune-images.ts';
import { print } from '../harness/terminal.ts';

const command = flags
  .createCommand(
    'prune-images',
    "Lists the images this project has made or pulled, and removes them with --yes; nobody else's.",
  )
  .option('--yes', 'remove them')
  .option(
    '--keep-environments',
    'leave what instances share: bases, system packages, interpreters, environments, commits',
  );

await flags.runCommand(command, async () => {
  const { yes = false, keepEnvironments = false } = command.opts<{ yes?: boolean; keepEnvironments?: boolean }>();
  const { images: store } = connectDocker();
  const images = ourImages(await store.list(), keepEnvironments);
  if (images.length === 0) {
    print('no image of this project is here');
    return 0;
  }
  print(describeImages(images));
  if (!yes) {
    print(`\n${images.length} images; remove them with: npm run prune-images -- --yes`);
    return 0;
  }
  const stayed = await removeImages(store, images);
  print(`\nremoved ${images.length - stayed.length} of ${images.length} images`);
  for (const name of stayed) print(`in use, or needed by another image: ${name}`);
  return stayed.length === 0 ? 0 : 1;
});
