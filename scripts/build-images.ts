import * as flags from '../harness/command-line.ts';
import { UsageError } from '../harness/errors.ts';
import { connectDocker } from '../harness/sandbox/docker-engine.ts';
import { buildPythonImage } from '../harness/sandbox/images.ts';

const command = flags.createCommand(
  'build-images',
  'Gives the Docker daemon the image that programs run in: from its registry, or made here where none answers.',
);

await flags.runCommand(command, async () => {
  const engine = connectDocker();
  await engine.mapsUids().catch((error: Error) => {
    throw new UsageError(error.message, { cause: error });
  });
  const { name, id, base } = await buildPythonImage(engine, (line) => console.error(line));
  console.log(`${name}\n  id   ${id}\n  base ${base}`);
  return 0;
});
