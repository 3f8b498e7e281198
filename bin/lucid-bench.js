#!/usr/bin/env node
// Plain JavaScript that every Node can read: it says which Node is needed before anything else is loaded.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const require = createRequire(import.meta.url);

/** The Node that comes with the package, where there is one for this machine; else the one that runs this. */
function findNode() {
  for (const name of [`node-${process.platform}-${process.arch}`, `node-bin-${process.platform}-${process.arch}`]) {
    try {
      const path = join(dirname(require.resolve(`${name}/package.json`)), 'bin', 'node');
      if (existsSync(path)) return path;
    } catch {
      // None for this machine.
    }
  }
  return process.execPath;
}

const [command = 'help', ...given] = process.argv.slice(2);
const script = join(root, 'scripts', `${command}.ts`);
if (!/^[\w-]+$/.test(command) || !existsSync(script)) {
  const names = readdirSync(join(root, 'scripts')).filter((name) => name.endsWith('.ts'));
  const known = names.map((name) => name.slice(0, -'.ts'.length)).join(', ');
  console.error(`lucid-bench COMMAND [flags]: expected one of ${known}; lucid-bench bench --help says more`);
  process.exit(command === 'help' || command === '--help' ? 0 : 2);
}
const tsx = pathToFileURL(require.resolve('tsx')).href;
const { status, signal } = spawnSync(findNode(), ['--import', tsx, script, ...given], { stdio: 'inherit' });
process.exit(status ?? (signal === 'SIGINT' ? 130 : 1));
