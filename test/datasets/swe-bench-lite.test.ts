import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { environments } from '../../datasets/shared/swe-bench/environments.ts';
import { moreEnvironments } from '../../datasets/shared/swe-bench/more-environments.ts';
import { joinPages, normalForm, readRows } from '../../datasets/shared/swe-bench/rows.ts';
import { fetchData } from '../../harness/loading/fetch-data.ts';
import { loadDataset, loadPatchDataset } from '../../harness/loading/load-dataset.ts';
import { sha256 } from '../../harness/storage/hash.ts';
import { faultOf, pathsOf, readDiff } from '../../harness/tasks/patch/diff/unified-diff.ts';
import { environmentOf, sharedOf, sourcesOf } from '../../harness/tasks/patch/environment.ts';
import { directivesOf, evaluationScript } from '../../harness/tasks/patch/evaluation/evaluation-script.ts';
import type { GradingRules } from '../../harness/tasks/patch/logs/grading-rules.ts';
import { LOG_PARSERS } from '../../harness/tasks/patch/logs/log-parsers.ts';
import { selectInstances } from '../../harness/tasks/patch/select-instances.ts';

const { LUCID_BENCH_DATA, XDG_CACHE_HOME, HOME } = process.env;
const environment = { LUCID_BENCH_DATA, XDG_CACHE_HOME, HOME };
const lite = await loadPatchDataset('swe-bench-lite', { environment }).catch((error) => {
  console.warn(`NOT TESTED: loading the real SWE-bench Lite (${error.message})`);
  return undefined;
});

const row = {
  repo: 'owner/name',
  instance_id: 'owner__name-2',
  base_commit: 'a'.repeat(40),
  patch: 'p',
  test_patch: 't',
  problem_statement: 's',
  hints_text: '',
  created_at: '2020-01-01T00:00:00Z',
  version: '1.0',
  FAIL_TO_PASS: '["test[a", "b c"]',
  PASS_TO_PASS: '[]',
  environment_setup_commit: 'b'.repeat(40),
};
const first = { ...row, instance_id: 'owner__name-1' };

test('an array, JSON lines in another order and pages of the dataset server are the same rows', () => {
  const asArray = readRows(JSON.stringify([row, first], undefined, 2), 'a.json');
  const turned = Object.fromEntries(Object.entries(first).reverse());
  const asLines = readRows(`${JSON.stringify(turned)}\n${JSON.stringify(row)}\n`, 'a.jsonl');
  const page = (one: object) => Buffer.from(JSON.stringify({ features: [], rows: [{ row_idx: 0, row: one }] }));
  const asPages = readRows(joinPages([page(row), page(first)]), 'pages');
  expect(asArray.map(({ instance_id }) => instance_id)).toEqual(['owner__name-1', 'owner__name-2']);
  expect(normalForm(asLines)).toBe(normalForm(asArray));
  expect(normalForm(asPages)).toBe(normalForm(asArray));
});

test('ids of tests are unpacked from their string and kept as published, cut or not', () => {
  expect(readRows(JSON.stringify([row]), 'a.json')[0]?.FAIL_TO_PASS).toEqual(['test[a', 'b c']);
});

test.each([
  [{ ...row, FAIL_TO_PASS: 'test_a' }, 'a.json[0]: field FAIL_TO_PASS'],
  [{ ...row, base_commit: 'main' }, 'a.json[0]: field base_commit'],
  [{ ...row, patch: undefined }, 'a.json[0]: field patch'],
])('a bad row is an error that names file, row and field', (bad, place) => {
  expect(() => readRows(JSON.stringify([bad]), 'a.json')).toThrow(place);
});

test('an instance that occurs twice is an error', () => {
  expect(() => readRows(JSON.stringify([row, row]), 'a.json')).toThrow('occurs twice');
});

test('other rows than the pinned ones are refused', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'data-'));
  await mkdir(join(folder, 'swebench-lite'));
  await writeFile(join(folder, 'swebench-lite', 'swe-bench-lite.json'), JSON.stringify([row]));
  await expect(loadPatchDataset('swe-bench-lite', { environment: { LUCID_BENCH_DATA: folder } })).rejects.toThrow(
    /swe-bench-lite\.json is not the pinned file \(expected sha256 63076419/,
  );
});

test('a command that works on functions says so', async () => {
  await expect(loadDataset('swe-bench-lite', { environment })).rejects.toThrow('works on functions only');
  await expect(loadPatchDataset('kata', { environment })).rejects.toThrow('expected a dataset of patches');
});

test('pages of the dataset server are fetched, joined, checked by the rows and loaded from the cache', async () => {
  const server = createServer((request, response) => {
    response.end(JSON.stringify({ rows: [{ row_idx: 0, row: request.url === '/0' ? row : first }] }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const folder = await mkdtemp(join(tmpdir(), 'fetch-'));
  const module = (path: string): string => JSON.stringify(new URL(path, import.meta.url).href);
  const definition = (sum: string): string => `
import { definePatchDataset } from ${module('../../harness/dataset.ts')};
import { joinPages, normalForm, readRows } from ${module('../../datasets/shared/swe-bench/rows.ts')};
const file = {
  name: 'rows.jsonl', otherNames: ['rows.json'], url: '${url}', sha256: '${sum}',
  normalise: (content) => normalForm(readRows(content.toString('utf8'), 'rows')),
  parts: { urls: ['${url}/0', '${url}/1'], join: (pages) => Buffer.from(joinPages(pages)) },
};
export default definePatchDataset({
  kind: 'patch', environments: [], title: 'T', source: 'S', downloads: [file],
  async load({ readOfficial }) { return { sha256: file.sha256, problems: readRows(await readOfficial(file), 'rows') }; },
});
`;
  const sum = sha256(normalForm(readRows(JSON.stringify([row, first]), 'a')));
  await writeFile(join(folder, 'good.ts'), definition(sum));
  await writeFile(join(folder, 'other.ts'), definition('0'.repeat(64)));
  const options = { folder, environment: { XDG_CACHE_HOME: folder }, report: () => undefined };
  expect(await fetchData('good', options)).toMatchObject([{ name: 'rows.jsonl', status: 'downloaded' }]);
  expect(await fetchData('good', options)).toMatchObject([{ status: 'already-there' }]);
  expect((await loadPatchDataset('good', options)).problems).toHaveLength(2);
  await expect(fetchData('other', options)).rejects.toThrow(/expected sha256 0{64}, got/);
});

test.runIf(lite !== undefined)('300 of 300 instances load, and each patch and test patch parses', () => {
  expect(lite?.problems).toHaveLength(300);
  for (const { task, canonical, hiddenTests } of lite?.problems ?? []) {
    expect(faultOf(canonical), task.id).toBeUndefined();
    expect(faultOf(hiddenTests.testPatch), task.id).toBeUndefined();
    expect(pathsOf(readDiff(canonical)).length, task.id).toBeGreaterThan(0);
    expect(hiddenTests.failToPass.length, task.id).toBeGreaterThan(0);
    expect(LOG_PARSERS, task.id).toHaveProperty([task.repository]);
  }
});

test.runIf(lite !== undefined)('28 instances have an id that is cut at a space, six have no PASS_TO_PASS', () => {
  const problems = lite?.problems ?? [];
  const isCut = (id: string) => id.split('[').length > id.split(']').length;
  const cut = problems.filter(({ hiddenTests }) => [...hiddenTests.failToPass, ...hiddenTests.passToPass].some(isCut));
  expect(cut).toHaveLength(28);
  expect(problems.filter(({ hiddenTests }) => hiddenTests.passToPass.length === 0)).toHaveLength(6);
});

test.runIf(lite !== undefined)('a random subset is stable and part of every larger one', () => {
  if (lite === undefined) return;
  const ids = (subset: number, seed: number, repo?: string[]) =>
    selectInstances(lite, { subset, seed, repo }).problems.map(({ task }) => task.id);
  expect(ids(20, 1)).toEqual(ids(20, 1));
  expect(ids(20, 1)).not.toEqual(ids(20, 2));
  expect(ids(40, 1)).toEqual(expect.arrayContaining(ids(20, 1)));
  expect(ids(3, 1, ['flask'])).toHaveLength(3);
  expect(selectInstances(lite, { repo: ['psf/requests', 'sympy'], limit: 7 }).problems).toHaveLength(7);
  expect(() => selectInstances(lite, { repo: ['numpy'] })).toThrow(
    '--repo numpy: expected one of astropy/astropy, django/django',
  );
  expect(() => selectInstances(lite, { instances: ['nope'] })).toThrow('unknown task nope');
});

test.runIf(lite !== undefined)('every instance has exactly one environment, and none is for nothing', () => {
  const pairs = new Set(lite?.problems.map(({ task, version }) => `${task.repository} ${version}`));
  expect(pairs.size).toBe(64);
  const specified = environments.flatMap(({ repository, versions }) =>
    versions.map((version) => `${repository} ${version}`),
  );
  expect(specified.sort()).toEqual([...pairs].sort());
});

test.runIf(lite !== undefined)('a shared commit names instances of Lite, once, each of its own environment', () => {
  const named = environments.flatMap(({ shared = [] }) => shared.flatMap(({ instances }) => instances));
  expect(named.length).toBeGreaterThan(50);
  expect(new Set(named).size).toBe(named.length);
  const sharing = new Map<string, string>();
  for (const { task, version } of lite?.problems ?? []) {
    const environment = environmentOf(environments, task.repository, version);
    if (environment === undefined) continue;
    for (const each of [sharedOf(environment, task), sourcesOf(environment, task)]) {
      if (each !== undefined) sharing.set(task.id, each.commit);
    }
  }
  const sources = environments.flatMap(({ sources }) => sources?.instances ?? []);
  expect([...sharing.keys()].toSorted()).toEqual([...new Set([...named, ...sources])].toSorted());
});

describe('a specification can be installed by pip', () => {
  const words = (text = ''): string[] => text.split(' ').filter(Boolean);
  const versionsOf = (text?: string): Map<string, string> =>
    new Map(
      words(text).flatMap((word) => (/^([\w.-]+)==(\S+)$/.exec(word) ? [word.split('==') as [string, string]] : [])),
    );

  test.each(
    [...environments, ...moreEnvironments].map(
      (each) => [`${each.repository} ${each.versions.join(' ')}`, each] as const,
    ),
  )('%s', (_, each) => {
    for (const file of each.requirementFiles ?? []) expect(file, 'pip reads no conda file').toMatch(/\.txt$/);
    const pins = versionsOf(each.pins);
    expect(
      [...pins].map(([name, version]) => `${name}==${version}`),
      'a pin is an exact version, said once',
    ).toEqual(words(each.pins));
    for (const [name, version] of versionsOf(each.packages)) {
      expect([version, undefined], `${name}: pinned to another version than is installed`).toContain(pins.get(name));
    }
  });

  test('every Django has exact versions of what its requirement file leaves open', () => {
    const open = [
      'asgiref',
      'argon2-cffi',
      'bcrypt',
      'docutils',
      'jinja2',
      'numpy',
      'pillow',
      'pyyaml',
      'selenium',
      'sqlparse',
      'tblib',
    ];
    for (const { repository, pins, versions } of environments) {
      if (repository === 'django/django')
        expect([...versionsOf(pins).keys()], versions.join(' ')).toEqual(expect.arrayContaining(open));
    }
  });
});

test.runIf(lite !== undefined)(
  'evaluation scripts reset, patch and run the files of the test patch between the markers; under rules 5 new files go first',
  () => {
    const removing: string[] = [];
    for (const problem of lite?.problems ?? []) {
      const environment = environmentOf(environments, problem.task.repository, problem.version);
      if (environment === undefined) throw new Error(problem.task.id);
      const scriptBy = (rules: GradingRules) =>
        evaluationScript(problem, environment, { testbed: '/testbed', activate: [] }, rules).split('\n');
      const [script, older] = [scriptBy('5'), scriptBy('4')];
      const start = script.indexOf(": '>>>>> Start Test Output'");
      expect(script[start + 1], problem.task.id).toBe([environment.testCommand, ...directivesOf(problem)].join(' '));
      expect(directivesOf(problem).length, problem.task.id).toBeGreaterThan(0);
      const checkout = `git checkout ${problem.task.baseCommit}`;
      expect(older.filter((line) => line.startsWith(checkout))).toHaveLength(2);
      expect(script.filter((line) => line.startsWith(checkout) && line !== checkout)).toEqual(
        older.filter((line) => line.startsWith(checkout) && line !== checkout),
      );
      expect(script, 'the whole tree is never taken back').not.toContain(checkout);
      if (script.some((line) => line.startsWith('rm -f '))) removing.push(problem.task.id);
    }
    expect(removing).toEqual([
      'django__django-10924',
      'django__django-12113',
      'django__django-12915',
      'django__django-13448',
      'pallets__flask-4992',
      'sphinx-doc__sphinx-10451',
      'sphinx-doc__sphinx-8595',
      'sphinx-doc__sphinx-8801',
    ]);
  },
);

test.runIf(lite !== undefined)("Django's tests are named as modules", () => {
  const problem = lite?.problems.find(({ task }) => task.id === 'django__django-15202');
  expect(problem && directivesOf(problem)).toEqual(['forms_tests.field_tests.test_urlfield']);
});
