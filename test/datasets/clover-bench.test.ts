import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { loadContractDataset } from '../../harness/loading/load-dataset.ts';
import { spliceDafny } from '../../harness/verifiers/prover/dafny/splice.ts';
import { splitDafny } from '../../harness/verifiers/prover/dafny/split.ts';
import { temporaryFolder } from '../fixtures/command.ts';

const data = process.env.LUCID_BENCH_DATA;
const load = (folder = data) =>
  loadContractDataset('clover-bench', { environment: { LUCID_BENCH_DATA: folder, XDG_CACHE_HOME: temporaryFolder() } });

/** A folder of data with these bytes in place of the archive. */
function folderWith(archive: Uint8Array): string {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'clover'));
  writeFileSync(join(folder, 'clover', 'clover-bench.tgz'), archive);
  return folder;
}

if (data === undefined) console.warn('NOT TESTED: CloverBench (set LUCID_BENCH_DATA)');

describe.skipIf(data === undefined)('CloverBench', () => {
  const archive = () => readFileSync(join(data ?? '', 'clover', 'clover-bench.tgz'));

  test('has the paper’s 60 programs, each a contract with words and a body that may be one', async () => {
    const { problems } = await load();
    expect(problems).toHaveLength(60);
    const names = problems.map(({ task }) => task.id);
    expect(names).not.toContain('clover-bench/match');
    expect(names).not.toContain('clover-bench/double_array_elements');
    for (const { task, canonical } of problems) {
      expect(task.docstring).not.toBe('');
      expect(task.contract.clauses.some((clause) => clause.startsWith('ensures '))).toBe(true);
      const spliced = spliceDafny(canonical, task.contract);
      expect([task.id, spliced.status]).toEqual([task.id, 'admitted']);
    }
  });

  test('says what of a program was changed, and changes no contract', async () => {
    const { problems } = await load();
    const changed = problems.filter(({ published }) => (published?.changes.length ?? 0) > 0);
    expect(changed.map(({ task }) => task.id.slice('clover-bench/'.length))).toEqual([
      ...['all_digits', 'copy_part', 'even_list', 'insert', 'longest_prefix', 'only_once', 'rotate', 'set_to_seq'],
    ]);
    for (const { task, published } of problems)
      expect(splitDafny(published?.program ?? '').contract).toEqual(task.contract);
  });

  test('a damaged or another archive is refused in one sentence', async () => {
    const tar = gunzipSync(archive());
    const inside = Buffer.from(tar);
    const at = inside.indexOf('method Abs', inside.indexOf('textbook_algo/abs/abs_strong.dfy'));
    inside.write('method Sab', at);
    const header = Buffer.from(tar);
    header[100] = 0;
    for (const bytes of [
      archive().subarray(0, 5000),
      gzipSync(inside),
      gzipSync(header),
      gzipSync(tar.subarray(0, 4000)),
    ]) {
      const error = await load(folderWith(bytes)).catch((caught: unknown) => caught);
      expect(String(error)).toMatch(
        /^UsageError: dataset clover-bench: \S+clover-bench\.tgz is not the pinned file \(.+\); remove it and run [^\n]+$/,
      );
    }
  });
});

test('a program without ensures, without a body or that is no method is named as that', () => {
  expect(() => splitDafny('method M(x: int)\n  requires x > 0\n{\n}\n')).toThrow('a method that ensures nothing');
  expect(() => splitDafny('method M(x: int)\n  ensures x > 0\n')).toThrow('a method without a body');
  expect(() => splitDafny('function F(x: int): int { x }\n')).toThrow('does not begin with method');
});

test('a contract ends where the body begins, whatever braces its clauses hold', () => {
  const { contract, body } = splitDafny(
    'method M<T>(s: set<T>) returns (r: bool)\n  requires s != {}\n  ensures r ==>\n    forall x {:trigger x in s} :: x in s\n{\n  r := s == {};\n}\n',
  );
  expect(contract).toEqual({
    preamble: '',
    signature: 'method M<T>(s: set<T>) returns (r: bool)',
    clauses: ['requires s != {}', 'ensures r ==> forall x {:trigger x in s} :: x in s'],
  });
  expect(body).toBe('  r := s == {};\n');
});
