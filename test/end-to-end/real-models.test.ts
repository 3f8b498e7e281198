import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { readRun } from '../../harness/records/stored-run.ts';
import { STUDY_ARMS } from '../fixtures/arms.ts';
import { runBench } from '../fixtures/bench.ts';
import { comparableFiles, runScript, temporaryFolder } from '../fixtures/command.ts';
import { startKataServer } from '../fixtures/kata-server.ts';

const timeout = 900_000;
const arms = ['baseline', 'self-refine', 'lucid', 'lucid-public', 'resample-public'];
const several = { conditions: arms, k: [1, 2], modelSeed: 7, price: { inputUsd: 1, outputUsd: 10 } };
const dead = 'http://127.0.0.1:9';
const cacheOf = (folder: string): string => join(folder, '..', 'cache');
const storedFiles = (cache: string): string[] =>
  readdirSync(cache, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.json'));

describe('what is stored is never paid twice', () => {
  test('a second run of the same command makes no call, costs nothing and gives the same tables', {
    timeout,
  }, async () => {
    const server = await startKataServer();
    const first = await runBench(server.url, several);
    expect(first.error).toBeUndefined();
    expect(first.said).toMatch(/first answers: 0 of 2 are stored \(exact\)/);
    const made = server.requests.length;
    const second = await runBench(server.url, { ...several, cache: cacheOf(first.folder) });
    expect(server.requests).toHaveLength(made);
    expect(second.said).toMatch(/first answers: 2 of 2 are stored \(exact\)/);
    expect(second.said).toMatch(/model calls: 0 made, \$0\.00 spent, \d+ from the store/);
    expect(comparableFiles(second.folder)).toEqual(comparableFiles(first.folder));
    expect(readFileSync(join(second.folder, 'timings.jsonl'), 'utf8')).not.toContain('"kind":"call"');
    await server.close();
  });

  test('strict replay needs neither key nor server, and one missing answer is an error that names the request', {
    timeout,
  }, async () => {
    const server = await startKataServer();
    const first = await runBench(server.url, several);
    await server.close();
    const cache = cacheOf(first.folder);
    const replay = { ...several, cache, replay: 'strict' as const };
    const whole = await runBench(dead, replay);
    expect(whole.error).toBeUndefined();
    expect(comparableFiles(whole.folder)).toEqual(comparableFiles(first.folder));
    const calls = (await readRun(first.folder)).trajectories.flatMap(({ steps }) =>
      steps.flatMap((step) => step.calls ?? []),
    );
    const removed = calls.find(({ role }) => role === 'remediate')?.key ?? 'none';
    rmSync(join(cache, removed.slice(0, 2), `${removed}.json`));
    const torn = await runBench(dead, replay);
    expect(String(torn.error)).toMatch(
      new RegExp(`strict replay: no stored response .* 'remediate' request .*${removed}`),
    );
    expect(torn.error).toMatchObject({ exitCode: 2 });
    expect((await readRun(torn.folder)).trajectories.every(({ end }) => end.status === 'submitted')).toBe(true);
  });

  test('strict replay of a provider’s model asks for no key and is exit code 2 where nothing is stored', {
    timeout,
  }, async () => {
    const folder = join(temporaryFolder(), 'run');
    const flags = [
      '--model',
      'openai:gpt-4o-mini',
      '--replay',
      'strict',
      '--cache',
      join(folder, '..', 'cache'),
      '--out',
      folder,
    ];
    const run = await runScript(
      'bench',
      [...flags, '--conditions', 'baseline', '--limit', '1', '--sandbox', 'process'],
      {
        OPENAI_API_KEY: '',
      },
    );
    expect(run.stderr).toMatch(/error: strict replay: no stored response of openai:gpt-4o-mini/);
    expect(run.code).toBe(2);
  });
});

test('--plan needs no key and says what a run can cost at the most, from the dated table', { timeout }, async () => {
  const flags = [
    '--model',
    'anthropic:claude-sonnet-4-5',
    '--limit',
    '2',
    '--conditions',
    'baseline,lucid',
    '--sandbox',
    'process',
  ];
  const plan = await runScript('bench', [...flags, '--plan'], { ANTHROPIC_API_KEY: '' });
  expect(plan).toMatchObject({ code: 0 });
  expect(plan.stdout).toMatch(/model calls: at most \d+ .* stored already: 0, new: at most \d+/);
  expect(plan.stdout).toMatch(/estimated: at most about \$\d+\.\d+ .*as of 2026-/);
  const run = await runScript('bench', flags, { ANTHROPIC_API_KEY: '' });
  expect(run).toMatchObject({ code: 2, stderr: expect.stringContaining('set ANTHROPIC_API_KEY') });
});

describe('sharing', () => {
  test('calls that reach the server: nested with all arms, arm by arm, and independent runs', { timeout }, async () => {
    const conditions = STUDY_ARMS;
    const study = { conditions, k: [5], modelSeed: 7, limit: 2 };
    let [said, recorded] = ['', 0];
    const count = async (runs: Parameters<typeof runBench>[1][]): Promise<number> => {
      const server = await startKataServer();
      recorded = 0;
      for (const run of runs) {
        const outcome = await runBench(server.url, run);
        expect(outcome.error).toBeUndefined();
        said = outcome.said;
        const { trajectories } = await readRun(outcome.folder);
        recorded += trajectories.flatMap(({ steps }) => steps.flatMap(({ calls }) => calls)).length;
      }
      await server.close();
      return server.requests.length;
    };
    const shared = await count([study]);
    const [unshared, atMost] = [recorded, Number(/at most ([\d,]+)/.exec(said)?.[1]?.replaceAll(',', ''))];
    const apart = await count(conditions.map((condition) => ({ ...study, conditions: [condition] })));
    const independent = await count([{ ...study, k: [1, 3, 5], protocol: 'independent' }]);
    const independentApart = await count(
      conditions.map((condition) => ({ ...study, conditions: [condition], k: [1, 3, 5], protocol: 'independent' })),
    );
    console.log(
      `calls at the server, 2 tasks x ${conditions.length} arms: nested k=5 ${shared} of ${unshared} answers (planned at most ${atMost}; arms apart ${apart}); independent k=1,3,5 ${independent} (arms apart ${independentApart})`,
    );
    expect(shared).toBeLessThanOrEqual(atMost);
    expect(shared).toBeLessThan(apart);
    expect(apart).toBeLessThanOrEqual(unshared);
    expect(shared).toBeLessThan(independent);
    expect(independent).toBeLessThan(independentApart);
  });
});

describe('budgets', () => {
  test('a run stops within one call of its budget, records nothing for trials in flight, and is resumed with more', {
    timeout,
  }, async () => {
    const server = await startKataServer();
    const flags = { limit: 12, conditions: ['baseline', 'resample-public'], modelSeed: 7, k: [2] };
    const clean = await runBench(server.url, flags);
    const all = server.requests.length;
    // Each answer of this server uses 120 tokens.
    const poor = await runBench(server.url, { ...flags, budgetTokens: 1000 });
    expect(server.requests.length - all).toBe(9);
    expect(String(poor.error)).toMatch(/--budget-tokens 1000 is reached \(1080 tokens spent\).*--resume/);
    expect(poor.error).toMatchObject({ exitCode: 3 });
    expect(poor.said).toContain(`--resume ${poor.folder}`);
    const { trajectories } = await readRun(poor.folder);
    expect(trajectories.map(({ end }) => end.status)).not.toContain('error');
    expect(trajectories.length).toBeGreaterThan(0);
    const still = await runBench(server.url, { ...flags, budgetTokens: 1000, out: poor.folder, resume: true });
    expect(still.error).toMatchObject({ exitCode: 3 });
    expect(server.requests.length - all).toBe(9);
    const rich = await runBench(server.url, { ...flags, budgetTokens: 1_000_000, out: poor.folder, resume: true });
    expect(rich.error).toBeUndefined();
    expect(rich.said).toMatch(/model calls: .* with earlier sessions/);
    expect(server.requests.length).toBe(2 * all);
    expect(comparableFiles(poor.folder)).toEqual(comparableFiles(clean.folder));
    await server.close();
  });

  test('dollars without a known price are refused before anything is sent; a trial’s budget ends it as a limit', {
    timeout,
  }, async () => {
    const server = await startKataServer();
    const refused = await runBench(server.url, { budgetUsd: 1 });
    expect(String(refused.error)).toContain('give --price IN/OUT');
    expect(server.requests).toHaveLength(0);
    const flags = { conditions: ['self-refine'], k: [5], trialBudgetTokens: 300, stop: 'never' as const };
    const bounded = await runBench(server.url, flags);
    const { trajectories, manifest } = await readRun(bounded.folder);
    expect(trajectories.map(({ end }) => end)).toEqual(
      Array(2).fill({ status: 'limit', limit: 'trial-budget-tokens', value: 360, bound: 300 }),
    );
    expect(manifest.identity).toMatchObject({ trialBudgetTokens: 300 });
    await server.close();
  });
});

test('sampling flags reach every request and the identity, and each draw has a seed of its own', {
  timeout,
}, async () => {
  const server = await startKataServer();
  const sampling = { topP: 0.9, topK: 40, modelSeed: 7, reasoningEffort: 'low' };
  const { folder, error } = await runBench(server.url, {
    ...sampling,
    samples: 2,
    limit: 1,
    conditions: ['resample-public'],
  });
  expect(error).toBeUndefined();
  const sent = server.requests.map(({ body }) => body);
  expect(sent[0]).toMatchObject({ top_p: 0.9, top_k: 40, reasoning_effort: 'low' });
  expect(new Set(sent.map(({ seed }) => seed)).size).toBe(sent.length);
  expect(sent.map(({ seed }) => seed)).toContain(1007);
  const { manifest } = await readRun(folder);
  expect(manifest.identity).toMatchObject(sampling);
  const plain = await runBench(server.url, { limit: 1 });
  expect(Object.keys((await readRun(plain.folder)).manifest.identity)).not.toContain('topP');
  await server.close();
});

test('a key in the environment is found in no file, no bundle, no output and no sandbox', { timeout }, async () => {
  const key = 'sk-test-0123456789abcdefghij';
  const spy =
    '```python\nimport os\n\ndef f(*args):\n    pass\n\nraise ValueError("environment: " + repr(dict(os.environ)))\n```';
  let index = 0;
  const server = await startKataServer(() => {
    index++;
    if (index === 1)
      return { kind: 'status', status: 500, body: { error: { message: `Incorrect key ${key} (Bearer ${key})` } } };
    return { kind: 'answer', text: spy };
  });
  const folder = temporaryFolder();
  const [run, cache] = [join(folder, 'run'), join(folder, 'cache')];
  const environment = { OPENAI_COMPATIBLE_API_KEY: key, OPENAI_API_KEY: key, ANTHROPIC_API_KEY: key };
  const flags = [
    '--model',
    `openai-compatible:q@${server.url}`,
    '--limit',
    '2',
    '--conditions',
    'baseline,lucid-public',
    '--k',
    '1',
  ];
  const bench = await runScript(
    'bench',
    [...flags, '--sandbox', 'process', '--out', run, '--cache', cache],
    environment,
  );
  expect(bench).toMatchObject({ code: 0 });
  const bundle = await runScript('bundle', [run, '--cache', cache], environment);
  expect(bundle).toMatchObject({ code: 0 });
  await server.close();
  expect(server.requests[0]?.headers.authorization).toBe(`Bearer ${key}`);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /\.\w+$/.test(name));
  const texts = files.map((name) =>
    name.endsWith('.gz') ? gunzipSync(readFileSync(join(folder, name))) : readFileSync(join(folder, name)),
  );
  const everything = [bench, bundle]
    .map(({ stdout, stderr }) => stdout + stderr)
    .concat(texts.map(String))
    .join('\n');
  expect(files).toContain('run.bundle.tar.gz');
  expect(storedFiles(cache).length).toBeGreaterThan(0);
  // The spy has seen an environment, and the failed attempt is on record.
  expect(everything).toContain('environment: {');
  expect(everything).toContain('Incorrect key [key]');
  expect(everything).not.toContain(key);
  expect(everything).not.toContain(key.slice(8));
});
