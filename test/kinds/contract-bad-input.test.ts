import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openContractTasks } from '../../harness/tasks/contract/open-tasks.ts';
import { ROOT, temporaryFolder } from '../fixtures/command.ts';
import { proverSandboxes } from '../verifiers/prover/prover-sandboxes.ts';

const timeout = 300_000;
const sandboxes = await proverSandboxes();
await Promise.all(sandboxes.map((sandbox) => sandbox.close()));
const isHere = sandboxes.some(({ kind }) => kind === 'bubblewrap');

/** A program called dafny in a folder of its own. */
function program(text: string, mode = 0o755): string {
  const folder = temporaryFolder();
  chmodSync(folder, 0o755);
  const path = join(folder, 'dafny');
  writeFileSync(path, text);
  chmodSync(path, mode);
  return path;
}

const here = temporaryFolder();
const answers = join(here, 'answers.jsonl');
writeFileSync(answers, `${JSON.stringify({ task_id: 'kata-proved/python/larger', solution: 'return a' })}\n`);
const NOBODY = 'openai-compatible:x@http://127.0.0.1:9/v1';
const run = (name: string): string[] => ['--out', join(here, name), '--cache', join(here, 'cache')];
const TASK = ['--dataset', 'kata-proved', '--tasks', 'kata-proved/python/larger', '--conditions', 'proof-once'];

/** Each command on kata-proved as a user gives it. */
const COMMANDS: Readonly<Record<string, readonly string[]>> = {
  bench: [...TASK, '--model', 'simulated:strong-2025', ...run('bench')],
  record: [...TASK, '--study', 'none', '--into', join(here, 'recorded'), '--model', NOBODY, ...run('record')],
  preflight: ['--dataset', 'kata-proved'],
  grade: ['--dataset', 'kata-proved', '--answers', answers, '--out', join(here, 'graded.jsonl')],
};

interface Ended {
  readonly code: number | null;
  readonly said: string;
}

/** `npm run …` as its user sees it; `before` begins the command line. It must end by itself. */
function runAsUser(
  command: string,
  flags: readonly string[],
  { before = [], environment = {} }: { before?: readonly string[]; environment?: NodeJS.ProcessEnv } = {},
): Promise<Ended> {
  const [first = '', ...rest] = [
    ...before,
    ...[process.execPath, '--import', 'tsx', join(ROOT, 'scripts', `${command}.ts`), ...flags],
  ];
  const child = spawn(first, rest, { cwd: ROOT, env: { ...process.env, ...environment } });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, said })));
}

/** One sentence, exit 2, and no stack. */
function expectRefusal({ code, said }: Ended, sentence: RegExp): void {
  expect(said).toMatch(sentence);
  expect(said.match(/^error: .*$/gm)).toHaveLength(1);
  expect(said.trimEnd().split('\n').at(-1)).toMatch(/^error: /);
  expect(said).not.toMatch(/^\s+at /m);
  expect(code).toBe(2);
}

const commands = Object.keys(COMMANDS);
const flagsOf = (command: string): readonly string[] => COMMANDS[command] ?? [];

const OWN_DAFNY: readonly (readonly [what: string, path: () => string, sentence: RegExp])[] = [
  ['that is not there', () => join(here, 'nowhere'), /--dafny \S+nowhere: expected a file, found none/],
  [
    'that is not executable',
    () => program('#!/bin/sh\n', 0o644),
    /--dafny \S+: expected a program: \S+ is not executable/,
  ],
  ['that is a folder', () => here, /--dafny \S+: expected a program: \S+ is no file/],
];

describe.each(commands)('npm run %s refuses in one sentence', (command) => {
  test.each(OWN_DAFNY)('a --dafny %s', { timeout }, async (_, path, sentence) => {
    expectRefusal(await runAsUser(command, [...flagsOf(command), '--dafny', path()]), sentence);
  });
});

test('a --dafny whose folder holds the home folder is refused, for a job could read all of it', {
  timeout,
}, async () => {
  const dafny = program('#!/bin/sh\n');
  const home = join(dirname(dafny), 'home');
  mkdirSync(home);
  for (const HOME of [home, dirname(dafny)]) {
    const ended = await runAsUser('preflight', [...flagsOf('preflight'), '--dafny', dafny], { environment: { HOME } });
    expectRefusal(ended, /--dafny \S+: expected it in a folder of its own, .* which holds the home folder/);
  }
});

test('a --dafny is of this machine: not for Docker', { timeout }, async () => {
  const dafny = program('#!/bin/sh\n');
  const ended = await runAsUser('bench', [...flagsOf('bench'), '--sandbox', 'docker', '--dafny', dafny]);
  expectRefusal(ended, /--dafny \S+: expected --sandbox bubblewrap, .* got docker/);
});

describe.skipIf(!isHere)('where provers are', () => {
  const sandbox = ['--sandbox', 'bubblewrap'];
  const withDafny = (command: string, text: string) =>
    runAsUser(command, [...flagsOf(command), ...sandbox, '--dafny', program(text)]);

  test.each(commands)('npm run %s refuses a --dafny that is no Dafny', { timeout }, async (command) => {
    const ended = await withDafny(command, '#!/bin/sh\necho hello\n');
    expectRefusal(ended, /--dafny \S+: expected a Dafny, which answers \/version with a number, got "hello"/);
  });

  test('a --dafny that calls everything verified is named as untested, then fails its conformance set', {
    timeout,
  }, async () => {
    const liar = 'echo "Dafny 4.0.0.5"; echo; echo "Dafny program verifier finished with 1 verified, 0 errors"';
    const flags = ['--tasks', 'kata-proved/dafny/larger', ...sandbox, '--dafny', program(`#!/bin/sh\n${liar}\n`)];
    const { code, said } = await runAsUser('bench', [...flagsOf('bench'), ...flags]);
    expect(said).toMatch(
      /sandbox: .*dafny 4\.0\.0\.5 \(--dafny\), z3 4\.8\.12; \S+ is untested until its conformance set/,
    );
    expect(said).toContain('error: preflight failed, so nothing was started');
    expect(said).toContain('dafny: wrong: expected not-proved, got proved');
    expect(said).not.toMatch(/^\s+at /m);
    expect(code).toBe(2);
  });

  /** A mount that only the command sees: another file in a tool's place. */
  const inPlaceOf = (tool: string, text: string, mode: number): string[] => [
    ...['unshare', '-m', 'sh', '-c', `mount --bind ${program(text, mode)} ${tool} && exec "$@"`, 'sh'],
  ];
  const canMount = (() => {
    try {
      execFileSync('unshare', ['-m', 'true'], { stdio: 'ignore' });
      return true;
    } catch {
      console.warn('NOT TESTED: provers that cannot be used (unshare -m does not work here)');
      return false;
    }
  })();
  const why3 = '/usr/bin/why3';
  const cases: readonly (readonly [what: string, before: () => readonly string[], sentence: RegExp])[] = [
    [
      'absent',
      () => ['unshare', '-m', 'sh', '-c', 'mount -t tmpfs none /usr/lib/dafny && exec "$@"', 'sh'],
      /kata-proved needs a prover, and there is none: bubblewrap: \/usr\/lib\/dafny\/Dafny.exe is not there \(apt-get install/,
    ],
    [
      'not executable',
      () => inPlaceOf(why3, '', 0o644),
      /kata-proved needs a prover, and there is none: bubblewrap: \/usr\/bin\/why3 is not executable \(apt-get install/,
    ],
    [
      'of another version',
      () => inPlaceOf(why3, '#!/bin/sh\necho Why3 platform, version 9.9.9\n', 0o755),
      /why3: expected why3 1\.5\.1, whose answers are read here, got 9\.9\.9/,
    ],
  ];
  describe.skipIf(!canMount).each(commands)('npm run %s refuses a prover that is', (command) => {
    // Preflight asks Dafny first, for minutes: of its versions bench tells.
    test.each(command === 'preflight' ? cases.slice(0, 2) : cases)('%s', { timeout }, async (_, before, sentence) => {
      const ended = await runAsUser(command, [...flagsOf(command), ...sandbox], { before: before() });
      expectRefusal(ended, sentence);
    });
  });

  test('a condition of another kind of task is refused, both ways', { timeout }, async () => {
    const simulated = ['--model', 'simulated:strong-2025', ...sandbox];
    const ofFunctions = ['--dataset', 'kata-proved', '--conditions', 'baseline', '--limit', '1', ...run('mixed')];
    expectRefusal(
      await runAsUser('bench', [...ofFunctions, ...simulated]),
      /baseline does not apply to kata-proved: it works on tasks of kind function, patch/,
    );
    const ofContracts = ['--dataset', 'kata', '--conditions', 'proof-once', '--limit', '1', ...run('mixed')];
    expectRefusal(
      await runAsUser('bench', [...ofContracts, ...simulated]),
      /proof-once does not apply to kata: it works on tasks of kind contract/,
    );
  });
});

test.each([
  ['bench', 'clover-bench'],
  ['preflight', 'clover-bench'],
  ['grade', 'clover-bench'],
  ['bench', 'clover-triples'],
  ['preflight', 'clover-triples'],
])('npm run %s refuses a damaged archive of %s', { timeout }, async (command, dataset) => {
  const data = temporaryFolder();
  mkdirSync(join(data, 'clover'));
  writeFileSync(join(data, 'clover', 'clover-bench.tgz'), 'nothing that was packed');
  const flags = flagsOf(command).map((flag) => (flag === 'kata-proved' ? dataset : flag));
  const environment = { LUCID_BENCH_DATA: data, XDG_CACHE_HOME: temporaryFolder() };
  expectRefusal(await runAsUser(command, flags, { environment }), new RegExp(dataset));
});

test('a task that ensures nothing is refused, by name', async () => {
  const datasetsFolder = temporaryFolder();
  const task = `{ kind: 'contract', id: 'mine/one', language: 'dafny', docstring: '', contract: { preamble: '', signature: 'method M()', clauses: ['requires true'] } }`;
  const definition = `export default { kind: 'contract', title: 'mine', source: 'mine', load: async () => ({ sha256: '0', problems: [{ task: ${task}, canonical: '', wrong: [] }] }) };`;
  writeFileSync(join(datasetsFolder, 'mine.ts'), definition);
  const opening = openContractTasks(
    { dataset: 'mine', sandbox: 'auto', maxSandboxes: 1 },
    { recording: undefined, isReplay: false, environment: {}, datasetsFolder, say: () => undefined },
  );
  await expect(opening).rejects.toThrow(
    'mine/one: expected a contract that ensures something, got none: no body could be proved',
  );
});
