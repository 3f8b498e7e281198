import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Sandbox } from '../../harness/types/execution.ts';
import { backends } from './backends.ts';
import { PLAIN, type Program, toJob } from './programs.ts';

const timeout = 120_000;

describe.each(await backends())('a fraction of a second of CPU time in $kind', (backend) => {
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await backend.create(1);
  });
  afterAll(() => sandbox.close());

  const run = (program: Partial<Program>) =>
    sandbox.execute(toJob({ ...PLAIN, ...program, limits: { cpuSeconds: 0.3, wallMs: 60_000 } }));

  test('ends a program that loops, and says how far it came', { timeout }, async () => {
    const code = 'def add(a, b):\n    while a == 2: pass\n    return a + b\n';
    const execution = await run({
      code,
      tests: 'assert add(1, 1) == 2\nassert add(2, 1) == 3\nassert add(3, 1) == 4\n',
    });
    expect(execution).toMatchObject({ outcome: { status: 'unsolved', reason: 'timeout' }, assertions: 'pe-' });
    expect(execution.times.cpuMs).toBeGreaterThan(150);
    expect(execution.times.cpuMs).toBeLessThan(900);
  });

  test('leaves a program alone that ends within it', { timeout }, async () => {
    expect(await run({})).toMatchObject({ outcome: { status: 'solved' } });
  });

  test('turned off, the next whole second holds', { timeout }, async () => {
    const code = 'import signal\nsignal.setitimer(signal.ITIMER_PROF, 0)\ndef add(a, b):\n    while True: pass\n';
    const execution = await run({ code });
    expect(execution.outcome).toEqual({ status: 'unsolved', reason: 'timeout' });
    expect(execution.times.cpuMs).toBeGreaterThan(800);
  });

  test('a program that ignores every signal ends at twice the whole second', { timeout }, async () => {
    const code = `import signal
for number in range(1, 65):
    try:
        signal.signal(number, signal.SIG_IGN)
    except (OSError, ValueError):
        pass
def add(a, b):
    while True: pass
`;
    const execution = await run({ code });
    expect(execution.outcome).toEqual({ status: 'unsolved', reason: 'timeout' });
    expect(execution.times.cpuMs).toBeGreaterThan(800);
    expect(execution.times.cpuMs).toBeLessThan(4_000);
  });

  test('a program that ends itself by the timer’s signal has not run out of time', { timeout }, async () => {
    const code = 'import os, signal\ndef add(a, b):\n    os.kill(os.getpid(), signal.SIGPROF)\n';
    expect((await run({ code })).outcome).toEqual({ status: 'unsolved', reason: 'exited-early' });
  });
});
