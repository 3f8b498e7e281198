import { existsSync, readFileSync } from 'node:fs';
import { UsageError } from '../../../errors.ts';
import type { Environment } from '../../../storage/cache-folder.ts';
import { SETTINGS } from './image-layers.ts';

/** How a build reaches registries from this machine. No part of an image's name, no variable of a container. */
export interface RegistrySettings {
  /** For `docker build --build-arg`. */
  readonly buildArguments: Readonly<Record<string, string>>;
  /** The certificates that this machine trusts; `undefined`: those of the image. */
  readonly certificates: Buffer | undefined;
}

/** Docker knows these by itself: they need no `ARG` and stay out of an image's history. */
const PROXIES = ['http_proxy', 'https_proxy', 'no_proxy', 'HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY'];

/** A bundle beside the system's own is named by the first of these that is set. */
const BUNDLES = ['PIP_CERT', 'SSL_CERT_FILE', 'REQUESTS_CA_BUNDLE', 'CURL_CA_BUNDLE'];

/**
 * Reads the settings from the user's environment: pip's index and timeout, `DEBIAN_MIRROR`, proxies, and the file of certificates
 * that `PIP_CERT` or `SSL_CERT_FILE` names. Throws `UsageError` when that file is not there.
 */
export function registrySettings(environment: Environment): RegistrySettings {
  const given = [...SETTINGS, ...PROXIES].flatMap((name) => {
    const value = environment[name];
    return value === undefined || value === '' ? [] : [[name, value] as const];
  });
  const bundle = BUNDLES.find((name) => (environment[name] ?? '') !== '');
  return {
    buildArguments: Object.fromEntries(given),
    certificates: bundle === undefined ? undefined : read(bundle, environment[bundle] ?? ''),
  };
}

function read(name: string, path: string): Buffer {
  if (existsSync(path)) return readFileSync(path);
  throw new UsageError(`${name} names ${path}, and there is no such file`);
}
