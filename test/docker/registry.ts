import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { sha256 } from '../../harness/storage/hash.ts';
import { temporaryFolder } from '../fixtures/command.ts';

interface Blob {
  readonly type: string;
  readonly content: Buffer;
}

const digestOf = (content: Buffer): string => `sha256:${sha256(content)}`;
const KIND = 'application/vnd.docker';

/**
 * A registry on this machine that serves images of one small file each, by repository name; asked for another one it answers as
 * Docker's own does when somebody has pulled too much. A daemon accepts it without TLS, since it is on the loopback.
 */
export async function startRegistry(
  images: ReadonlyMap<string, string>,
): Promise<{ readonly host: string; close(): void }> {
  const answers = new Map<string, Blob>();
  for (const [name, text] of images) for (const [path, blob] of imageOf(name, text)) answers.set(path, blob);
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    const blob = path === '/v2/' ? { type: 'application/json', content: Buffer.from('{}') } : answers.get(path);
    if (blob === undefined) {
      const errors = [{ code: 'TOOMANYREQUESTS', message: 'You have reached your pull rate limit.' }];
      response.writeHead(429, { 'content-type': 'application/json' }).end(JSON.stringify({ errors }));
      return;
    }
    const headers = {
      'content-type': blob.type,
      'content-length': blob.content.length,
      'docker-content-digest': digestOf(blob.content),
      'docker-distribution-api-version': 'registry/2.0',
    };
    response.writeHead(200, headers).end(request.method === 'HEAD' ? undefined : blob.content);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    host: `127.0.0.1:${port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function imageOf(name: string, text: string): [path: string, blob: Blob][] {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'text'), text);
  const tar = execFileSync('tar', ['-cf', '-', '-C', folder, 'text']);
  const layer = gzipSync(tar);
  const config = Buffer.from(
    JSON.stringify({
      architecture: 'amd64',
      os: 'linux',
      config: {},
      rootfs: { type: 'layers', diff_ids: [digestOf(tar)] },
      history: [{ created: '2020-01-01T00:00:00Z' }],
    }),
  );
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
      layers: [described(`${KIND}.image.rootfs.diff.tar.gzip`, layer)],
    }),
  );
  const at = `/v2/${name}`;
  return [
    [`${at}/manifests/latest`, { type, content: manifest }],
    [`${at}/manifests/${digestOf(manifest)}`, { type, content: manifest }],
    [`${at}/blobs/${digestOf(config)}`, { type: 'application/octet-stream', content: config }],
    [`${at}/blobs/${digestOf(layer)}`, { type: 'application/octet-stream', content: layer }],
  ];
}
