import { expect, test } from 'vitest';
import { loadContractDataset } from '../../../harness/loading/load-dataset.ts';
import { examplesFor } from '../../../harness/tasks/jobs/near-examples.ts';
import { jobOf } from '../../../harness/tasks/jobs/open-jobs.ts';
import { annotationDataset, translationDataset } from '../../../harness/tasks/jobs/problems.ts';
import { readTranslation } from '../../../harness/tasks/jobs/read-translation.ts';
import type { Pools } from '../../../harness/types/search.ts';
import { LANGUAGES_HERE, translationOfKata } from '../../fixtures/translation.ts';

const kata = await loadContractDataset('kata-proved', { environment: {} });
const PAIR = { kind: 'translation', from: 'dafny', to: 'python' } as const;

test.each(['klingon->python', 'dafny->klingon', 'python->python', 'translate', 'dafny->', ''])(
  'the job %j is refused by one sentence that names what there is',
  (name) => {
    expect(() => jobOf(name)).toThrow(
      `--job ${name}: expected inference, annotation, or a pair of two of dafny, python, verus, such as 'dafny->python'`,
    );
  },
);

test('inference is no job of its own, and a pair may go either way', () => {
  expect([jobOf(undefined), jobOf('inference')]).toEqual([undefined, undefined]);
  expect(jobOf('python->dafny')).toEqual({ kind: 'translation', from: 'python', to: 'dafny' });
});

test('each proved program is a task, and the dataset’s own in the target language stands behind the grade alone', () => {
  const { problems, sha256 } = translationDataset(kata, PAIR, LANGUAGES_HERE);
  expect(problems).toHaveLength(16);
  expect(sha256).not.toBe(kata.sha256);
  const [first] = problems;
  expect(first?.task.id).toBe('kata-proved/dafny/distance->python');
  expect(first?.task.source.text).toContain('method Distance(a: int, b: int) returns (r: int)\n  ensures r >= 0');
  expect(first?.reference?.contract.signature).toBe('def distance(a: int, b: int) -> int:');
  for (const { task } of problems) expect(JSON.stringify(task)).not.toContain('def distance');
});

test('a source without a contract is refused, and what the target cannot state is left out', () => {
  const [first, ...others] = kata.problems.filter(({ task }) => task.language === 'dafny');
  if (first === undefined) throw new Error('expected a program');
  const withContract = (contract: Partial<typeof first.task.contract>) => ({
    ...kata,
    problems: [{ ...first, task: { ...first.task, contract: { ...first.task.contract, ...contract } } }, ...others],
  });
  expect(() => translationDataset(withContract({ clauses: ['requires a > 0'] }), PAIR, LANGUAGES_HERE)).toThrow(
    'kata-proved/dafny/distance: expected a source with a contract that ensures something, got none',
  );
  const two = withContract({ signature: 'method Distance(a: int, b: int) returns (r: int, s: int)' });
  expect(translationDataset(two, PAIR, LANGUAGES_HERE).problems).toHaveLength(15);
  const none = { ...kata, problems: kata.problems.filter(({ task }) => task.language === 'python') };
  expect(() => translationDataset(none, PAIR, LANGUAGES_HERE)).toThrow('has 0 programs in dafny and none of these');
});

const HEAD = 'def distance(a: int, b: int) -> int:\n    #@ ensures result >= 0\n';
const BODY = '    r = a - b\n    if r < 0:\n        r = 0 - r\n    return r\n';

test.each([
  ['a helper before it', `def lie(a: int) -> int:\n    return 0\n\n${HEAD}${BODY}`, 'a second declaration, def'],
  ['a helper behind it', `${HEAD}${BODY}def lie() -> int:\n    return 0\n`, 'a second declaration, def'],
  ['an import', `import os\n${HEAD}${BODY}`, 'a program that does not begin with def'],
  ['other names', HEAD.replace('a: int', 'x: int') + BODY, 'other parameters than a: int, b: int'],
  ['another order', HEAD.replace('a: int, b: int', 'b: int, a: int') + BODY, 'other parameters than a: int, b: int'],
  ['another type', HEAD.replace('b: int', 'b: bool') + BODY, 'other parameters than a: int, b: int'],
  ['another result', HEAD.replace('-> int', '-> bool') + BODY, 'another result than r: int'],
  ['a name that the prover knows', HEAD.replace('distance', 'len') + BODY, 'len with another meaning'],
  ['a clause that is a call', HEAD.replace('result >= 0', 'lie(result)') + BODY, 'a call of lie'],
  ['a clause of two', HEAD.replace('result >= 0', 'result >= 0)and(result >= 0') + BODY, 'closes what it did not open'],
  ['no body', HEAD, 'a function without a body'],
])('a translation with %s is refused before any prover is asked', async (_, candidate, why) => {
  const { source } = await translationOfKata('distance');
  const read = readTranslation(candidate, pairOf(source, 'dafny', 'python'));
  expect(read).toMatchObject({ refused: { messages: [{ text: expect.stringContaining(why) }] } });
});

test.each([
  ['an attribute', 'method {:verify false} Distance(a: int, b: int) returns (r: int)\n  ensures r >= 0\n{ r := 0; }'],
  ['a frame', 'method Distance(a: int, b: int) returns (r: int)\n  modifies {}\n  ensures r >= 0\n{ r := 0; }'],
  ['no end', 'method Distance(a: int, b: int) returns (r: int)\n  decreases *\n  ensures r >= 0\n{ r := 0; }'],
  ['two methods', 'method A() { }\nmethod Distance(a: int, b: int) returns (r: int)\n  ensures r >= 0\n{ r := 0; }'],
])('into Dafny, %s is refused', async (_, candidate) => {
  const { source } = await translationOfKata('distance', { from: 'python', to: 'dafny' });
  expect(readTranslation(candidate, pairOf(source, 'python', 'dafny'))).toHaveProperty('refused');
});

function pairOf(program: Awaited<ReturnType<typeof translationOfKata>>['source'], from: string, to: string) {
  const [source, target] = [LANGUAGES_HERE[from], LANGUAGES_HERE[to]];
  if (source === undefined || target === undefined) throw new Error('expected a language');
  return { source: { program, language: source }, target: { name: to, language: target } };
}

test('a body without its proof does what it did, word for word; one that does something else does not', () => {
  for (const { contract, given } of annotationDataset(kata, LANGUAGES_HERE).problems) {
    const { task, canonical, wrong } = contract;
    const { done, whole } = LANGUAGES_HERE[task.language] ?? {};
    const own = done?.(given, task.contract);
    expect(given).not.toMatch(/invariant|variant|decreases|assert/);
    expect(done?.(canonical, task.contract)).toBe(own);
    expect(done?.(whole?.(task.contract, canonical) ?? '', task.contract)).toBe(own);
    for (const { body } of wrong) expect(done?.(body, task.contract)).not.toBe(own);
  }
});

const pools = (...translations: Pools['translations']) => ({ ...EMPTY, translations });
const EMPTY: Pools = {
  ...{ version: 1, job: 'dafny->python', promptsSha256: '', iterations: 1 },
  ...{ translations: [], repairs: [], exploits: [] },
};

test('an example of the task’s own source, and one that is near it under other names, is withheld there alone', async () => {
  const { task } = await translationOfKata('sum_up_to');
  const other = await translationOfKata('holds');
  const target = { language: 'python', text: 'def f(): ...' };
  const renamed = task.source.text
    .replaceAll(/\bi\b/g, 'counter')
    .replaceAll(/\br\b/g, 'total')
    .replace('SumUpTo', 'T');
  const own = { taskId: task.id, source: { language: 'dafny', text: 'nothing alike' }, target };
  const near = { taskId: 'near', source: { language: 'dafny', text: renamed }, target };
  const far = { taskId: other.task.id, source: { language: 'dafny', text: other.task.source.text }, target };
  const repair = { taskId: 'near', program: target, messages: '', final: target };
  const all = { ...pools(own, near, far), repairs: [repair] };
  const left = examplesFor(task, task.source.text, all);
  expect(left).toEqual({ translations: [far], repairs: [] });
  expect(examplesFor({ ...task, id: 'another' }, 'quite another text', all).translations).toHaveLength(3);
});

test('of a pool with programs in several languages a prompt shows those in its own', async () => {
  const { task } = await translationOfKata('sum_up_to');
  const shown = (language: string, text: string) => ({ language, text });
  const repair = (program: string, final: string) => ({
    ...{ taskId: `${program} ${final}`, program: shown(program, 'one'), messages: '', final: shown(final, 'two') },
  });
  const translation = (language: string) => ({
    ...{ taskId: language, source: shown('dafny', 'one'), target: shown(language, 'two') },
  });
  const left = examplesFor(task, task.source.text, {
    ...EMPTY,
    translations: [translation('python'), translation('klingon')],
    repairs: [repair('python', 'python'), repair('klingon', 'python'), repair('python', 'klingon')],
  });
  expect(left).toEqual({ translations: [translation('python')], repairs: [repair('python', 'python')] });
});
