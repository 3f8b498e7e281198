import { createRequire } from 'node:module';
import type Docker from 'dockerode';

/** The package's client. The package is loaded at the first call: it takes longer than a small command, and most need none. */
export function createDocker(): Docker {
  const Package: typeof Docker = createRequire(import.meta.url)('dockerode');
  return new Package();
}

export type { Docker };
