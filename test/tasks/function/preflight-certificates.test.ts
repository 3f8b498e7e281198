import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { DEFAULT_LIMITS } from '../../../harness/sandbox/limits.ts';
import { createProcessSandbox } from '../../../harness/sandbox/process.ts';
import { runnerProgram } from '../../../harness/sandbox/runner/source.ts';
import { suiteOfDataset } from '../../../harness/sandbox/trusted-suite.ts';
import { whatDecides } from '../../../harness/sandbox/what-decides.ts';
import { openPreflightCertificates } from '../../../harness/tasks/function/preflight-certificates.ts';
import { refuseUnlessSound } from '../../../harness/tasks/function/refuse-unless-sound.ts';
import type { Sandbox, SandboxExecution } from '../../../harness/types/execution.ts';
import type { Dataset, Problem } from '../../../harness/types/task.ts';
import { temporaryFolder } from '../../fixtures/command.ts';
import { problem } from '../../fixtures/trial.ts';

/** The wall clock shall not matter: a busy machine is no slower one. */
const limits = { ...DEFAULT_LIMITS, wallMs: 600_000 };
const timeout = 300_000;
const IMAGE = 'sha256:1111';

const doublesAfter = (cpuSeconds: number): string =>
  `import time\ndef double(x):\n    end = time.process_time() + ${cpuSeconds}\n    while time.process_time() < end:\n        pass\n    return x * 2\n`;

const tasks: readonly Problem[] = ['one', 'two', 'three', 'four'].map((name, at) => ({
  ...problem,
  task: { ...problem.task, id: `test/${name}` },
  canonical: doublesAfter(name === 'three' ? 0.3 : at / 1000),
  hiddenTests: suiteOfDataset('assert double(2) == 4\n'),
}));
const datasetOf = (problems: readonly Problem[]): Dataset => ({
  ...{ id: 'tiny', title: 'tiny', sha256: '', source: '', knownDefects: [] },
  problems: [...problems],
});

/** A sandbox that says which image it runs, and notes whose canonical solution it was given. */
async function openSandbox(change: (execution: SandboxExecution) => SandboxExecution = (execution) => execution) {
  const inner = await createProcessSandbox({ slots: 2 });
  onTestFinished(() => inner.close());
  const ran: string[] = [];
  const sandbox: Sandbox = {
    ...inner,
    imageDigest: IMAGE,
    async execute(job) {
      if (tasks.some(({ canonical }) => canonical === job.code)) ran.push(job.taskId);
      return change(await inner.execute(job));
    },
  };
  return { sandbox, ran };
}

async function study(environment: { XDG_CACHE_HOME: string }, problems = tasks) {
  const { sandbox, ran } = await openSandbox();
  const said: string[] = [];
  const certificates = await openPreflightCertificates(sandbox, limits, environment);
  const references = await refuseUnlessSound(datasetOf(problems), sandbox, limits, (line) => said.push(line), {
    certificates,
  });
  return { ran: ran.map((id) => id.slice('test/'.length)).sort(), said, references, path: certificates?.path ?? '' };
}

test('what was solved before is not run again, but for the first task and the slowest; a new task is', {
  timeout,
}, async () => {
  const environment = { XDG_CACHE_HOME: temporaryFolder() };
  const first = await study(environment, tasks.slice(0, 3));
  expect(first.ran).toEqual(['one', 'three', 'two']);
  const second = await study(environment);
  expect(second.ran).toEqual(['four', 'one', 'three']);
  expect(second.said.at(-1)).toContain(
    'of 4 canonical solutions 1 solved before with this image, runner, suite and machine',
  );
  expect(second.references.map(({ taskId }) => taskId)).toEqual(tasks.map(({ task }) => task.id));
  expect(second.references.slice(0, 3)).toEqual(first.references);
});

test('one byte changed in image, runner, suite, solution or limits makes a certificate stale', {
  timeout,
}, async () => {
  const environment = { XDG_CACHE_HOME: temporaryFolder() };
  await study(environment);
  const [one] = tasks;
  if (one === undefined) throw new Error('there is a task');
  const sandbox = { kind: 'process', imageDigest: IMAGE } as const;
  const runner = runnerProgram();
  const findWith = async (changed: {
    imageDigest?: string;
    runner?: Buffer;
    problem?: Problem;
    limits?: typeof limits;
  }) => {
    const own = changed.limits ?? limits;
    const where = { ...sandbox, imageDigest: changed.imageDigest ?? IMAGE };
    const decides = whatDecides(where, own, changed.runner ?? runner);
    return (await openPreflightCertificates(where, own, environment, decides))?.find(changed.problem ?? one);
  };
  const otherRunner = Buffer.from(runner);
  otherRunner[otherRunner.length - 1] = (otherRunner.at(-1) ?? 0) ^ 1;
  expect(await findWith({})).toMatchObject({ taskId: 'test/one' });
  expect(await findWith({ imageDigest: 'sha256:1112' })).toBeUndefined();
  expect(await findWith({ runner: otherRunner })).toBeUndefined();
  expect(
    await findWith({ problem: { ...one, hiddenTests: suiteOfDataset('assert double(3) == 6\n') } }),
  ).toBeUndefined();
  expect(await findWith({ problem: { ...one, canonical: `${one.canonical}\n` } })).toBeUndefined();
  expect(await findWith({ limits: { ...limits, cpuSeconds: limits.cpuSeconds + 1 } })).toBeUndefined();
});

test('where no image is run nothing is certified', async () => {
  expect(await openPreflightCertificates({ kind: 'bubblewrap' }, limits, {})).toBeUndefined();
});

test('a machine that has become slower runs all again', { timeout }, async () => {
  const environment = { XDG_CACHE_HOME: temporaryFolder() };
  const { path } = await study(environment);
  const faster = readFileSync(path, 'utf8').replaceAll(/"cpuMs":([\d.]+)/g, (_, cpuMs) => `"cpuMs":${cpuMs / 100}`);
  writeFileSync(path, faster);
  const { ran, said } = await study(environment);
  expect(new Set(ran)).toEqual(new Set(['one', 'two', 'three', 'four']));
  expect(said.join('\n')).toContain('this machine is slower');
  expect(readFileSync(path, 'utf8')).not.toBe(faster);
});

test('a file that is no list of certificates is as none, and is written anew', { timeout }, async () => {
  const environment = { XDG_CACHE_HOME: temporaryFolder() };
  const { path } = await study(environment);
  writeFileSync(path, '{"half');
  expect((await study(environment)).ran).toHaveLength(4);
  expect(existsSync(path)).toBe(true);
  expect((await study(environment)).ran.length).toBeLessThan(4);
});

test('a grader that has begun to call everything solved is refused, certificates or not', { timeout }, async () => {
  const environment = { XDG_CACHE_HOME: temporaryFolder() };
  await study(environment);
  const { sandbox } = await openSandbox((execution) => ({ ...execution, outcome: { status: 'solved' } }));
  const certificates = await openPreflightCertificates(sandbox, limits, environment);
  const refused = refuseUnlessSound(datasetOf(tasks), sandbox, limits, () => {}, { certificates });
  await expect(refused).rejects.toThrow(/preflight failed/);
});
