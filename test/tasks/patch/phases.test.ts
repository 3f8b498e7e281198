import { expect, test } from 'vitest';
import { SandboxLostError } from '../../../harness/errors.ts';
import { connectDocker } from '../../../harness/sandbox/docker/engine.ts';
import { instancesAtATime } from '../../../harness/tasks/patch/evaluation/at-a-time.ts';
import {
  describeSeconds,
  isQuiet,
  ownSecondsOf,
  secondsColumns,
} from '../../../harness/tasks/patch/evaluation/describe-seconds.ts';
import { createPhaseClock, ownSeconds } from '../../../harness/tasks/patch/evaluation/phases.ts';
import { createWorkspaces } from '../../../harness/tasks/patch/evaluation/workspaces.ts';
import { csvTable } from '../../../harness/text/csv.ts';

/** A clock that goes on by what work says it takes. */
function madeUpTime() {
  let time = 1000;
  const spend = (ms: number) => async (): Promise<void> => {
    time += ms;
  };
  return { now: () => time, spend };
}

test('a phase is the sum of its pieces, also of one that throws; what did not happen is absent', async () => {
  const { now, spend } = madeUpTime();
  const clock = createPhaseClock(now);
  await clock.during('create', spend(1200));
  await clock.during('tests', spend(4000));
  await spend(900)(); // between two phases
  await clock.during('log', spend(10));
  await clock.during('log', spend(26));
  const failing = clock.during('remove', async () => {
    await spend(350)();
    throw new Error('gone');
  });
  await expect(failing).rejects.toThrow('gone');
  expect(clock.seconds()).toEqual({ create: 1.2, tests: 4, log: 0.04, remove: 0.35 });
});

test('an evaluation that is tried again in another container is timed anew', async () => {
  const { now, spend } = madeUpTime();
  const clock = createPhaseClock(now);
  const { inWorkspace } = createWorkspaces({
    now,
    engine: {
      ...connectDocker(),
      open: async () => {
        await spend(5000)();
        throw new SandboxLostError('no container could be started');
      },
    },
  });
  const image = { name: '', digest: '', testbed: '/testbed', activate: [], origin: 'built' as const };
  const environment = { repository: 'a/b', versions: [], python: '', packages: '', install: '', testCommand: '' };
  await expect(inWorkspace({ image, environment, hashSeed: undefined, clock }, async () => 0)).rejects.toThrow();
  expect(clock.seconds()).toEqual({ create: 5, remove: 0 });
});

test("the harness' own share is everything but installing and testing, the steps between phases included", () => {
  expect(ownSeconds(20, { create: 2, install: 5, tests: 11 })).toBe(4);
  expect(ownSeconds(3, { create: 2, apply: 1 })).toBe(3);
  expect(ownSecondsOf({ seconds: 7 })).toBeUndefined();
});

const timed = (seconds: number, install: number, tests: number, loadBefore = 0.2, atWork = 1) => ({
  seconds,
  phases: { create: 1, apply: 0.5, install, tests, log: 0.1, remove: 0.4 },
  machine: { loadBefore, atWork },
});

test('evaluations are described by medians, load and how many were at work; older ones are counted apart', () => {
  const all = [timed(10, 2, 6), timed(20, 3, 14, 1.8, 2), timed(40, 10, 27), { seconds: 300 }];
  expect(describeSeconds('gold evaluations', all)).toBe(
    "seconds of gold evaluations: median 30.0 s over 4; install 3.0 s, tests 14.0 s, the harness' own share 3.0 s " +
      '(create 1.0 s, apply 0.5 s, log 0.1 s, remove 0.4 s); load before 0.2 to 1.8, up to 2 at a time; phases unknown: 1',
  );
  expect(describeSeconds('x', [{ seconds: 7 }])).toBe('seconds of x: median 7.0 s over 1; phases unknown: 1');
  expect(describeSeconds('x', [])).toBeUndefined();
});

test('a machine is quiet where its load is no more than its own evaluations make', () => {
  const loads = [
    timed(1, 0, 0, 1.5),
    timed(1, 0, 0, 1.51),
    timed(1, 0, 0, 2.5, 2),
    timed(1, 0, 0, 2.6, 2),
    { seconds: 1 },
  ];
  expect(loads.map(isQuiet)).toEqual([true, false, true, false, false]);
});

test('a table has a column a phase, empty for an older evaluation and for none', () => {
  const rows = [timed(10, 2, 6), { seconds: 300 }, undefined];
  const { columns, rows: cells } = csvTable(
    secondsColumns<(typeof rows)[number]>('gold_', (row) => row),
    rows,
  );
  expect(columns).toEqual([
    ...['create', 'apply', 'install', 'tests', 'log', 'remove', 'own'].map((phase) => `gold_${phase}_seconds`),
    'gold_load_before',
    'gold_at_work',
  ]);
  expect(cells[0]).toEqual([1, 0.5, 2, 6, 0.1, 0.4, 2, 0.2, 1]);
  expect(
    cells
      .slice(1)
      .flat()
      .every((cell) => cell === undefined),
  ).toBe(true);
});

test.each([
  [
    { cores: 2, memoryMb: 24_000 },
    undefined,
    2,
    '2 instances at a time: the Docker daemon has 2 cores and 23.4 GiB, 4 GiB each of half the memory',
  ],
  [
    { cores: 16, memoryMb: 32 * 1024 },
    undefined,
    4,
    '4 instances at a time: the Docker daemon has 16 cores and 32 GiB, 4 GiB each of half the memory',
  ],
  [
    { cores: 8, memoryMb: 4096 },
    undefined,
    1,
    '1 instance at a time: the Docker daemon has 8 cores and 4 GiB, 4 GiB each of half the memory',
  ],
  [
    { cores: 1, memoryMb: 8192 },
    3,
    3,
    '3 instances at a time, as given; 1 would fit the Docker daemon (1 core and 8 GiB, 4 GiB each of half the memory)',
  ],
])('instances at a time fit the daemon: %j, given %j', (daemon, given, slots, why) => {
  expect(instancesAtATime(daemon, given)).toEqual({ slots, why });
});
