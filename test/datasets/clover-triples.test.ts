import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { departures, differingParts } from '../../datasets/shared/clover/departures.ts';
import { SETS, type ShippedTriple, shippedTriples, WANTED } from '../../datasets/shared/clover/shipped.ts';
import { loadTripleDataset } from '../../harness/loading/load-dataset.ts';
import { loadCloverTables } from '../../harness/published/clover/clover-cells.ts';
import { textsInTar } from '../../harness/storage/tar.ts';
import { spliceDafny } from '../../harness/verifiers/prover/dafny/splice.ts';
import { temporaryFolder } from '../fixtures/command.ts';

const data = process.env.LUCID_BENCH_DATA;
if (data === undefined) console.warn('NOT TESTED: triples of CloverBench (set LUCID_BENCH_DATA)');

const program = (method: string): Pick<ShippedTriple, 'program'> => ({ program: method });
const right: ShippedTriple = {
  name: 'one_more',
  set: 'ground-truth',
  docstring: 'One more than x.',
  tests: '',
  ...program('method M(x: int) returns (r: int)\n  requires x > 0\n  ensures r == x + 1\n{\n  r := x + 1;\n}\n'),
};

test('a triple departs from Table 3 where it changes what its set keeps, or keeps what it changes', () => {
  const less = right.program.replace('ensures r == x + 1', 'ensures r > x // less');
  expect(departures({ ...right, set: 'C2', program: less }, right)).toEqual([]);
  expect(departures({ ...right, set: 'C2' }, right)).toEqual(['its annotation is the right one']);
  expect(departures({ ...right, set: 'C3', program: less }, right)).toEqual(['its docstring is the right one']);
  expect(departures({ ...right, set: 'C1', docstring: 'Two more.', program: less }, right)).toEqual([
    "not the right program's: postconditions",
  ]);
  const other = right.program.replace('r := x + 1;', 'r := x;');
  expect(departures({ ...right, set: 'C2', program: other }, right)).toEqual([
    "not the right program's: code",
    'its annotation is the right one',
  ]);
  const nothing = other.replace('  ensures r == x + 1\n', '');
  expect(departures({ ...right, set: 'C6', program: nothing }, right)).toEqual(['it ensures nothing']);
});

test('comments and spaces make no difference', () => {
  const spaced = right.program.replace('r == x + 1', 'r==x+1 // one more');
  expect(differingParts(right.program, spaced)).toEqual([]);
  expect(differingParts(right.program, right.program.replace('x > 0', 'x >= 0'))).toEqual(['requires']);
});

describe.skipIf(data === undefined)('CloverBench', () => {
  const load = () =>
    loadTripleDataset('clover-triples', {
      environment: { LUCID_BENCH_DATA: data, XDG_CACHE_HOME: temporaryFolder() },
    });

  test('has 60 programs in five sets; no id names a set, and no task has a field that does', async () => {
    const { problems } = await load();
    expect(problems).toHaveLength(300);
    const sets = Map.groupBy(problems, ({ set }) => set);
    expect(SETS.map((set) => sets.get(set)?.length)).toEqual([60, 60, 60, 60, 60]);
    expect(new Set(problems.map(({ task }) => task.id)).size).toBe(300);
    for (const { task, program: name } of problems) {
      expect(task.id).toMatch(new RegExp(`^clover-triples/${name}/[0-9a-f]{8}$`));
      expect(Object.keys(task).sort()).toEqual(['body', 'contract', 'docstring', 'id', 'kind', 'language']);
    }
  });

  test('C2 and C6 have the right words, C1 and C3 others', async () => {
    const { problems } = await load();
    const words = (name: string, set: string) =>
      problems.find((problem) => problem.program === name && problem.set === set)?.task.docstring;
    for (const { program: name } of problems) {
      const own = words(name, 'ground-truth');
      expect([words(name, 'C2'), words(name, 'C6')]).toEqual([own, own]);
      expect([words(name, 'C1'), words(name, 'C3')]).not.toContain(own);
    }
  });

  test('each body may be given to a prover once its changes are made; they change no contract', async () => {
    const { problems } = await load();
    for (const { task } of problems)
      expect([task.id, spliceDafny(task.body, task.contract).status]).toEqual([task.id, 'admitted']);
    expect(problems.filter(({ published }) => (published?.changes.length ?? 0) > 0).length).toBeGreaterThan(8);
  });

  const texts = () => textsInTar(gunzipSync(readFileSync(join(data ?? '', 'clover', 'clover-bench.tgz'))), WANTED);

  test('38 of 240 wrong triples are not what Table 3 says of their set, and are named', async () => {
    const { knownDefects } = await load();
    const ofSet = (set: string) => knownDefects.filter(({ note }) => note.includes(`, ${set}: `));
    expect([...SETS].map((set) => ofSet(set).length)).toEqual([0, 11, 11, 10, 6]);
    expect(ofSet('C1').map(({ note }) => note)).toContain("reverse, C1: not the right program's: code");
    expect(ofSet('C6').map(({ note }) => note)).toContain('is_even, C6: it ensures nothing');
  });

  test('how many programs differ between sets that show a check the same artefacts is as the published cells say', () => {
    const triples = shippedTriples(texts()).filter(({ name }) => name !== 'match' && name !== 'double_array_elements');
    const programOf = (name: string, set: string) =>
      triples.find((triple) => triple.name === name && triple.set === set)?.program ?? '';
    const names = new Set(triples.map(({ name }) => name));
    const code = ['signature', 'others', 'body'];
    const shown: Readonly<Record<string, readonly string[]>> = {
      'anno-sound': [...code, 'requires', 'ensures'],
      'anno-complete': [...code, 'requires', 'ensures'],
      doc2code: code,
      code2doc: [...code, 'requires'],
    };
    for (const { check, sets, differ } of loadCloverTables().sameArtefacts) {
      const found = [...names].filter((name) =>
        differingParts(programOf(name, sets[0]), programOf(name, sets[1])).some((part) => shown[check]?.includes(part)),
      );
      expect([check, sets, found.length]).toEqual([check, sets, differ]);
    }
  });

  test('an archive without a file of a set is refused by that file', () => {
    const less = new Map(texts());
    less.delete('adversarial_incorrect/C3/abs/abs_doc.txt');
    expect(() => shippedTriples(less)).toThrow(
      'clover-triples: expected the file adversarial_incorrect/C3/abs/abs_doc.txt in the archive',
    );
  });
});
