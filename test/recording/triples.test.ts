import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tripleKind } from '../../harness/kinds/triple-kind.ts';
import { loadTripleDataset } from '../../harness/loading/load-dataset.ts';
import { type WrittenRecording, writeRecording } from '../../harness/recording/write-recording.ts';
import { openTripleTasks } from '../../harness/tasks/triple/open-tasks.ts';
import { type BenchOutcome, runBench } from '../fixtures/bench.ts';
import { temporaryFolder } from '../fixtures/command.ts';
import { startProviderServer } from '../fixtures/provider-server.ts';
import { stageOfPrompt } from '../fixtures/triple.ts';
import { proverSandboxes } from '../verifiers/prover/prover-sandboxes.ts';

const timeout = 1_800_000;
const sandboxes = await proverSandboxes();
afterAll(() => Promise.all(sandboxes.map((sandbox) => sandbox.close())));
const [here] = sandboxes;

const { problems } = await loadTripleDataset('kata-triples', { environment: { XDG_CACHE_HOME: temporaryFolder() } });
const larger = problems.filter(
  ({ program, set }) => program === 'dafny/larger' && ['ground-truth', 'C2'].includes(set),
);
const [right, weaker] = larger;
if (right === undefined || weaker === undefined) throw new Error('kata-triples has larger');

const study = {
  dataset: 'kata-triples',
  tasks: larger.map(({ task }) => task.id),
  limit: undefined,
  conditions: ['prover-alone', 'clover-judge', 'clover'],
  k: [0, 1],
  sandbox: here?.kind ?? 'bubblewrap',
  extractor: 'default',
} as const;

const { contract, body, docstring } = right.task;
const program = (name: string) => `\`\`\`dafny\n${contract.signature.replace('Larger', name)}\n{\n${body}\n}\n\`\`\``;
/** A model that rebuilds the right program from whatever it is shown, and judges by letters. */
const answers = {
  'anno-complete': program('foo'),
  doc2code: program('Larger'),
  doc2anno: `\`\`\`dafny\n${contract.signature}\n${contract.clauses.join('\n')}\n\`\`\``,
  anno2doc: docstring,
  code2doc: docstring,
  judge: '{"answer": "YES"}',
};

/** Where no prover is. */
const without = { ...tripleKind, open: openWithout };
function openWithout(...[options, parts]: Parameters<typeof openTripleTasks>) {
  return openTripleTasks(options, { ...parts, openProvers: async () => ({ missing: 'none is installed' }) });
}

describe.skipIf(here === undefined)('a recorded study of triples', () => {
  let written: WrittenRecording;
  let first: BenchOutcome;
  const replay = (parts = {}): Promise<BenchOutcome> =>
    runBench('http://127.0.0.1:9', { ...study, model: `recorded:${written.path}` }, parts);
  const read = ({ folder }: BenchOutcome, file: string): string => readFileSync(join(folder, file), 'utf8');

  beforeAll(async () => {
    const server = await startProviderServer((_, { body }) => {
      const [, prompt = ''] = JSON.stringify(body.messages).match(/"content":"(.*)"/) ?? [];
      return { kind: 'answer', text: answers[stageOfPrompt(prompt)] };
    });
    first = await runBench(server.url, { ...study, model: `openai-compatible:tiny@${server.url}` });
    await server.close();
    if (first.error !== undefined) throw first.error;
    written = await writeRecording({
      study: 'tiny-triples',
      into: join(temporaryFolder(), 'recorded'),
      runs: [first.folder],
      facts: { evidence: 'none' },
      environment: process.env,
    });
  }, timeout);

  test('accepts the right triple by real provers and rejects the one whose annotation says less, naming what shows it', () => {
    const cells = read(first, 'consistency-cells.csv');
    for (const rule of ['strict', 'published']) {
      expect(cells).toMatch(new RegExp(`^clover,ground-truth,1,${rule},,1,1,1,`, 'm'));
      expect(cells).toMatch(new RegExp(`^clover,C2,2,${rule},,0,1,0,`, 'm'));
      expect(cells).toMatch(new RegExp(`^clover,C2,2,${rule},doc2anno,0,1,0,`, 'm'));
    }
    const tries = read(first, 'consistency-tries.csv');
    expect(tries).toContain(`${weaker.task.id},0,C2,doc2anno,1,1,annotation,stronger,false,,fail,fail,`);
    expect(tries).toMatch(/post, first to second: the call\(.*\) gives .*, where .* does not hold/);
    expect(read(first, 'tables.md')).toContain('Triples accepted by the six checks');
    expect(read(first, 'consistency-subsets.csv').trim().split('\n')).toHaveLength(1 + 2 * 64);
    // The model says YES to all, and that is said.
    expect(read(first, 'consistency-judge.csv')).toMatch(/^clover-judge,strict,unrelated,1,1,1,.*,0,true$/m);
    expect(read(first, 'tables.md')).toContain('Degenerate: it says the same to nearly all');
    // A condition is told no set.
    expect(read(first, 'trajectories.jsonl')).not.toContain('ground-truth');
  });

  test('replays where the provers are: the same bytes, no drift', { timeout }, async () => {
    const again = await replay();
    expect(again.error).toBeUndefined();
    expect(again.said).toContain('model calls: 0 made');
    expect(read(again, 'consistency-tries.csv')).toBe(read(first, 'consistency-tries.csv'));
    expect(read(again, 'tables.md')).toMatch(/drift: 0 of 7 steps/);
    expect(read(again, 'trajectories.jsonl')).toBe(read(first, 'trajectories.jsonl'));
  });

  test('replays where no prover is: the loop is told what was recorded, and that nothing was proved again is said', {
    timeout,
  }, async () => {
    const bare = await replay({ kinds: [without] });
    expect(bare.error).toBeUndefined();
    expect(read(bare, 'consistency-cells.csv')).toBe(read(first, 'consistency-cells.csv'));
    expect(read(bare, 'consistency-tries.csv')).toContain(',not-available');
    expect(read(bare, 'tables.md')).toContain('prover-missing');
  });
});
