import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { sha256 } from '../../harness/storage/hash.ts';
import { temporaryFolder } from '../fixtures/command.ts';
import { docker } from './daemon.ts';

interface Blob {
  readonly type: string;
  readonly content: Buffer;
}

const digestOf = (content: Buffer): string => `sha256:${sha256(content)}`;
const KIND = 'application/vnd.docker';

/** What an image is made of: its configuration, and its layers as tar files, lowest first. */
interface ServedImage {
  readonly config: Buffer;
  readonly layers: readonly Buffer[];
}

/** How a registry refuses: as Docker's own does to somebody who has pulled too much, with a bare status, or by closing the connection. */
export type Refusal = 'pull-limit' | 401 | 403 | 404 | 500 | 503 | 'closed';

interface Registry {
  readonly host: string;
  /** How many layers it gave. */
  readonly given: () => number;
  /** Refuses everything but its greeting from now on; without a word it serves again. */
  refuse(how?: Refusal): void;
  close(): void;
}

/**
 * A registry on this machine that serves images by repository name, through the pull part of the registry's HTTP interface (manifests and
 * blobs by digest); asked for another one it answers as Docker's own does when somebody has pulled too much. A daemon accepts it without TLS,
 * since it is on the loopback.
 */
export async function startRegistry(images: ReadonlyMap<string, string | ServedImage>): Promise<Registry> {
  const answers = new Map<string, Blob>();
  for (const [name, image] of images)
    for (const [path, blob] of answersOf(name, typeof image === 'string' ? imageOf(image) : image))
      answers.set(path, blob);
  let refusal: Refusal | undefined;
  let given = 0;
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    if (refusal === 'closed') {
      request.socket.destroy();
      return;
    }
    const isGreeting = path === '/v2/';
    const found = isGreeting ? { type: 'application/json', content: Buffer.from('{}') } : answers.get(path);
    const refused =
      isGreeting && refusal !== 401 ? undefined : (refusal ?? (found === undefined ? 'pull-limit' : undefined));
    if (found === undefined || refused !== undefined) {
      const [status, code, message] = REFUSALS[refused ?? 'pull-limit'];
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ errors: [{ code, message }] }));
      return;
    }
    if (found.type === LAYER && request.method === 'GET') given++;
    const headers = {
      'content-type': found.type,
      'content-length': found.content.length,
      'docker-content-digest': digestOf(found.content),
      'docker-distribution-api-version': 'registry/2.0',
    };
    response.writeHead(200, headers).end(request.method === 'HEAD' ? undefined : found.content);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    host: `127.0.0.1:${port}`,
    given: () => given,
    refuse: (how) => {
      refusal = how;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

const REFUSALS: Readonly<Record<Exclude<Refusal, 'closed'>, readonly [status: number, code: string, message: string]>> =
  {
    'pull-limit': [429, 'TOOMANYREQUESTS', 'You have reached your pull rate limit.'],
    401: [401, 'UNAUTHORIZED', 'authentication required'],
    403: [403, 'DENIED', 'requested access to the resource is denied'],
    404: [404, 'MANIFEST_UNKNOWN', 'manifest unknown'],
    500: [500, 'UNKNOWN', 'unknown error'],
    503: [503, 'UNAVAILABLE', 'service unavailable'],
  };

/** An image of one small file. */
function imageOf(text: string): ServedImage {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'text'), text);
  const tar = execFileSync('tar', ['-cf', '-', '-C', folder, 'text']);
  const config = {
    architecture: 'amd64',
    os: 'linux',
    config: {},
    rootfs: { type: 'layers', diff_ids: [digestOf(tar)] },
    history: [{ created: '2020-01-01T00:00:00Z' }],
  };
  return { config: Buffer.from(JSON.stringify(config)), layers: [tar] };
}

/** An image that the daemon has, as it saves it. */
export function savedImage(name: string): ServedImage {
  const folder = temporaryFolder();
  try {
    docker('save', '-o', join(folder, 'image.tar'), name);
    execFileSync('tar', ['-xf', join(folder, 'image.tar'), '-C', folder]);
    const [saved] = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as {
      readonly Config: string;
      readonly Layers: readonly string[];
    }[];
    if (saved === undefined) throw new Error(`docker save left no image of ${name}`);
    return {
      config: readFileSync(join(folder, saved.Config)),
      layers: saved.Layers.map((path) => readFileSync(join(folder, path))),
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const LAYER = 'application/octet-stream';

function answersOf(name: string, { config, layers }: ServedImage): [path: string, blob: Blob][] {
  const packed = layers.map((tar) => gzipSync(tar, { level: 1 }));
  const described = (mediaType: string, content: Buffer) => ({
    mediaType,
    size: content.length,
    digest: digestOf(content),
  });
  const type = `${KIND}.distribution.manifest.v2+json`;
  const manifest = Buffer.from(
    JSON.stringify({
      schemaVersion: 2,
      mediaType: type,
      config: described(`${KIND}.container.image.v1+json`, config),
      layers: packed.map((layer) => described(`${KIND}.image.rootfs.diff.tar.gzip`, layer)),
    }),
  );
  const at = `/v2/${name}`;
  return [
    [`${at}/manifests/latest`, { type, content: manifest }],
    [`${at}/manifests/${digestOf(manifest)}`, { type, content: manifest }],
    [`${at}/blobs/${digestOf(config)}`, { type: `${KIND}.container.image.v1+json`, content: config }],
    ...packed.map((layer): [string, Blob] => [`${at}/blobs/${digestOf(layer)}`, { type: LAYER, content: layer }]),
  ];
}
