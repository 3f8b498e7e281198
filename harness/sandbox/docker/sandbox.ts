import { totalmem } from 'node:os';
import { SandboxLostError } from '../../errors.ts';
import type { Sandbox } from '../../types/execution.ts';
import { runnerProgram } from '../runner/source.ts';
import { connectDocker, type DockerEngine } from './engine.ts';
import { isOrphan, LABEL_RUN, ownerLabels } from './owner.ts';
import { createContainerPool } from './pool.ts';
import { pythonImageName } from './python-image.ts';
import { containerBound, containerSpec, uidBase } from './spec.ts';

interface DockerSandboxOptions {
  /** How many verdicts may be under way at a time. */
  readonly slots: number;
  /** How many containers may live at a time; default from `slots` and the machine's memory. */
  readonly containers?: number;
  /** As in `SandboxOptions`. `warmed` waits for them. */
  readonly warm?: number;
  readonly engine?: DockerEngine;
  /** As in `SandboxOptions`. */
  readonly hashSeed?: number;
}

interface DockerSandbox extends Sandbox {
  /** Resolves when the containers that are started ahead of need are ready. */
  warmed(): Promise<void>;
}

/**
 * Runs each task's programs in a container of that task: no network, read-only root, own uid for every verdict, limits as in
 * docker/README.md. Removes what dead runs have left behind. Throws `SandboxLostError` when no daemon answers or when it does not
 * have our image.
 */
export async function createDockerSandbox(options: DockerSandboxOptions): Promise<DockerSandbox> {
  const { slots, warm = slots, engine = connectDocker() } = options;
  const { mapsUids, cores } = await engine.about();
  const name = pythonImageName();
  const image = await engine.image(name);
  if (image === undefined) throw new SandboxLostError(`the image ${name} is not there: run npm run build-images once`);
  await engine.removeContainers(LABEL_RUN, isOrphan);
  const labels = ownerLabels();
  const runner = runnerProgram();
  const bound = Math.max(options.containers ?? containerBound(slots, totalmem() / 2 ** 20), slots + warm);
  let started = 0;
  const { execute, warmed, close } = createContainerPool({
    slots,
    bound,
    warm,
    cores,
    start: () => {
      const identity = { image: image.id, uidBase: uidBase(mapsUids, process.pid, started++), labels };
      return engine.start(containerSpec(identity, options.hashSeed), runner);
    },
  });
  return {
    kind: 'docker',
    description:
      'docker: a container for each task, without network, read-only, no capabilities, /tmp in memory, a uid of its own for every verdict; shares the kernel',
    imageDigest: image.id,
    keptTasks: bound - warm,
    execute,
    warmed,
    close,
  };
}
