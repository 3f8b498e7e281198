import { SandboxLostError } from '../../../errors.ts';
import type { DockerEngine } from '../../../sandbox/docker/engine.ts';
import { ownerLabels } from '../../../sandbox/docker/owner.ts';
import type { EnvironmentSpecification } from '../../../types/environment-specification.ts';
import type { InstanceImage } from '../images/instance-image.ts';
import {
  type ContainerWorkspace,
  type Neighbour,
  openWorkspace,
  WORKSPACE_LIMITS,
  type WorkspaceLimits,
} from './container.ts';
import { NO_CLOCK, type PhaseClock } from './phases.ts';

interface WorkspaceFacts {
  readonly image: InstanceImage;
  readonly environment: EnvironmentSpecification;
  readonly hashSeed: number | undefined;
  /** Gets how long making and removing the container took; begun anew where the work is. */
  readonly clock?: PhaseClock;
}

export interface WorkspaceOptions {
  readonly engine: DockerEngine;
  readonly limits?: WorkspaceLimits;
  /** Milliseconds of a clock that is never set back. */
  now(): number;
  /** Opens what an image's tests talk to; `undefined` where they need nothing. */
  readonly openNeighbour?: (
    image: InstanceImage,
    labels: Readonly<Record<string, string>>,
  ) => Promise<Neighbour | undefined>;
}

/**
 * Containers with a lifetime: each is removed when its work is done, all of them when this is closed. Work that lost its container is tried
 * once more in a fresh one; `inWorkspace` throws `SandboxLostError` where that is lost, too.
 */
export function createWorkspaces({ engine, now, limits = WORKSPACE_LIMITS, openNeighbour }: WorkspaceOptions) {
  const labels = ownerLabels();
  const open = new Set<Promise<() => Promise<void>>>();
  let isClosed = false;

  async function tryIn<T>(facts: WorkspaceFacts, work: (workspace: ContainerWorkspace) => Promise<T>): Promise<T> {
    if (isClosed) throw new SandboxLostError('the containers were closed');
    const { clock = NO_CLOCK } = facts;
    clock.restart();
    const opening = clock.during('create', async () => {
      const neighbour = await openNeighbour?.(facts.image, labels);
      try {
        const workspace = await openWorkspace(engine, { ...facts, labels, limits, neighbour, now });
        const close = async () => {
          await workspace.close();
          await neighbour?.close();
        };
        return { workspace, close };
      } catch (error) {
        await neighbour?.close();
        throw error;
      }
    });
    const closing = opening.then(({ close }) => close);
    closing.catch(() => {}); // told to whoever asked
    open.add(closing);
    try {
      const { workspace } = await opening;
      const done = await work(workspace);
      // Closing ends what runs in it: what came out then is no evaluation.
      if (isClosed) throw new SandboxLostError('the containers were closed');
      return done;
    } finally {
      await clock.during('remove', () => closing.then((close) => close()).catch(() => {}));
      open.delete(closing);
    }
  }

  return {
    async inWorkspace<T>(facts: WorkspaceFacts, work: (workspace: ContainerWorkspace) => Promise<T>): Promise<T> {
      try {
        return await tryIn(facts, work);
      } catch (error) {
        if (!(error instanceof SandboxLostError) || isClosed) throw error;
        return tryIn(facts, work);
      }
    },
    async close(): Promise<void> {
      isClosed = true;
      await Promise.all([...open].map((closing) => closing.then((close) => close()).catch(() => {})));
    },
  };
}
