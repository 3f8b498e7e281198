import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { readRun } from '../../harness/records/stored-run.ts';
import type { BenchOptions } from '../../harness/run/bench.ts';
import { type ReplicateOptions, replicate } from '../../harness/run/replicate.ts';
import { benchDefaults, quickRetry } from '../fixtures/bench.ts';
import { ROOT, temporaryFolder } from '../fixtures/command.ts';
import { startProviderServer } from '../fixtures/provider-server.ts';

/** `npm run replicate` without its process; what is in `given` counts as given by a flag. */
async function run(study: Omit<ReplicateOptions, never>, given: Partial<BenchOptions>) {
  const folder = temporaryFolder();
  const options = { ...benchDefaults, cache: join(folder, 'cache'), model: '', out: join(folder, 'run'), ...given };
  const { screen } = await replicate(study, options as BenchOptions, (flag) => flag in given, {
    signal: new AbortController().signal,
    progress: { isTerminal: false, now: () => 0, write: () => undefined },
    say: () => undefined,
    retry: quickRetry,
    environment: process.env,
    date: () => new Date(),
    now: () => performance.now(),
  });
  return { folder: options.out ?? '', screen };
}

const rows = (folder: string, name: string): Record<string, string>[] => {
  const [header = '', ...lines] = readFileSync(join(folder, name), 'utf8').trim().split('\n');
  const names = header.split(',');
  return lines.map((line) => Object.fromEntries(line.split(',').map((cell, index) => [names[index] ?? '', cell])));
};

describe('the artefact, reproduced: a model that is always right, and whose answers hold prose as often as the published ones', () => {
  let folder: string;
  let screen: string;
  beforeAll(async () => {
    const conditions = ['published-baseline', 'published-lucid', 'baseline', 'lucid'];
    const arms = conditions.flatMap((name) => [
      name,
      `${name}+extractor=${name.startsWith('published') ? 'default' : 'published'}`,
    ]);
    const given = {
      dataset: 'kata',
      conditions: arms,
      k: [1, 3],
      limit: undefined,
      protocol: 'nested',
      model: 'simulated:published-prose',
    };
    ({ folder, screen } = await run({ study: 'lucid-2026' }, given as Partial<BenchOptions>));
  }, 300_000);

  const solvedAt = (condition: string, k: string) => {
    const cell = rows(folder, 'cells.csv').find((row) => row.condition === condition && row.k === k);
    return Number(cell?.rate);
  };

  test('with the published extractor the baseline loses the share of prose, and the loop gets it back', () => {
    // 303 of 2,132 on 60 tasks: within three standard errors.
    expect(Math.abs(solvedAt('published-baseline', '0') - (1 - 303 / 2132))).toBeLessThan(0.135);
    expect(solvedAt('published-baseline', '0')).toBeLessThan(1);
    expect(solvedAt('published-lucid', '1')).toBeGreaterThan(solvedAt('published-baseline', '0'));
    expect(solvedAt('published-lucid', '3')).toBeGreaterThan(0.98);
  });

  test('with ours there is nothing to get back', () => {
    for (const arm of ['published-baseline+extractor=default', 'baseline']) expect(solvedAt(arm, '0')).toBe(1);
    for (const arm of ['published-lucid+extractor=default', 'lucid']) expect(solvedAt(arm, '3')).toBe(1);
  });

  test('the two by two says so, and the report keeps the study beside the run', async () => {
    const [baseline, ...loops] = rows(folder, 'two-by-two.csv');
    expect(baseline).toMatchObject({
      arm: 'baseline',
      k: '1',
      published_loop_default_extractor: '1',
      mended_loop_default_extractor: '1',
    });
    expect(Number(baseline?.published_loop_published_extractor)).toBeLessThan(1);
    expect(loops.map(({ arm, k }) => [arm, k])).toEqual([
      ['lucid', '1'],
      ['lucid', '3'],
    ]);
    expect(screen).toContain('Loop by extractor');
    expect(screen).toContain('dataset kata, published: humaneval');
    expect(readFileSync(join(folder, 'tables.md'), 'utf8')).toContain('## Loop by extractor');
    expect(readFileSync(join(folder, 'report.html'), 'utf8')).toContain('Loop by extractor');
    expect((await readRun(folder)).study).toMatchObject({ id: 'lucid-2026', cells: [] });
  });
});

test('an exported study is replicated from its file, cell by cell and task by task', async () => {
  const given = { conditions: ['baseline', 'resample-public'], k: [1], limit: 6, model: 'simulated:strong-2025' };
  const first = await run({ study: 'kata-small-2026' }, given);
  const again = await run({ study: 'kata-small-2026', records: first.folder }, given);
  const cells = rows(again.folder, 'replication.csv').filter(({ counting }) => counting === 'as-counted');
  expect(cells.map(({ arm, k, pairs, wins, losses }) => [arm, k, pairs, wins, losses])).toEqual([
    ['baseline', '1', '6', '0', '0'],
    ['resample-public', '1', '6', '0', '0'],
  ]);
}, 120_000);

test('a plan says what the published study cost, asks nothing and needs no key', async () => {
  const { screen } = await run({ study: 'lucid-2026' }, { plan: true, dataset: 'kata' } as Partial<BenchOptions>);
  expect(screen).toMatch(/estimate: at most [\d,]+ calls, [\d,]+ tokens, \$\d+\.\d\d/);
  expect(screen).toContain('the study spent $219.86 on humaneval, for 33,458 calls. The two differ because');
  expect(screen).toContain('published-lucid-random-verify: ');
}, 60_000);

describe('bad input is one sentence that names the line', () => {
  const edited = (from: string, to: string): string => {
    const path = join(temporaryFolder(), 'study.json');
    writeFileSync(path, readFileSync(join(ROOT, 'conditions/published/lucid-2026.json'), 'utf8').replace(from, to));
    return path;
  };

  test('an unknown arm, and an arm with another extractor than the study says', async () => {
    const study = edited('"published-self-refine"', '"published-self-refin"');
    await expect(run({ study }, { model: 'simulated:published-prose' })).rejects.toThrow(
      /study\.json, line \d+: unknown arm: unknown condition published-self-refin; did you mean published-self-refine\?; expected some of: baseline, /,
    );
    const other = edited('"extractor": "published"', '"extractor": "default"');
    await expect(run({ study: other }, { model: 'simulated:published-prose' })).rejects.toThrow(
      /study\.json, line \d+: published-baseline has the extractor published, the study says default/,
    );
  });

  test('no model', async () => {
    await expect(run({ study: 'lucid-2026' }, {})).rejects.toThrow(
      /--model: expected the model to replicate lucid-2026 with/,
    );
  });

  test('records of another dataset', async () => {
    const { folder } = await run(
      { study: 'kata-small-2026' },
      { conditions: ['baseline'], limit: 1, model: 'simulated:strong-2025' },
    );
    await expect(run({ study: 'lucid-2026', records: folder }, { model: 'simulated:strong-2025' })).rejects.toThrow(
      /lucid-2026\.json, line \d+: expected records of humaneval, .* holds those of kata/,
    );
  }, 60_000);

  test('a model that refuses system prompts', async () => {
    const body = { error: { message: 'System role not supported', type: 'invalid_request_error' } };
    const server = await startProviderServer(() => ({ kind: 'status', status: 400, body }));
    const given = { dataset: 'kata', limit: 2, k: [1], model: `openai-compatible:small@${server.url}` };
    await expect(run({ study: 'lucid-2026' }, given)).rejects.toThrow(
      /lucid-2026\.json, line \d+: the study asks with system prompts, and openai-compatible:small@\S+ refuses them: .*System role not supported/,
    );
    await server.close();
  }, 60_000);
});

test('a study that names a model file of its own runs it no more than it runs conditions of its own', async () => {
  const folder = temporaryFolder();
  const text = readFileSync(join(ROOT, 'conditions/published/lucid-2026.json'), 'utf8');
  const ran = join(folder, 'ran');
  writeFileSync(
    join(folder, 'evil.ts'),
    `import { writeFileSync } from 'node:fs';\nwriteFileSync(${JSON.stringify(ran)}, '');\nexport default {};`,
  );
  const study = join(folder, 'study.json');
  writeFileSync(study, text.replace(/"model": "[^"]+"/, `"model": "file:${join(folder, 'evil.ts')}"`));
  await expect(run({ study }, { plan: true })).rejects.toThrow('--model: expected the model to replicate');
  expect(existsSync(ran)).toBe(false);
});
