import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SandboxLostError } from '../../../harness/errors.ts';
import { connectDocker } from '../../../harness/sandbox/docker/engine.ts';
import type { InstanceEvaluator } from '../../../harness/tasks/patch/evaluation/executor.ts';
import type { Outcome } from '../../../harness/types/execution.ts';
import { temporaryFolder } from '../../fixtures/command.ts';
import { containersOf, docker, until } from '../daemon.ts';
import { FORGED_MARKERS, HANGING, HOSTILE, PLAIN } from './candidates.ts';
import { openExecutor } from './executor.ts';
import { HOSTILE_PATCHES } from './hostile-patches.ts';
import { hasRepositoryImages } from './images.ts';
import { CALC, diffTo, GOLD, problemOf, REPOSITORIES } from './repositories.ts';

const wordFor = (outcome: Outcome | undefined): string | undefined =>
  outcome === undefined || outcome.status === 'solved' ? outcome?.status : outcome.reason;

describe.runIf(await hasRepositoryImages('patches in containers'))('in a container', { timeout: 600_000 }, () => {
  const folder = temporaryFolder();
  let executor: InstanceEvaluator;
  beforeAll(async () => {
    executor = await openExecutor(folder);
  });
  afterAll(async () => {
    await executor.close();
    expect(containersOf()).toEqual([]);
  });
  const [pytest, django] = REPOSITORIES;
  if (pytest === undefined || django === undefined) throw new Error('no repositories');
  const problem = problemOf(pytest);
  const log = (): string => readFileSync(join(folder, 'logs', 'small__pytest-1.log'), 'utf8');

  test.each(REPOSITORIES)('$style: gold, nothing, wrong, partly right, breaking', async (repository) => {
    const records = await Promise.all(
      PLAIN.map((candidate) => executor.evaluate(problemOf(repository), candidate.patch(repository))),
    );
    expect(records.map((record) => wordFor(record?.grade.outcome))).toEqual(PLAIN.map(({ outcome }) => outcome));
    expect(records.map((record) => record?.execution.assertions)).toEqual(['ppp', 'ffp', 'ffp', 'pfp', 'ppf']);
    const [failure] = records[1]?.execution.failures ?? [];
    expect(failure).toMatchObject({ assertion: 0, source: repository.idOf('test_add') });
    expect(failure?.message).toMatch(/AssertionError|assert -1 == 3|not name it/);
  });

  test('an evaluation is timed by phase, with what else the machine did and its memory; no patch is no phase of applying', async () => {
    const [gold, empty] = await Promise.all([
      executor.evaluate(problemOf(django), diffTo(django, { 'calc.py': `${GOLD}# timed\n` })),
      executor.evaluate(problemOf(django), undefined, { hashSeed: 7 }),
    ]);
    expect(Object.keys(gold?.phases ?? {})).toEqual(['create', 'apply', 'install', 'tests', 'log', 'remove']);
    expect(Object.keys(empty?.phases ?? {})).toEqual(['create', 'install', 'tests', 'log', 'remove']);
    for (const { seconds = 0, phases = {}, machine, peakMemoryMb } of [gold ?? {}, empty ?? {}]) {
      const sum = Object.values(phases).reduce((total, each) => total + each, 0);
      expect(sum).toBeGreaterThan(0);
      expect(sum).toBeLessThanOrEqual(seconds + 0.1);
      for (const phase of ['create', 'tests'] as const) expect(phases[phase], phase).toBeGreaterThan(0);
      expect(machine).toEqual({ loadBefore: 0.5, atWork: 2 });
      expect(peakMemoryMb).toBeGreaterThan(1);
      expect(peakMemoryMb).toBeLessThanOrEqual(4096);
    }
  });

  test.each(HOSTILE)('$what', async ({ patch, outcome, isLong }) => {
    const own = isLong === true ? await openExecutor(folder, { timeoutMs: 30_000 }) : executor;
    try {
      const record = await own.evaluate(problem, patch(pytest));
      expect(wordFor(record?.grade.outcome), log().slice(-3000)).toBe(outcome);
    } finally {
      if (own !== executor) await own.close();
    }
  });

  test('patches that reach beyond the repository mend nothing and reach nothing; the gold one is solved after them', async () => {
    const said = await Promise.all(
      HOSTILE_PATCHES.map(async ({ what, patch, outcomes }) => {
        const word = wordFor((await executor.evaluate(problem, patch))?.grade.outcome) ?? 'no evaluation';
        return { what, word, isRight: outcomes.some((outcome) => outcome === word) };
      }),
    );
    expect(said.filter(({ isRight }) => !isRight)).toEqual([]);
    const gold = await executor.evaluate(problem, `${diffTo(pytest, { 'calc.py': GOLD })}\n\n`);
    expect(wordFor(gold?.grade.outcome)).toBe('solved');
  });

  test('markers that a candidate prints are made harmless, and counted', async () => {
    const record = await executor.evaluate(problem, FORGED_MARKERS.patch(pytest));
    expect(record?.forgedMarkers).toBeGreaterThan(5); // while it is installed and while it is tested
    expect(record?.grade.isResolved).toBe(false);
    await executor.evaluate(problem, `${FORGED_MARKERS.patch(pytest)}\n`); // its log is the last one now
    expect(log().split('>>>>> Start Test Output')).toHaveLength(2);
  });

  test('tests of its own in place of the hidden ones are a doubt', async () => {
    const files = {
      'setup.py': 'import shutil\nshutil.rmtree("/testbed/.git")\n',
      [pytest.tests.path]: 'def test_add(): pass\ndef test_negate(): pass\ndef test_double(): pass\n',
    };
    const record = await executor.evaluate(problem, diffTo(pytest, files));
    expect(record?.grade.evidence.doubts).toEqual(['test-patch-not-applied']);
  });

  test.each(['', 'config core.checkStat minimal', 'config core.trustctime false'])(
    'a changed test file of the same size and time, to which the test patch applies, is put back, or is a doubt (git %s)',
    async (setting) => {
      // Installing runs what the patch brings, before the files of the tests are taken back. The first line is no context of the test patch.
      const attack = `import os, pathlib, subprocess
for words in ('${setting}', 'update-index -q --refresh'):
    if words: subprocess.run(['git', *words.split()], cwd='/testbed')
test = pathlib.Path('/testbed/${pytest.tests.path}')
times = test.stat()
first, rest = test.read_text().split('\\n', 1)
test.write_text('from calc import *;add=lambda*a:3'.ljust(len(first)) + '\\n' + rest)
assert test.stat().st_size == times.st_size
os.utime(test, ns=(times.st_atime_ns, times.st_mtime_ns))
`;
      const files = { 'setup.py': attack, 'calc.py': GOLD.replace('a + b', 'a * b') };
      const record = await executor.evaluate(problem, diffTo(pytest, files));
      const { passToPass = [], failToPass = [], evidence } = record?.grade ?? {};
      const failed = [...passToPass, ...failToPass].filter(({ decision }) => decision === 'failed');
      expect(log()).toContain(`Applied patch ${pytest.tests.path} cleanly.`); // so that only the content tells
      if (failed.length === 0) expect(evidence?.doubts).toContain('test-patch-not-applied');
      else expect(failed.map(({ test }) => test)).toEqual(['tests/test_calc.py::test_add']);
      if (setting.includes('minimal')) expect(failed).toEqual([]);
    },
  );

  test.each([
    ['a pipe', 'os.mkfifo(test)'],
    ['a link to bytes without end', "os.symlink('/dev/zero', test)"],
  ])('%s in the place of the hidden tests is the candidate’s failure, and nothing waits for it', async (_, make) => {
    const test = `/testbed/${pytest.tests.path}`;
    const attack = `import os, shutil\ntest = '${test}'\nshutil.rmtree('/testbed/.git')\nos.unlink(test)\n${make}\n`;
    const own = await openExecutor(folder, { timeoutMs: 10_000 });
    try {
      const record = await own.evaluate(problem, diffTo(pytest, { 'setup.py': attack, 'calc.py': GOLD }));
      expect(record?.grade.outcome.status).toBe('unsolved');
      expect(record?.seconds).toBeLessThan(60); // no bound of another command was met
    } finally {
      await own.close();
    }
  });

  test('the tester owns the repository and nothing else, without network and capabilities', async () => {
    const probe = `import os, socket
status = open('/proc/self/status').read()
facts = dict(
    uid=os.getuid(), owner=os.stat('/testbed').st_uid, links=os.listdir('/sys/class/net'),
    refused=[path for path in ('/usr/bin', '/lucid-bench', '/etc/passwd', '/proc/1/mem') if not os.access(path, os.W_OK)],
    capabilities=[line.split()[1] for line in status.splitlines() if line[:6] in ('CapPrm', 'CapEff', 'CapAmb')],
    privileges=[line for line in status.splitlines() if line[:5] == 'NoNew'], seccomp='Seccomp:\\t2' in status,
    connects=socket.socket().connect_ex(('1.1.1.1', 53)) == 0)
print('FACTS', sorted(facts.items()))
`;
    await executor.evaluate(problem, diffTo(pytest, { 'calc.py': probe + CALC.replace('2 * a', '0') }));
    expect(/FACTS .*/.exec(log())?.[0]).toBe(
      "FACTS [('capabilities', ['0000000000000000', '0000000000000000', '0000000000000000']), ('connects', False), ('links', ['lo']), " +
        "('owner', 10000), ('privileges', ['NoNewPrivs:\\t1']), ('refused', ['/usr/bin', '/lucid-bench', '/etc/passwd', '/proc/1/mem']), ('seccomp', True), ('uid', 10000)]",
    );
  });

  test('a loop sees tests of the base commit only, and what breaks in them', async () => {
    const run = (text: string) => executor.execute(problem, diffTo(pytest, { 'calc.py': text }), 'public');
    const [unchanged, broken] = await Promise.all([run(`${CALC}\n`), run(GOLD.replace('2 * a', '3 * a'))]);
    expect(unchanged.execution).toMatchObject({ outcome: { status: 'solved' }, assertions: 'p', failures: [] });
    expect(broken.execution).toMatchObject({
      outcome: { reason: 'tests-failed' },
      assertions: 'f',
      failures: [{ source: 'tests/test_calc.py::test_double' }],
    });
    expect(JSON.stringify([unchanged, broken])).not.toMatch(/test_add|test_negate/);
    expect(broken.gradedSha256).not.toBe(executor.gradedSha256(problem, diffTo(pytest, { 'calc.py': GOLD }), 'hidden'));
  });

  test('an empty patch needs no container, and an instance without an image is ungraded', async () => {
    const before = containersOf();
    expect((await executor.execute(problem, ' \n', 'hidden')).execution.outcome).toMatchObject({ reason: 'empty' });
    const other = { ...problem, task: { ...problem.task, id: 'small__none-1' } };
    expect((await executor.execute(other, problem.canonical, 'hidden')).execution.outcome).toEqual({
      status: 'ungraded',
      reason: 'image-missing',
    });
    expect(containersOf()).toEqual(before);
  });
});

describe.runIf(await hasRepositoryImages('containers that are lost'))('a container lost', { timeout: 600_000 }, () => {
  const [, django] = REPOSITORIES;
  if (django === undefined) throw new Error('no repositories');

  test.each([
    [1, 'timeout'],
    [2, 'sandbox-lost'],
  ])('%i times: %s', async (times, expected) => {
    const own = await openExecutor(temporaryFolder(), { timeoutMs: 20_000, engine: connectDocker() });
    const running = own.evaluate(problemOf(django), HANGING.patch(django)).then(
      (record) => wordFor(record?.grade.outcome),
      (error: unknown) => (error instanceof SandboxLostError ? 'sandbox-lost' : String(error)),
    );
    for (let time = 0, seen: string[] = []; time < times; time++) {
      await until('there is another container', () => containersOf().some((id) => !seen.includes(id)), 240_000);
      seen = containersOf();
      docker('rm', '-f', ...seen);
    }
    expect(await running).toBe(expected);
    await own.close();
    expect(containersOf()).toEqual([]);
  });
});
