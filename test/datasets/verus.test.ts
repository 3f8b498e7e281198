import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { loadContractDataset } from '../../harness/loading/load-dataset.ts';
import type { ContractProblem } from '../../harness/types/task.ts';
import { spliceVerus } from '../../harness/verifiers/prover/verus/splice.ts';
import { temporaryFolder } from '../fixtures/command.ts';

const data = process.env.LUCID_BENCH_DATA;
const load = (id: string, folder = data) =>
  loadContractDataset(id, { environment: { LUCID_BENCH_DATA: folder, XDG_CACHE_HOME: temporaryFolder() } });

if (data === undefined) console.warn('NOT TESTED: MBPP-verified, HumanEval-verified (set LUCID_BENCH_DATA)');

/** Why a published body may not be given as an answer; `admitted` where it may. */
const wordOf = ({ task, canonical }: ContractProblem): string => {
  const spliced = spliceVerus(canonical, task.contract);
  return spliced.status === 'refused' ? (spliced.answer.messages[0]?.text ?? '') : 'admitted';
};

describe.skipIf(data === undefined)('MBPP-verified', () => {
  test('has the 78 programs, each one function under its contract, with what it does in words', async () => {
    const { problems } = await load('mbpp-verified');
    expect(problems).toHaveLength(78);
    expect(new Set(problems.map(({ task }) => task.id)).size).toBe(78);
    const [first] = problems;
    expect(first?.task).toMatchObject({
      id: 'mbpp-verified/task_id_105',
      language: 'verus',
      docstring: 'Write a function in Rust to count true booleans in the given boolean list.',
      contract: {
        signature: 'fn count_true(arr: &Vec<bool>) -> (count: u64)',
        clauses: ['ensures 0 <= count <= arr.len()', 'ensures count_boolean(arr@) == count'],
      },
    });
    expect(first?.task.contract.preamble).toMatch(/^spec fn count_boolean/);
    expect(problems.every(({ tags }) => tags?.[0] === 'code')).toBe(true);
    // Of its helpers a function is the last: the one that they are for.
    const found = problems.find(({ task }) => task.id.endsWith('task_id_2'));
    expect(found?.task.contract.signature).toMatch(/^fn shared_elements/);
  });

  test('no published body says why its loops end: none is an answer here', async () => {
    const { problems } = await load('mbpp-verified');
    const refused = problems.filter((problem) => wordOf(problem) !== 'admitted').map(wordOf);
    expect(refused.filter((why) => why.includes('while without decreases'))).toHaveLength(78);
    expect(refused).toHaveLength(78);
  });

  test('is read from the official archive as from its rows', async () => {
    const rows = readFileSync(join(data ?? '', 'verus-bench', 'tasks.jsonl'), 'utf8');
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'verus-bench'));
    writeFileSync(join(folder, 'verus-bench', 'tasks.jsonl.gz'), gzipSync(rows));
    expect((await load('mbpp-verified', folder)).sha256).toBe((await load('mbpp-verified')).sha256);
  });
});

describe.skipIf(data === undefined)('HumanEval-verified', () => {
  test('has the functions of human-eval-verus that ensure something, code and proofs', async () => {
    const { problems } = await load('humaneval-verified');
    const counts = Map.groupBy(problems, ({ tags }) => tags?.[0] ?? '');
    expect([counts.get('code')?.length, counts.get('proof')?.length]).toEqual([50, 37]);
    expect(new Set(problems.map(({ task }) => task.id)).size).toBe(87);
    const first = problems.find(({ task }) => task.id === 'humaneval-verified/human_eval_000');
    expect(first?.task.docstring).toMatch(/^Check if in given list of numbers/);
    expect(first?.task.contract.preamble).toContain('use vstd::math::abs;');
  });

  test('no function stands beside one that calls it', async () => {
    const { problems } = await load('humaneval-verified');
    const [max] = problems.filter(({ task }) => task.id.endsWith('/lemma_fib_monotonic'));
    expect(max?.task.contract.preamble).not.toContain('fn fib(n: u32)');
  });
});

test.each(['mbpp-verified', 'humaneval-verified', 'dafnybench'])(
  '%s that is not there is refused in one sentence that says how to get it',
  async (id) => {
    const loading = load(id, temporaryFolder());
    await expect(loading).rejects.toThrow(
      new RegExp(
        `^dataset ${id}: expected .* and did not find it; run "npm run fetch-data -- ${id}", or set LUCID_BENCH_DATA to a folder .*$`,
      ),
    );
  },
);

describe.skipIf(data === undefined)('a damaged archive', () => {
  test('is refused', async () => {
    const archive = gunzipSync(readFileSync(join(data ?? '', 'human-eval-verus', 'human-eval-verus.tgz')));
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'human-eval-verus'));
    writeFileSync(join(folder, 'human-eval-verus', 'human-eval-verus.tgz'), gzipSync(archive.subarray(0, 5000)));
    await expect(load('humaneval-verified', folder)).rejects.toThrow('is not the pinned file');
  });
});
