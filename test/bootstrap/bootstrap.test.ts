import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { bootstrap } from '../../harness/bootstrap/bootstrap.ts';
import { bootstrapPlot } from '../../harness/bootstrap/bootstrap-plot.ts';
import { bootstrapReport, bootstrapTitle } from '../../harness/bootstrap/bootstrap-report.ts';
import { gained, provedIn, withNew } from '../../harness/bootstrap/gather-pools.ts';
import type { BootstrapOptions } from '../../harness/bootstrap/study.ts';
import { exploit } from '../../harness/critics/exploit.ts';
import { translationOf } from '../../harness/critics/judge-proved.ts';
import { DataError } from '../../harness/errors.ts';
import { createRandom, drawHalf } from '../../harness/random.ts';
import { describeProofs } from '../../harness/run/describe-run.ts';
import { refuseOtherPrompts } from '../../harness/run/job.ts';
import { loadConditions } from '../../harness/run/load-conditions.ts';
import { poolsText, readPools } from '../../harness/tasks/jobs/pools.ts';
import type { Trajectory } from '../../harness/types/record.ts';
import type { Pools } from '../../harness/types/search.ts';
import { benchDefaults, quietParts } from '../fixtures/bench.ts';
import { temporaryFolder } from '../fixtures/command.ts';
import { criticModel, criticParts } from '../fixtures/critics.ts';
import { LANGUAGES_HERE, translationOfKata } from '../fixtures/translation.ts';

const EMPTY: Pools = {
  ...{ version: 1, job: 'dafny->python', promptsSha256: 'a', iterations: 0 },
  ...{ translations: [], repairs: [], exploits: [] },
};

const program = (body: string): string =>
  `def larger(a: int, b: int) -> int:\n    #@ ensures result >= a\n    #@ ensures result >= b\n    return ${body}\n`;

/** A chain: wrong, wrong otherwise, proved; and a program that was refused. */
const trajectoryOf = (taskId: string): Trajectory => {
  const step = (index: number, candidate: string, isProved: boolean, parent?: number) => ({
    index,
    candidate,
    proposedBy: 'generate' as const,
    ...(parent === undefined ? {} : { parent }),
    verdict: isProved
      ? ({ status: 'accept', feedback: '' } as const)
      : ({ status: 'reject', feedback: `of ${index}` } as const),
  });
  const steps = [
    step(0, program('0'), false),
    step(1, 'import os\n', false),
    step(2, program('1'), false, 0),
    step(3, program('a + b'), true, 2),
  ];
  const end = { status: 'submitted', reason: 'accepted' } as const;
  return { condition: 'search', taskId, sample: 0, steps, unfinishedCalls: [], end };
};

test('a proved program that passes becomes a translation, and each of its ancestors a repair, the nearest first', async () => {
  const problem = await translationOfKata('larger');
  const proved = provedIn([trajectoryOf(problem.task.id)], [problem], LANGUAGES_HERE);
  expect(proved).toHaveLength(1);
  const after = withNew(
    EMPTY,
    proved.map((each) => ({ ...each, verdicts: [] })),
    LANGUAGES_HERE,
  );
  expect(after.translations.map(({ source, target }) => [source.text.split('\n')[0], target.text])).toEqual([
    ['method Larger(a: int, b: int) returns (r: int)', program('a + b').trimEnd()],
  ]);
  expect(after.repairs.map(({ program: one, messages, final }) => [one.text, messages, final.text])).toEqual([
    [program('1').trimEnd(), 'of 2', program('a + b').trimEnd()],
    [program('0').trimEnd(), 'of 0', program('a + b').trimEnd()],
  ]);
  expect(gained(EMPTY, after)).toBe(3);
  const again = withNew(
    after,
    proved.map((each) => ({ ...each, verdicts: [] })),
    LANGUAGES_HERE,
  );
  expect([gained(after, again), again.iterations]).toEqual([0, 2]);
});

test('a program too long for a file of pools is not learned from, so that the next iteration can read the file', async () => {
  const problem = await translationOfKata('larger');
  const { steps, ...trajectory } = trajectoryOf(problem.task.id);
  const long = `${'# a word\n'.repeat(20_000)}${program('1')}`;
  const longer = steps.map((step) => (step.index === 2 ? { ...step, candidate: long } : step));
  const proved = provedIn([{ ...trajectory, steps: longer }], [problem], LANGUAGES_HERE);
  const after = withNew(
    EMPTY,
    proved.map((each) => ({ ...each, verdicts: [] })),
    LANGUAGES_HERE,
  );
  expect([after.translations.length, after.repairs.map(({ messages }) => messages)]).toEqual([1, ['of 0']]);
  const path = join(temporaryFolder(), 'pools.json');
  writeFileSync(path, poolsText(after));
  const read = await readPools(path, { kind: 'translation', from: 'dafny', to: 'python' }, 'dafny->python');
  expect(read.pools).toEqual(after);
});

test('what a critic rejects is not learned from; exploits that are not right are, beside their contract', async () => {
  const problem = await translationOfKata('larger');
  const proved = provedIn([trajectoryOf(problem.task.id)], [problem], LANGUAGES_HERE);
  const exploits = [
    { body: 'return a + b', isTriviallyRight: 'no', detail: '' },
    { body: 'return b', isTriviallyRight: 'yes', detail: '' },
  ] as const;
  const rejected = { critic: 'exploit', said: 'reject', detail: '', exploits } as const;
  const unsure = { critic: 'formal', said: 'unknown', detail: '' } as const;
  const after = (verdicts: Parameters<typeof withNew>[1][number]['verdicts']) =>
    withNew(
      EMPTY,
      proved.map((each) => ({ ...each, verdicts })),
      LANGUAGES_HERE,
    );
  expect(after([rejected]).translations).toEqual([]);
  expect(after([rejected]).exploits.map(({ body, contract }) => [body, contract.text.split('\n')[0]])).toEqual([
    ['return a + b', 'def larger(a: int, b: int) -> int:'],
  ]);
  expect(after([unsure]).translations).toHaveLength(1);
});

test('half of a pool is drawn, rounded up, each part of it as likely, and the same for equal seeds', () => {
  const drawn = (seed: number) => drawHalf(['a', 'b', 'c', 'd', 'e'], createRandom(seed), 8);
  expect(drawn(1)).toHaveLength(3);
  expect(drawn(1)).toEqual(drawn(1));
  const counts = new Map<string, number>();
  for (let seed = 0; seed < 2000; seed++) for (const one of drawn(seed)) counts.set(one, (counts.get(one) ?? 0) + 1);
  // 3 of 5: 1,200 of 2,000 each, with a standard deviation of 22.
  for (const [one, count] of counts) expect([one, Math.abs(count - 1200) < 110]).toEqual([one, true]);
  expect(drawHalf([...Array(40).keys()], createRandom(1), 8)).toHaveLength(8);
});

test('prompts for exploits show half of the known ones of other tasks; without any they are as they were', async () => {
  const problem = await translationOfKata('larger');
  const [proved] = provedIn([trajectoryOf(problem.task.id)], [problem], LANGUAGES_HERE);
  if (proved === undefined) throw new Error('expected a translation');
  const contract = { language: 'python', text: 'a contract' };
  const known = ['one', 'two', 'three'].map((body) => ({ taskId: body, contract, body }));
  const promptsWith = async (pool: Pools['exploits'] | undefined) => {
    const prompts: string[] = [];
    const base = criticModel({ votes: 3, exploits: ['no program'] });
    const sampler = {
      ...base.sampler,
      sample: (...call: Parameters<typeof base.sampler.sample>) => {
        prompts.push(call[1].messages[0]?.content ?? '');
        return base.sampler.sample(...call);
      },
    };
    const model = { ...base, sampler, ...(pool === undefined ? {} : { exploits: { pool, seed: 1 } }) };
    await exploit(translationOf(proved.program, problem), criticParts(undefined, model));
    return prompts;
  };
  const plain = await promptsWith(undefined);
  expect(await promptsWith([])).toEqual(plain);
  expect(await promptsWith([{ taskId: problem.task.id, contract, body: 'its own' }])).toEqual(plain);
  for (const prompt of await promptsWith(known)) {
    expect(prompt.match(/A contract, and a body/g)).toHaveLength(2);
    expect(prompt.endsWith(plain[0] ?? '')).toBe(true);
  }
});

const options = (changed: Partial<BootstrapOptions>): BootstrapOptions => ({
  ...benchDefaults,
  ...{ dataset: 'kata-proved', job: 'dafny->python', conditions: ['search-treefinement'], tasks: undefined },
  ...{ model: 'openai-compatible:m@http://127.0.0.1:1/v1', iterations: 1, critics: 'none', votes: 1, rejectFrom: 0.5 },
  ...{ out: join(temporaryFolder(), 'out'), cache: join(temporaryFolder(), 'cache') },
  ...changed,
});
const run = (changed: Partial<BootstrapOptions>) => bootstrap(options(changed), { ...quietParts(), random: () => 0 });

const poolsFile = (changed: Partial<Pools>): string => {
  const path = join(temporaryFolder(), 'pools.json');
  writeFileSync(path, poolsText({ ...EMPTY, ...changed }));
  return path;
};
const shown = (language: string) => ({ language, text: '' });

test.each<[string, Partial<BootstrapOptions>, string]>([
  ['an unknown pair', { job: 'dafny->klingon' }, '--job dafny->klingon: expected inference, annotation, or a pair'],
  ['no translation', { job: 'annotation' }, '--job annotation: expected a translation'],
  ['several searches', { conditions: ['search-exploration', 'search-treefinement'] }, 'expected one search'],
  [
    'a recording with critics that ask',
    { model: 'recorded:x', critics: 'all' },
    'a recording holds no answers to them',
  ],
  ['pools of another job', { pools: poolsFile({ job: 'python->dafny' }) }, 'got those of python->dafny'],
  [
    'pools of another language',
    { pools: poolsFile({ translations: [{ taskId: 'a', source: shown('dafny'), target: shown('klingon') }] }) },
    'expected programs in python, got one in klingon',
  ],
  [
    'pools of another source language',
    { pools: poolsFile({ translations: [{ taskId: 'a', source: shown('klingon'), target: shown('python') }] }) },
    'expected sources in dafny, got one in klingon',
  ],
  [
    'pools with exploits in another language',
    { pools: poolsFile({ exploits: [{ taskId: 'a', contract: shown('klingon'), body: '' }] }) },
    'expected programs in python, got one in klingon',
  ],
  ['no such pools', { pools: '/nowhere/pools.json' }, '/nowhere/pools.json'],
])('%s is refused by one sentence', async (_, changed, message) => {
  await expect(run(changed)).rejects.toThrow(message);
});

test('pools of other prompts are refused, those of the condition’s own are not', async () => {
  const conditions = await loadConditions(['search-treefinement']);
  const own = conditions[0]?.identity.promptsSha256 ?? '';
  expect(() => refuseOtherPrompts({ poolsOf: 'other' }, conditions, 'p.json')).toThrow(
    '--pools p.json: expected pools made by the prompts of search-treefinement',
  );
  expect(() => refuseOtherPrompts({ poolsOf: own }, conditions, 'p.json')).not.toThrow();
  expect(() => refuseOtherPrompts({}, conditions)).not.toThrow();
});

test('hours of a prover are its proofs at the time that a known program took', () => {
  const planned = (role: 'generate' | 'regenerate' | 'judge', calls: number) => ({
    ...{ role, isCritic: false, calls, stored: 0, meanInputTokens: 0 },
  });
  const byRole = new Map([
    ['generate', planned('generate', 1000)],
    ['regenerate', planned('regenerate', 800)],
    ['judge', planned('judge', 5)],
  ]);
  const plan = { byRole, firstAnswers: { calls: 0, stored: 0 }, repeatable: 0, played: 1, trials: 1 };
  // 3,600 proofs: an hour at a second each, 20 at 20.
  expect(describeProofs(plan, { seconds: 1, boundSeconds: 20 })).toBe(
    'prover: at most 3,600 proofs (each generation in its loop and for its grade; equal programs are proved once): about 1 hours of a core at 1.0 s, which a known program took here, and 20 hours at 20 s, the bound of one obligation',
  );
});

test('the report says what it is simulated of, who rejected, and why it ended', async () => {
  const row = {
    ...{ iteration: 1, tasks: 4, proved: 3, passing: 2, solved: 1, ungraded: 1, passingSoFar: 2 },
    ...{ generations: 40, forbidden: 10, rejectedBy: { rules: 1 }, unknownBy: { formal: 3 } },
    ...{ translations: 2, repairs: 1, exploits: 0, poolsSha256: 'abcdef0123456789' },
  };
  const header = {
    dataset: 'd',
    job: 'a->b',
    condition: 'search',
    model: 'm',
    critics: 'all',
    isSimulated: true,
  } as const;
  const report = bootstrapReport([row], { ...header, ended: 'It ended there.' });
  const second = { ...row, iteration: 2, passing: 4, forbidden: 0 };
  const plot = await bootstrapPlot([row, second], bootstrapTitle(header));
  expect(plot).toContain('SIMULATED: a-&gt;b on d, critics all');
  // Proved, passing, solved in 200 pixels for 4 tasks; the share of 25 % and 0 %.
  for (const line of ['M65,50L195,50', 'M65,100L195,0', 'M65,150L195,150', 'M65,150L195,200'])
    expect(plot).toContain(line);
  expect(report).toContain('SIMULATED');
  expect(report).toContain('It ended there.');
  expect(report).toMatch(/\| 1 +\| +40 \| +10 \| +25\.0 % \|/);
  expect(report).toMatch(/\| 1 +\| +1 \(0\) \| +0 \(0\) \| +0 \(0\) \| +0 \(3\) \| +0 \(0\) \|/);
});

const begun = async (): Promise<string> => {
  const out = join(temporaryFolder(), 'out');
  // Its model's server is not there: it begins, and comes to nothing.
  await expect(run({ out })).rejects.toThrow();
  expect(existsSync(join(out, 'bootstrap.json'))).toBe(true);
  return out;
};

test.each<[string, Partial<BootstrapOptions>]>([
  ['more rounds', { k: [7] }],
  ['another seed', { seed: 99 }],
  ['a wider search', { breadth: 3 }],
  ['shorter answers', { maxOutputTokens: 17 }],
  ['other tasks', { limit: 5 }],
])('iterations that were begun do not go on with %s', async (_, changed) => {
  const out = await begun();
  await expect(run({ out, resume: true, ...changed })).rejects.toThrow('was begun with other flags');
});

test('iterations that were begun go on with more iterations, at another pace and from a server at another address', async () => {
  const out = await begun();
  expect(readFileSync(join(out, 'bootstrap.json'), 'utf8')).not.toContain('127.0.0.1');
  const model = 'openai-compatible:m@http://127.0.0.1:2/v1';
  const again = run({ out, resume: true, iterations: 3, concurrency: 3, attempts: 1, model });
  await expect(again).rejects.not.toThrow(/was begun with other flags|expected an empty folder/);
});

test.each([true, false])('a folder with other files is left as it is (--resume: %s)', async (resume) => {
  const out = temporaryFolder();
  writeFileSync(join(out, 'mine.txt'), '');
  await expect(run({ out, resume })).rejects.toThrow(`--out ${out}: expected an empty folder`);
  expect(readdirSync(out)).toEqual(['mine.txt']);
});

test('an iteration that was altered by hand is refused by one sentence', async () => {
  const out = await begun();
  mkdirSync(join(out, 'iteration-1'), { recursive: true });
  writeFileSync(join(out, 'iteration-1', 'iteration.json'), '{"passingTasks": []}');
  await expect(run({ out, resume: true })).rejects.toThrow(DataError);
});
