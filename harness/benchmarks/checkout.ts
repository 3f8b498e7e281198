import { existsSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { UsageError } from '../errors.ts';
import { chooseSandbox } from '../sandbox/choose.ts';
import { suiteOfDataset } from '../sandbox/trusted-suite.ts';

/** What a benchmark takes from a checkout of this repository: its sandboxes, and the trust that they look for in a suite. */
export interface Checkout {
  readonly chooseSandbox: typeof chooseSandbox;
  readonly suiteOfDataset: typeof suiteOfDataset;
}

export const THIS_CHECKOUT: Checkout = { chooseSandbox, suiteOfDataset };

/** Loads the sandboxes of another checkout, whose packages are installed. Throws `UsageError` where they are not at today's paths, or
 * cannot be loaded. */
export async function readCheckout(folder: string): Promise<Checkout> {
  const load = async (path: string): Promise<Checkout> => {
    const file = resolve(folder, path);
    if (!existsSync(file))
      throw new UsageError(`expected a checkout of this repository with ${path} in ${basename(folder)}, found none`);
    try {
      return (await import(pathToFileURL(file).href)) as Checkout;
    } catch {
      throw new UsageError(`${path} in ${basename(folder)} cannot be loaded: run npm ci there`);
    }
  };
  const sandboxes = await load(join('harness', 'sandbox', 'choose.ts'));
  const suites = await load(join('harness', 'sandbox', 'trusted-suite.ts'));
  return { chooseSandbox: sandboxes.chooseSandbox, suiteOfDataset: suites.suiteOfDataset };
}
