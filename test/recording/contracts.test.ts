import { chmodSync, cpSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readProvedPrograms } from '../../datasets/shared/proved-programs.ts';
import { contractKind } from '../../harness/kinds/contract-kind.ts';
import { FILES, SUMS_FILE, sumsOf } from '../../harness/models/recorded/recording-files.ts';
import { type WrittenRecording, writeRecording } from '../../harness/recording/write-recording.ts';
import { openContractTasks } from '../../harness/tasks/contract/open-tasks.ts';
import { type BenchOutcome, runBench } from '../fixtures/bench.ts';
import { temporaryFolder } from '../fixtures/command.ts';
import { startProviderServer } from '../fixtures/provider-server.ts';
import { proverSandboxes } from '../verifiers/prover/prover-sandboxes.ts';

const timeout = 600_000;
const sandboxes = await proverSandboxes();
afterAll(() => Promise.all(sandboxes.map((sandbox) => sandbox.close())));
const [here] = sandboxes;
const sandbox = here?.kind ?? 'bubblewrap';

const TASKS = ['larger', 'sign', 'within'].map((name) => `kata-proved/dafny/${name}`);
const study = {
  dataset: 'kata-proved',
  tasks: TASKS,
  limit: undefined,
  conditions: ['proof-once', 'proof-compiler', 'proof-feedback', 'proof-resample-tokens'],
  k: [0, 1, 2],
  sandbox,
  extractor: 'default',
} as const;

/** Where no prover is. */
const without = { ...contractKind, open: openWithout };
function openWithout(...[options, parts]: Parameters<typeof openContractTasks>) {
  return openContractTasks(options, { ...parts, openProvers: async () => ({ missing: 'none is installed' }) });
}

describe.skipIf(here === undefined)('a recorded study of contracts', () => {
  let written: WrittenRecording;
  const replay = (parts = {}, changed = {}): Promise<BenchOutcome> =>
    runBench('http://127.0.0.1:9', { ...study, model: `recorded:${written.path}`, ...changed }, parts);

  beforeAll(async () => {
    const programs = readProvedPrograms();
    // The first answer is wrong, the mended one right for `larger`, a parse error for `sign`, no program for `within`.
    const server = await startProviderServer((_, { body }) => {
      const text = JSON.stringify(body.messages);
      const { name = '', versions } =
        programs.find((each) => text.includes(`${each.versions.dafny.contract.signature}`)) ?? {};
      const isMended = text.includes('Complaints');
      const mended = name === 'larger' ? versions?.dafny.body : name === 'sign' ? 'r := ;' : undefined;
      const body_ = isMended ? mended : versions?.dafny.wrong;
      return { kind: 'answer', text: body_ === undefined ? 'no ```' : `\`\`\`dafny\n${body_}\n\`\`\`` };
    });
    const done = await runBench(`${server.url}`, { ...study, model: `openai-compatible:tiny@${server.url}` });
    await server.close();
    if (done.error !== undefined) throw done.error;
    written = await writeRecording({
      study: 'tiny-proved',
      into: join(temporaryFolder(), 'recorded'),
      runs: [done.folder],
      facts: { evidence: 'none' },
      environment: process.env,
    });
  }, timeout);

  const cells = ({ folder }: BenchOutcome): string => readFileSync(join(folder, 'cells.csv'), 'utf8');
  const tables = ({ folder }: BenchOutcome): string => readFileSync(join(folder, 'tables.md'), 'utf8');

  test('replays where the provers are, proved again and without drift', { timeout }, async () => {
    const again = await replay();
    expect(again.error).toBeUndefined();
    expect(again.said).toContain('model calls: 0 made');
    expect(tables(again)).toMatch(/drift: 0 of \d+ steps/);
    const attempts = readFileSync(join(again.folder, 'attempts.csv'), 'utf8');
    expect(attempts).toMatch(/proof-feedback,kata-proved\/dafny\/larger,0,1,solved/);
    expect(attempts).toMatch(/proof-feedback,kata-proved\/dafny\/sign,0,2,unsolved,syntax/);
  });

  test('replays where no prover is: answers are as recorded, nothing is graded, and that is said once', {
    timeout,
  }, async () => {
    const bare = await replay({ kinds: [without] });
    expect(bare.error).toBeUndefined();
    expect(bare.said.match(/so answers are replayed and nothing is graded/g)).toHaveLength(1);
    const steps = (outcome: BenchOutcome) =>
      readFileSync(join(outcome.folder, 'trajectories.jsonl'), 'utf8').replaceAll(
        ',"liveVerdict":"prover-missing"',
        '',
      );
    expect(steps(bare)).toBe(steps(await replay()));
    const rows = cells(bare).trim().split('\n');
    const [header = '', ...rest] = rows.map((row) => row.split(','));
    const [graded, solved] = [header.indexOf('graded'), header.indexOf('solved')];
    expect(new Set(rest.map((row) => `${row[graded]} ${row[solved]}`))).toEqual(new Set(['0 0']));
    expect(tables(bare)).toContain('(prover-missing)');
  });

  test('is refused where other versions of the provers would prove it', async () => {
    const copy = join(temporaryFolder(), 'recorded');
    cpSync(written.path, copy, { recursive: true });
    const manifest = readFileSync(join(copy, 'manifest.json'), 'utf8').replaceAll('dafny 2.3.0.10506', 'dafny 4.0.0');
    writeFileSync(join(copy, 'manifest.json'), manifest);
    const files = FILES.map((name) => [name, readFileSync(join(copy, name))] as const);
    writeFileSync(join(copy, SUMS_FILE), sumsOf(new Map(files)));
    const { error } = await replay({}, { model: `recorded:${copy}` });
    expect(String(error)).toBe(
      'UsageError: the recording tiny-proved was proved by dafny 4.0.0, z3 4.8.12, here it would be by dafny 2.3.0.10506, z3 4.8.12: expected the same versions',
    );
  });

  test('is refused where another Dafny would prove it', { timeout }, async () => {
    const dafny = join(temporaryFolder(), 'dafny');
    writeFileSync(dafny, '#!/bin/sh\necho Dafny 4.0.0.5\n', { mode: 0o755 });
    chmodSync(dirname(dafny), 0o755);
    const { error } = await replay({}, { sandbox: 'bubblewrap', dafny });
    expect(String(error)).toBe(
      'UsageError: the recording tiny-proved was proved by dafny 2.3.0.10506, z3 4.8.12, here it would be by dafny 4.0.0.5 (--dafny), z3 4.8.12: expected the same versions',
    );
  });

  test('does not begin with a real model where no prover is, in one sentence', async () => {
    const { error } = await runBench('http://127.0.0.1:9', study, { kinds: [without] });
    expect(String(error)).toBe('UsageError: kata-proved needs a prover, and there is none: none is installed');
  });
});
