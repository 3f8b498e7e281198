import { SandboxLostError } from '../../../errors.ts';
import type { DockerContainer } from '../../../sandbox/docker/container.ts';
import type { DockerEngine } from '../../../sandbox/docker/engine.ts';
import { FOLDER, HOST, HTTPBIN_USER, httpbinLayers, OTHER_HOSTS } from '../images/httpbin-image.ts';
import { layersOf } from '../images/image-layers.ts';
import type { Neighbour } from './container.ts';

const SPECIFICATION = {
  repository: HTTPBIN_USER,
  versions: [],
  python: '3.9',
  packages: '',
  install: '',
  testCommand: '',
};

/** The server's image by name. */
function imageName(): string {
  const task = { kind: 'patch' as const, id: 'x', prompt: '', repository: SPECIFICATION.repository, baseCommit: '' };
  return httpbinLayers(layersOf({ task, environmentCommit: '' }, SPECIFICATION)).at(-1)?.name ?? '';
}

/**
 * Starts a server of httpbin.org in a container without any network but its own loopback, on which an address that never answers lies
 * too; a container that joins that loopback reaches nothing else. Throws `SandboxLostError`, also when the image is missing.
 */
export async function openHttpbin(engine: DockerEngine, labels: Readonly<Record<string, string>>): Promise<Neighbour> {
  const name = imageName();
  if ((await engine.image(name)) === undefined) {
    throw new SandboxLostError(`${name} is not there: npm run build-images -- swe-bench-lite --repo requests`);
  }
  const container = await engine.open({
    Image: name,
    Cmd: ['cat'],
    Labels: { ...labels },
    HostConfig: {
      Init: true,
      NetworkMode: 'none',
      ExtraHosts: [HOST, `www.${HOST}`, ...OTHER_HOSTS].map((name) => `${name}:127.0.0.1`),
      CapDrop: ['ALL'],
      CapAdd: ['NET_ADMIN', 'NET_BIND_SERVICE', 'SETUID', 'SETGID', 'CHOWN', 'FOWNER'],
      SecurityOpt: ['no-new-privileges'],
      Memory: 1 << 29,
      MemorySwap: 1 << 29,
      PidsLimit: 128,
      LogConfig: { Type: 'none', Config: {} },
    },
  });
  try {
    await said(container, ['/bin/bash', `${FOLDER}/start.sh`]);
    const authority = await said(container, ['cat', `${FOLDER}/ca.pem`]);
    return {
      network: `container:${container.id}`,
      hosts: [],
      environment: { REQUESTS_CA_BUNDLE: BUNDLE },
      setUp: trusting(authority),
      close: () => container.remove(),
    };
  } catch (error) {
    await container.remove();
    throw error;
  }
}

const BUNDLE = '/lucid-bench/ca.pem';

/** Old versions bring certificates of their own, in the repository or in an installed package. */
const trusting = (authority: string): string[] => [
  `cp /etc/ssl/certs/ca-certificates.crt ${BUNDLE}`,
  `for bundle in ${BUNDLE} $(find /testbed /root/.pyenv/versions /opt/miniconda3/envs -name cacert.pem 2>/dev/null); do cat >> "$bundle" <<'PEM'`,
  authority.trim(),
  'PEM',
  'done',
  `chmod 644 ${BUNDLE}`,
];

async function said(container: DockerContainer, command: readonly string[]): Promise<string> {
  const pieces: Buffer[] = [];
  const onOutput = (piece: Buffer) => void pieces.push(piece);
  const exitCode = await container.run(command, { user: '0:0', folder: '/', environment: {}, onOutput });
  const text = Buffer.concat(pieces).toString('utf8');
  if (exitCode === 0) return text;
  throw new SandboxLostError(`the server of ${HOST} was not started: ${text.slice(-500)}`);
}
