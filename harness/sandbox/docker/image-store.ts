import { messageOf, SandboxLostError } from '../../errors.ts';
import type { Docker } from './client.ts';
import { type HistoryLine, type ImagePiece, piecesOf } from './image-pieces.ts';

/** What a build gets beside its Dockerfile. */
interface BuildOptions {
  /** Files and folders of the context folder that are sent. */
  readonly files: readonly string[];
  /** For the recipe's `ARG`s. */
  readonly buildArguments: Readonly<Record<string, string>>;
  /** In addition to the recipe's. */
  readonly labels: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

/** An image as the daemon lists it. */
export interface ListedImage {
  readonly id: string;
  /** `repository:tag`; none for what a broken build left behind. */
  readonly names: readonly string[];
  /** All its layers, those it shares included. */
  readonly sizeBytes: number;
  readonly createdAt: Date;
  readonly parentId: string | undefined;
  readonly labels: Readonly<Record<string, string>>;
}

/** What an image takes, and when it was used last. */
export interface KeptImage {
  readonly id: string;
  readonly names: readonly string[];
  readonly pieces: readonly ImagePiece[];
  /** When it was given a name last, or made. */
  readonly usedAt: Date;
}

/** The images a daemon keeps. */
export interface ImageStore {
  /** Builds the Dockerfile in `folder`; `onLine` gets what the daemon says. Throws with the daemon's own words. */
  build(folder: string, name: string, options: BuildOptions, onLine: (line: string) => void): Promise<void>;
  /** From its registry. Throws with the daemon's own words. */
  pull(name: string, onLine: (line: string) => void, signal: AbortSignal): Promise<void>;
  tag(name: string, newName: string): Promise<void>;
  list(): Promise<readonly ListedImage[]>;
  /** More of a listed image; `undefined` when it is gone. */
  inspect(id: string): Promise<KeptImage | undefined>;
  /** Of a name or an id. A container that uses it keeps it. */
  remove(name: string): Promise<'removed' | 'in-use' | 'absent'>;
}

export function imageStore(docker: Docker): ImageStore {
  const lost = (error: unknown): never => {
    throw new SandboxLostError(`the Docker daemon does not answer (${messageOf(error)})`, { cause: error });
  };
  /** Of images by their sums: they cannot change. */
  const pieces = new Map<string, readonly ImagePiece[]>();
  return {
    async build(folder, name, { files, buildArguments, labels, signal }, onLine) {
      const progress = await docker.buildImage(
        { context: folder, src: ['Dockerfile', ...files] },
        { t: name, forcerm: true, buildargs: { ...buildArguments }, labels: { ...labels }, abortSignal: signal },
      );
      await followed(docker, progress, onLine, signal);
    },
    async pull(name, onLine, signal) {
      const progress = await docker.pull(name, { abortSignal: signal });
      await followed(docker, progress, onLine, signal);
    },
    async tag(name, newName) {
      const [repo = newName, tag = 'latest'] = newName.split(':');
      await docker.getImage(name).tag({ repo, tag });
    },
    async list() {
      const listed = await docker.listImages().catch(lost);
      return listed.map(({ Id, RepoTags, Size, Created, ParentId, Labels }) => ({
        id: Id,
        names: (RepoTags ?? []).filter((name) => name !== '<none>:<none>'),
        sizeBytes: Size,
        createdAt: new Date(Created * 1000),
        parentId: ParentId === '' ? undefined : ParentId,
        labels: Labels ?? {},
      }));
    },
    async inspect(id) {
      try {
        const image = docker.getImage(id);
        const inspected: Inspected = await image.inspect();
        const { RepoTags, RootFS, Size, Created, Metadata } = inspected;
        const known = pieces.get(id) ?? piecesOf(RootFS.Layers ?? [], (await image.history()) as HistoryLine[], Size);
        pieces.set(id, known);
        const tagged = new Date(Metadata?.LastTagTime ?? 0);
        const made = new Date(Created);
        return {
          id,
          names: (RepoTags ?? []).filter((name) => name !== '<none>:<none>'),
          pieces: known,
          usedAt: tagged > made ? tagged : made,
        };
      } catch (error) {
        return statusOf(error) === 404 ? undefined : lost(error);
      }
    },
    async remove(name) {
      try {
        await docker.getImage(name).remove();
        return 'removed';
      } catch (error) {
        if (statusOf(error) === 404) return 'absent';
        return statusOf(error) === 409 ? 'in-use' : lost(error);
      }
    },
  };
}

/** What the package's types do not know of. */
type Inspected = Awaited<ReturnType<ReturnType<Docker['getImage']>['inspect']>> & {
  readonly Metadata?: { readonly LastTagTime?: string };
};

interface ProgressEvent {
  readonly stream?: string;
  readonly status?: string;
  readonly error?: string;
}

/** Reads what a build or a pull says to its end. A stream that is aborted ends it at the daemon too. */
async function followed(
  docker: Docker,
  progress: NodeJS.ReadableStream,
  onLine: (line: string) => void,
  signal: AbortSignal,
): Promise<void> {
  let fault: string | undefined;
  const onEvent = ({ stream, status, error }: ProgressEvent): void => {
    fault ??= error;
    for (const line of (stream ?? status ?? '').split(/[\r\n]+/)) if (line.trim() !== '') onLine(line.trimEnd());
  };
  await new Promise<void>((resolve, reject) => {
    docker.modem.followProgress(progress, (error: Error | null) => (error ? reject(error) : resolve()), onEvent);
  }).catch((error: unknown) => {
    if (fault === undefined) throw error;
  });
  signal.throwIfAborted();
  if (fault !== undefined) throw new Error(fault);
}

const statusOf = (error: unknown): number | undefined =>
  error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : undefined;
