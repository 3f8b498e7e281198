import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { runBias } from '../../harness/building/commands/bias-command.ts';
import { runEnds } from '../../harness/building/commands/ends-command.ts';
import { readRecordedBuild } from '../../harness/building/recorded/build-recording.ts';
import { DataError, UsageError } from '../../harness/errors.ts';
import { readRecording } from '../../harness/models/recorded/read-recording.ts';
import { withRecordedDefaults } from '../../harness/models/recorded/replay.ts';
import { record } from '../../harness/recording/record.ts';
import { benchDefaults, quietParts, runBench } from '../fixtures/bench.ts';
import { startBuilderServer } from '../fixtures/builder-server.ts';
import { ROOT, temporaryFolder, withoutNetwork } from '../fixtures/command.ts';
import type { ProviderServer } from '../fixtures/provider-server.ts';
import { alter, buildFrom, packed, runBuildCommand } from '../fixtures/recorded-build.ts';

const timeout = 600_000;
const [FAILED, HEALED] = ['kata/add_total', 'kata/age_in_months'];
const NO_DRIFT = [
  'drift: dataset.jsonl: the recorded bytes',
  'drift: 0 of 3 texts ended otherwise',
  expect.stringMatching(/^drift: 0 of \d+ stages came out otherwise$/),
  'drift: trust tables: the recorded bytes',
];

describe('a build from a server, packed', () => {
  let server: ProviderServer;
  let build: { readonly out: string; readonly cache: string };
  let recording: string;

  beforeAll(async () => {
    server = await startBuilderServer();
    build = await buildFrom(server.url, temporaryFolder());
    recording = await packed(build.out, build.cache);
    return () => server.close();
  }, timeout);

  const replay = async (path = recording, ...flags: string[]) => {
    const out = join(temporaryFolder(), 'replay');
    const made = await runBuildCommand('--model', `recorded:${path}`, '--sandbox', 'process', '--out', out, ...flags);
    return { ...made, out, drift: readFileSync(join(out, 'drift.md'), 'utf8').trim().split('\n') };
  };
  /** A copy of the recording to be altered. */
  const copy = (): string => {
    const path = join(temporaryFolder(), 'tiny-build');
    cpSync(recording, path, { recursive: true });
    return path;
  };
  const read = (folder: string, name: string): string => readFileSync(join(folder, name), 'utf8');

  test('it is built again from text to tables with no call, and nothing comes out otherwise', { timeout }, async () => {
    const asked = server.requests.length;
    const { out, said, screen, drift } = await replay();
    expect(said).toMatch(/^model calls: 0 made/);
    expect(server.requests).toHaveLength(asked);
    expect(drift).toEqual(NO_DRIFT);
    expect(screen.endsWith(drift.join('\n'))).toBe(true);
    for (const name of ['dataset.jsonl', 'build.jsonl', 'trust.md'])
      expect(read(out, name)).toBe(read(build.out, name));
    expect(read(out, 'dataset.jsonl').trim().split('\n')).toHaveLength(2);
    expect(read(out, 'build.jsonl')).toContain('"stage":"healing"');
    for (const said of ['openai-compatible:tiny', 'q8_0', 'fixture 1', 'MIT', 'recordedOn: 2026-01-02'])
      expect(read(out, 'build.md')).toContain(said);
  });

  test('packed twice it has the same bytes, and a byte that was altered is found', async () => {
    const again = await packed(build.out, build.cache);
    expect(readdirSync(again).sort()).toEqual(readdirSync(recording).sort());
    for (const name of readdirSync(again))
      expect(readFileSync(join(again, name))).toEqual(readFileSync(join(recording, name)));
    const altered = copy();
    writeFileSync(join(altered, 'dataset.jsonl'), read(altered, 'dataset.jsonl').replace('basic', 'edge'));
    await expect(readRecordedBuild(`recorded:${altered}`)).rejects.toThrow(DataError);
    await expect(readRecordedBuild(`recorded:${altered}`)).rejects.toThrow(/dataset\.jsonl was altered/);
  });

  test('what the recording says otherwise is named: a task’s fields, an end, stages, trust tables', {
    timeout,
  }, async () => {
    const altered = copy();
    alter(altered, 'dataset.jsonl', (text) => text.replace('"category":"basic"', '"category":"edge"'));
    alter(altered, 'build.jsonl.gz', (text) => text.replace('"reason":"too-few-tests"', '"reason":"no-function"'));
    alter(altered, 'trust.md', (text) => text.replace('right x right', 'wrong x wrong'));
    const { drift } = await replay(altered);
    expect(drift).toEqual([
      'drift: dataset.jsonl: 1 of 2 lines came out otherwise',
      '  kata/add_up: tests',
      'drift: 1 of 3 texts ended otherwise',
      `  ${FAILED}: none: too-few-tests after 5 calls; recorded is none: no-function after 5 calls`,
      expect.stringMatching(/^drift: 1 of \d+ stages came out otherwise$/),
      '  end: 1',
      'drift: trust tables: lines that came out otherwise: 1',
    ]);
  });

  /** As if a program had printed other words when it was recorded, so that the next prompt was another. */
  const otherQuote = (path: string): void => {
    const { key } = secondOracleCall(read(build.out, 'build.jsonl'));
    const other = 'f'.repeat(64);
    for (const name of ['build.jsonl.gz', 'responses.jsonl.gz'])
      alter(path, name, (text) => text.replaceAll(key, other));
  };

  test('a prompt that quotes other words of a program than when it was recorded is answered as recorded', {
    timeout,
  }, async () => {
    const altered = copy();
    otherQuote(altered);
    const { drift, out } = await replay(altered);
    expect(drift).toEqual([
      ...NO_DRIFT,
      'prompts that quote other words of a program here than when it was recorded, answered as recorded: 1',
    ]);
    expect(read(out, 'dataset.jsonl')).toBe(read(build.out, 'dataset.jsonl'));
  });

  test('where the words of the prompts themselves are others, it has no answer, and the others go on', {
    timeout,
  }, async () => {
    const altered = copy();
    otherQuote(altered);
    alter(altered, 'build-manifest.json', (text) => text.replace(/"promptsSha256": "\w/, '"promptsSha256": "-'));
    const { drift, out } = await replay(altered);
    expect(drift[0]).toBe('drift: dataset.jsonl: the recorded bytes');
    expect(drift[1]).toBe('drift: 1 of 3 texts ended otherwise');
    expect(drift[2]).toMatch(
      RegExp(`^ {2}${FAILED}: not recorded: the recording tiny-build holds no answer to this 'generate' request`),
    );
    expect(read(out, 'build.jsonl')).not.toContain(FAILED);
    expect(read(out, 'build.jsonl')).toContain(HEALED);
  });

  test.each([
    [['--inputs', 'values'], '--inputs values: the recorded build tiny-build was made with functions; leave it out'],
    [
      ['--max-output-tokens', '7'],
      '--max-output-tokens 7: the recorded build tiny-build was made with 1024; leave it out',
    ],
    [['--limit', '1'], '--limit: the recorded build tiny-build is of its own 3 texts; leave it out'],
    [['--tasks', 'kata/peel'], '--tasks: the recorded build tiny-build is of its own 3 texts; leave it out'],
  ])('a flag that asks for another build is refused: %s', async (flags, sentence) => {
    await expect(replay(recording, ...flags)).rejects.toThrow(new UsageError(sentence));
  });

  test('a recorded build is no study, and a recorded study is no build: each says what replays it', async () => {
    await expect(readRecording(`recorded:${recording}`)).rejects.toThrow(/npm run build-dataset -- --model recorded:/);
    const study = join(ROOT, 'results/recorded/kata-qwen2.5-coder-0.5b');
    await expect(readRecordedBuild(`recorded:${study}`)).rejects.toThrow(/npm run bench -- --model recorded:/);
    await expect(readRecordedBuild('recorded:nothing')).rejects.toThrow(/expected a recording in .*, found none/);
  });

  test('what no replay would make again is not packed', { timeout }, async () => {
    const refused = (folder: string, cache = build.cache) => expect(packed(folder, cache)).rejects;
    const changed = (name: string, from: string, to: string): string => {
      const folder = join(temporaryFolder(), 'build');
      cpSync(build.out, folder, { recursive: true });
      const text = read(folder, name);
      expect(text).toContain(from);
      writeFileSync(join(folder, name), text.replace(from, to));
      return folder;
    };
    await refused(join(build.out, 'nowhere')).toThrow(/expected the folder of a build, found none/);
    await refused(build.out, temporaryFolder()).toThrow(/expected the answers of the build, found none under/);
    await refused(changed('manifest.json', '"isSimulated": false', '"isSimulated": true')).toThrow(/simulated/);
    await refused(changed('manifest.json', 'kata, text full', 'mine.jsonl')).toThrow(/the texts of mine\.jsonl/);
    await refused(changed('manifest.json', 'kata, text full', 'kata, text no-examples')).toThrow(
      /texts that kata gives/,
    );
    await refused(changed('manifest.json', '"texts": 3', '"texts": 4')).toThrow(
      /found 3 of 4 texts; go on with --resume/,
    );
    await refused(changed('dataset.jsonl', 'basic', 'edge')).toThrow(/expected what results\.jsonl says/);
    await refused((await replay()).out).toThrow(/found the replay of a recording/);
  });

  test('builds stand beside one another, folders and recordings alike', async () => {
    const table = await runEnds({ builds: [build.out, `recorded:${recording}`] });
    const row = (name: string) =>
      table
        .split('\n')
        .find((line) => line.startsWith(`| ${name} `))
        ?.split('|')
        .slice(2, 4)
        .map(Number);
    expect(table).toContain('kata, text full, functions');
    expect(row('texts')).toEqual([3, 3]);
    expect(row('with a specification')).toEqual([3, 3]);
    expect(row('built')).toEqual([2, 2]);
    expect(row('none: too-few-tests')).toEqual([1, 1]);
    await expect(runEnds({ builds: [temporaryFolder()] })).rejects.toThrow(/expected the folder of a finished build/);
  });

  test('a study on what was built is recorded with it, replays, and its bias is the same', { timeout }, async () => {
    const conditions = ['baseline', 'resample-public', 'resample-oracle', 'self-refine', 'lucid', 'lucid-public'];
    const work = temporaryFolder();
    const dataset = join(build.out, 'dataset.jsonl');
    const options = { ...benchDefaults, dataset, conditions, k: [1, 3], limit: undefined, maxOutputTokens: 1024 };
    const asked = { ...options, model: `openai-compatible:tiny@${server.url}`, cache: join(work, 'cache') };
    const facts = { study: 'tiny-study', into: join(work, 'recorded') };
    const { written } = await record(facts, { ...asked, out: join(work, 'run') }, () => true, quietParts());
    const before = server.requests.length;
    // The build's folder is not needed: the recording has its dataset.
    const flags = { ...benchDefaults, model: `recorded:${written.path}` };
    const replayed = withRecordedDefaults(flags, await readRecording(flags.model), () => false);
    expect(replayed.dataset).toBe(join(written.path, 'dataset.jsonl'));
    const { folder, said, error } = await runBench('', replayed);
    expect(error).toBeUndefined();
    expect(server.requests).toHaveLength(before);
    expect(said).toMatch(/drift: 0 of \d+ steps/);
    const bias = (run: string, file: string) =>
      runBias({ run, dataset: file, from: 'kata', maxSandboxes: 2, sandbox: 'process' }, quietParts());
    const tables = (text: string): string => text.slice(text.indexOf('\n\n'));
    const recorded = tables(await bias(join(work, 'run'), dataset));
    expect(recorded).toContain('| lucid-public');
    expect(tables(await bias(folder, join(written.path, 'dataset.jsonl')))).toBe(recorded);
  });

  const pythons = join(process.env.PYENV_ROOT ?? join(homedir(), '.pyenv'), 'versions');
  const others = existsSync(pythons) ? readdirSync(pythons).filter((name) => /^3\.(9|13)\./.test(name)) : [];
  test.skipIf(others.length === 0).each(others)(
    'under Python %s the same tasks are built',
    { timeout },
    async (version) => {
      const before = process.env.LUCID_BENCH_PYTHON;
      process.env.LUCID_BENCH_PYTHON = join(pythons, version, 'bin', 'python3');
      try {
        const { drift } = await replay();
        expect(drift.slice(0, 2)).toEqual(NO_DRIFT.slice(0, 2));
      } finally {
        if (before === undefined) delete process.env.LUCID_BENCH_PYTHON;
        else process.env.LUCID_BENCH_PYTHON = before;
      }
    },
  );
});

/** The second call that asks for inputs, whose prompt quotes what the first generator raised. */
function secondOracleCall(stages: string): { readonly key: string } {
  const lines = stages
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { id: string; stage: string; call?: { key: string } });
  const call = lines.filter(({ id, stage }) => id === FAILED && stage === 'oracle')[1]?.call;
  if (call === undefined) throw new Error(`${FAILED} has no second oracle call`);
  return call;
}

const recorded = join(ROOT, 'results', 'recorded');
const builds = readdirSync(recorded).filter((name) => existsSync(join(recorded, name, 'build-manifest.json')));

/** Said where a replay was not made. */
const untested = (build: string, why: string): void =>
  console.warn(`NOT TESTED: that ${build} is built again (${why})`);

test.skipIf(builds.length === 0).each(builds)(
  '%s is built again from text to tables as it was recorded',
  {
    timeout: 3_600_000,
  },
  async (name) => {
    const out = join(temporaryFolder(), 'replay');
    const [command = 'env', ...before] = withoutNetwork();
    const node = [process.execPath, '--import', 'tsx', 'scripts/build-dataset.ts', '--model', `recorded:${name}`];
    const done = spawnSync(command, [...before, ...node, '--out', out], { cwd: ROOT, encoding: 'utf8' });
    const { status: code, stdout, stderr } = done;
    if (code !== 0 && /needs? an isolated sandbox/.test(stderr))
      return untested(name, 'nothing isolates programs here');
    if (code !== 0 && /fetch-data/.test(stderr)) return untested(name, 'its texts are not on this machine');
    expect(code, stderr).toBe(0);
    expect(stderr).toContain('model calls: 0 made');
    const drift = stdout.split('\n').filter((line) => line.startsWith('drift: '));
    expect(drift[0], stdout).toBe('drift: dataset.jsonl: the recorded bytes');
    expect(drift[1], stdout).toMatch(/^drift: 0 of \d+ texts/);
    expect(drift[3], stdout).toBe('drift: trust tables: the recorded bytes');
  },
);

const studies = readdirSync(recorded).filter((name) => existsSync(join(recorded, name, 'manifest.json')));
const onBuilt = studies.filter((name) => existsSync(join(recorded, name, 'dataset.jsonl')));

test.skipIf(onBuilt.length === 0).each(onBuilt)('%s is of a dataset whose build is recorded', (name) => {
  const of = (folder: string): string => readFileSync(join(recorded, folder, 'dataset.jsonl'), 'utf8');
  expect(builds.some((build) => of(build) === of(name))).toBe(true);
});
