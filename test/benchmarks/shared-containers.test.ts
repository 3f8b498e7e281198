import { expect, test } from 'vitest';
import { PLAIN, type Program } from '../../harness/benchmarks/programs/programs.ts';
import { drawOrder, runShared, type SharedResult } from '../../harness/benchmarks/shared/shared-containers.ts';
import { sharedMarkdown } from '../../harness/benchmarks/shared/shared-table.ts';
import { SandboxLostError } from '../../harness/errors.ts';
import type { ExecutionJob, Sandbox, SandboxExecution } from '../../harness/types/execution.ts';

const HOSTILE: Program = { name: 'lies', code: 'LIES', expected: 'assertion' };
const LITTERS: Program = { name: 'litters', code: 'LITTERS', expected: 'assertion' };
const HONEST: Program = { name: 'is right', code: 'RIGHT', expected: 'solved' };

/** A sandbox that judges by the text alone, and whose container keeps what programs left. `believes`: the text it takes for right. */
function createSandbox({ believes = 'nothing', reason = 'assertion' as const, forgets = true, looks = 1000 } = {}) {
  let looked = 0;
  const jobs: ExecutionJob[] = [];
  let [files, uid]: [string[], number] = [[], 0];
  const sandbox: Sandbox = {
    kind: 'docker',
    description: 'in memory, for tests',
    async execute(job) {
      jobs.push(job);
      if (job.taskId.startsWith('looks') && ++looked > looks) throw new SandboxLostError('the container is gone');
      const { code } = job;
      if (code.includes('LITTERS') && !forgets) files = ['/tmp/litter'];
      const isRight = code === PLAIN.code || code.includes('getuid') || code === 'RIGHT' || code === believes;
      const execution: SandboxExecution = {
        outcome: isRight ? { status: 'solved' } : { status: 'unsolved', reason },
        assertions: '',
        failures: [],
        output: code.includes('getuid') ? `uid ${uid++}\n` : '',
        times: { wallMs: 1, cpuMs: 1 },
        kept: JSON.stringify([JSON.stringify({ files })]),
      };
      return execution;
    },
    async close() {},
  };
  return { sandbox, jobs };
}

const bundle = { hostile: [HOSTILE, LITTERS], honest: [HONEST] };
const options = { programs: 7, seed: 1, slots: 2, lookAfter: 4 };
const say = (): void => {};

test('every program shares containers, and beside each stands a plain one of another task, with a uid of its own', async () => {
  const { sandbox, jobs } = createSandbox();
  const result = await runShared(sandbox, bundle, options, say);
  expect(jobs.every(({ sharesContainer }) => sharesContainer)).toBe(true);
  const { hostile, honest, plain } = result.verdicts;
  expect([hostile.all + honest.all, plain.all, plain.wrong]).toEqual([7, 7, 0]);
  expect(result).toMatchObject({ wrong: [], otherReason: [], left: [], looks: 2, uids: { said: 7, different: 7 } });
});

test('a hostile program that was solved is a wrong verdict; one not solved for another reason is not', async () => {
  const believing = await runShared(createSandbox({ believes: 'LIES' }).sandbox, bundle, options, say);
  expect(believing.wrong[0]).toEqual({ program: 'lies', expected: 'unsolved (assertion)', came: 'solved' });
  expect(believing.verdicts.hostile.wrong).toBe(believing.wrong.length);
  const slow = await runShared(createSandbox({ reason: 'timeout' as 'assertion' }).sandbox, bundle, options, say);
  expect(slow.wrong).toEqual([]);
  expect(slow.otherReason.length).toBe(slow.verdicts.hostile.all);
});

test('what a program leaves in a container is found after its batch', async () => {
  const { left } = await runShared(createSandbox({ forgets: false }).sandbox, bundle, options, say);
  expect(left.at(-1)).toBe('after 7: files: /tmp/litter');
});

test('a container that nobody could look into is not one in which nothing was left', async () => {
  const { sandbox } = createSandbox({ looks: 2 });
  const { left } = await runShared(sandbox, bundle, { ...options, lookAfter: 7 }, say);
  expect(left).toEqual(['after 7: could not be looked into: the container is gone']);
});

test('the order is decided by the seed, and the whole bundle comes before any of it comes again', () => {
  const programs = [HOSTILE, LITTERS, HONEST, PLAIN];
  const order = drawOrder(programs, 10, 1);
  expect(drawOrder(programs, 10, 1)).toEqual(order);
  expect([2, 3, 4, 5].map((seed) => drawOrder(programs, 10, seed))).not.toEqual([order, order, order, order]);
  expect(new Set(order.slice(0, 4))).toEqual(new Set(programs));
  expect(order).toHaveLength(10);
});

test('the report counts, and names what was wrong and what was left', () => {
  const result: SharedResult = {
    sandbox: 'docker',
    verdicts: { hostile: { all: 5, wrong: 1 }, honest: { all: 2, wrong: 0 }, plain: { all: 7, wrong: 0 } },
    wrong: [{ program: 'lies', expected: 'unsolved (assertion)', came: 'solved' }],
    otherReason: [],
    ended: 1,
    uids: { said: 7, different: 7 },
    looks: 2,
    left: ['after 7: files: /tmp/litter'],
  };
  const text = sharedMarkdown({
    ...{ date: '2026-01-02', programs: 7, seed: 1, slots: 2, machine: { cores: 2 }, notAsked: ['bubblewrap (none)'] },
    results: [result],
  });
  expect(text).toMatch(/\| docker +\| +5, 1 \| +2, 0 \| +7, 0 \| +0 \| +1 \| +7, 7 \| +2 \| +1 \|/);
  expect(text).toContain('- a program that lies: expected unsolved (assertion), came solved');
  expect(text).toContain('- after 7: files: /tmp/litter');
  expect(text).toContain('**Not asked: bubblewrap (none)**');
});
