import * as flags from '../harness/command-line.ts';
import { UsageError } from '../harness/errors.ts';
import { connectDocker } from '../harness/sandbox/docker/engine.ts';
import { buildPythonImage } from '../harness/sandbox/docker/python-image.ts';
import { buildTools } from '../harness/sandbox/tools/install.ts';
import { buildProversImage } from '../harness/sandbox/tools/provers.ts';
import { addImageFlags, buildDatasetImages, type ImageFlags } from '../harness/tasks/patch/images/build-images.ts';
import { print, say } from '../harness/terminal.ts';

const command = flags
  .createCommand(
    'build-images',
    'Gives the Docker daemon the images that candidates run in: from a registry, or made here where none answers.',
  )
  .argument(
    '[dataset]',
    'a dataset of patches: the images of its instances; without it, the image that Python programs run in',
  );
addImageFlags(command);
command.option(
  '--tools',
  'hypothesis, CrossHair and mypy for checks of claims: an image, and a folder of the cache for sandboxes without Docker',
);
command.option('--provers', 'an image with Dafny, Why3 and their solvers; without Docker, apt-get installs them');

await flags.runCommand(command, async (signal) => {
  const engine = connectDocker();
  const parts = { ...flags.machine, say, signal };
  const silence = await engine.about().then(
    () => undefined,
    (error: Error) => new UsageError(error.message, { cause: error }),
  );
  if (command.opts<{ tools?: boolean }>().tools === true) {
    if (silence !== undefined) say(`no image: ${silence.message}`);
    for (const line of await buildTools(silence === undefined ? engine : undefined, parts)) print(line);
    return 0;
  }
  if (silence !== undefined) throw silence;
  if (command.opts<{ provers?: boolean }>().provers === true) {
    print(await buildProversImage(engine, parts));
    return 0;
  }
  const [dataset] = command.args;
  if (dataset !== undefined) {
    const { builds, table } = await buildDatasetImages(dataset, command.opts<ImageFlags>(), { ...parts, engine });
    print(table);
    return builds.some(({ status }) => status === 'failed') ? 1 : 0;
  }
  const { name, id, base } = await buildPythonImage(engine, parts);
  print(`${name}\n  id   ${id}\n  base ${base}`);
  return 0;
});
