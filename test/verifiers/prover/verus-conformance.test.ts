import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { UsageError } from '../../../harness/errors.ts';
import { openProvers } from '../../../harness/tasks/contract/open-provers.ts';
import { openContractTasks } from '../../../harness/tasks/contract/open-tasks.ts';
import { checkConformance } from '../../../harness/verifiers/prover/conformance.ts';
import { verusCases } from '../../../harness/verifiers/prover/verus/conformance.ts';
import { runScript, temporaryFolder } from '../../fixtures/command.ts';
import { proverSandboxes } from './prover-sandboxes.ts';
import { runOf, VERSION } from './verus-runs.ts';

const timeout = 300_000;
/** Whoever has one sets this to the program verus of an official release. */
const verus = process.env.LUCID_BENCH_VERUS;
if (verus === undefined)
  console.warn('not run: no Verus (set LUCID_BENCH_VERUS to the program verus of an official release)');

describe.skipIf(verus === undefined)('the Verus of LUCID_BENCH_VERUS', () => {
  test('gives the one answer it may to each case', { timeout: 1_800_000 }, async () => {
    const opened = await openProvers({ sandbox: 'bubblewrap', verus, environment: process.env }, 1);
    if ('missing' in opened) throw new Error(opened.missing);
    try {
      const { prover, conformance } = opened.languages.verus;
      const findings = await checkConformance(prover, conformance, opened.sandbox);
      expect(findings.map(({ name, got }) => [name, got])).toEqual(
        findings.map(({ name, expected }) => [name, expected]),
      );
    } finally {
      await opened.sandbox.close();
    }
  });
});

test('its conformance set has programs that are proved, refuted, open and cheats', () => {
  const expected = verusCases(VERSION).map((each) => each.expected);
  for (const word of [
    'proved',
    'not-proved',
    'timeout',
    'vacuous',
    'parse',
    'type',
    'forbidden',
    'not-available',
    'tool-failure',
  ])
    expect(expected).toContain(word);
});

const sandboxes = await proverSandboxes();
await Promise.all(sandboxes.map((sandbox) => sandbox.close()));
const isHere = sandboxes.some(({ kind }) => kind === 'bubblewrap');

/** A program called verus in a folder of its own, a script of the shell. */
function program(text: string, name = 'verus'): string {
  const folder = temporaryFolder();
  chmodSync(folder, 0o755);
  const path = join(folder, name);
  writeFileSync(path, `#!/bin/sh\n${text}\n`);
  chmodSync(path, 0o755);
  return path;
}

const VERSION_SAID = `if [ "$1" = --version ]; then printf 'Verus\\n  Version: ${VERSION}\\n  Profile: release\\n'; exit 0; fi`;

/** A dataset of one Verus contract. */
function datasetsFolder(): string {
  const folder = temporaryFolder();
  mkdirSync(folder, { recursive: true });
  const contract = `{ preamble: '', signature: 'fn above(x: u8) -> (y: u16)', clauses: ['ensures y > x'] }`;
  const task = `{ kind: 'contract', id: 'mine/one', language: 'verus', docstring: '', contract: ${contract} }`;
  const problems = `[{ task: ${task}, canonical: 'x as u16 + 1', wrong: [] }]`;
  writeFileSync(
    join(folder, 'mine.ts'),
    `export default { kind: 'contract', title: 'mine', source: 'mine', load: async () => ({ sha256: '0', problems: ${problems} }) };`,
  );
  return folder;
}

const open = (flags: { readonly verus?: string; readonly sandbox?: 'bubblewrap' | 'docker' }) =>
  openContractTasks(
    { dataset: 'mine', sandbox: 'bubblewrap', maxSandboxes: 1, ...flags },
    { recording: undefined, isReplay: false, environment: {}, datasetsFolder: datasetsFolder(), say: () => undefined },
  );

const messageOf = (opening: Promise<unknown>): Promise<string> =>
  opening.then(
    () => 'nothing was refused',
    (error: unknown) => (error instanceof UsageError ? error.message : String(error)),
  );

test('without --verus its tasks are not run, in one sentence', async () => {
  expect(await messageOf(open({}))).toBe(
    'mine needs Verus, and its cells are not run: no Verus; expected --verus PATH (datasets/README.md)',
  );
});

test.each([
  ['that is not there', '/none/verus', /--verus \/none\/verus: expected a file, found none$/],
  [
    'of another name',
    program('', 'verify'),
    /expected the program verus in the folder it was unpacked to, got \S+verify$/,
  ],
])('a --verus %s is refused', async (_, path, sentence) => {
  expect(await messageOf(open({ verus: path }))).toMatch(sentence);
});

test('a --verus is of this machine: not for Docker', async () => {
  expect(await messageOf(open({ verus: program(''), sandbox: 'docker' }))).toMatch(
    /expected --sandbox bubblewrap, .* got docker$/,
  );
});

describe.skipIf(!isHere)('under bubblewrap', () => {
  test('a --verus that says no version is refused with what it said', { timeout }, async () => {
    const said = await messageOf(open({ verus: program(`echo "error: toolchain is not installed" >&2; exit 1`) }));
    expect(said).toMatch(
      /expected a Verus, which answers --version with a line .*, got "error: toolchain is not installed"$/,
    );
  });

  test('a fake that prints success fails its conformance set, and is refused in one sentence', {
    timeout,
  }, async () => {
    const folder = program(`${VERSION_SAID}\ncat <<'END'\n${runOf('right').stdout}\nEND`);
    const setup = await open({ verus: folder });
    try {
      expect(setup.settings.graderVersion).toContain(`verus ${VERSION}`);
      const said = await messageOf(setup.check());
      expect(said).toMatch(
        /^--verus: expected a Verus that passes its conformance set, got one that differs in \d+ of its cases, the first verus: .*expected .*, got .*$/,
      );
      expect(said).not.toContain('\n');
      expect(Number(said.match(/in (\d+) of/)?.[1])).toBeGreaterThan(10);
    } finally {
      await setup.close();
    }
  });

  const hasData = process.env.LUCID_BENCH_DATA !== undefined;
  test.skipIf(!hasData)(
    'searches whose prompts know its language are planned, others are refused',
    { timeout },
    async () => {
      const flags = (condition: string): string[] => [
        ...['--dataset', 'mbpp-verified', '--model', 'simulated:strong-2025', '--plan', '--k', '3'],
        ...['--verus', program(VERSION_SAID), '--conditions', condition],
      ];
      const other = await runScript('bench', flags('proof-feedback'));
      expect([other.code, other.stderr.trimEnd().split('\n').at(-1)]).toEqual([
        2,
        'error: proof-feedback does not apply to mbpp-verified: its prompts know dafny and python, not verus; expected --conditions such as search-exploration,search-treefinement',
      ]);
      const planned = await runScript('bench', flags('search-treefinement'));
      expect([planned.code, planned.stdout]).toEqual([0, expect.stringMatching(/dataset mbpp-verified: 78 tasks/)]);
    },
  );
});
