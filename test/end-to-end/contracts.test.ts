import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { readProvedPrograms } from '../../datasets/shared/proved-programs.ts';
import { comparableFiles, runScript, startScript, temporaryFolder } from '../fixtures/command.ts';
import { startProviderServer } from '../fixtures/provider-server.ts';
import { proverSandboxes } from '../verifiers/prover/prover-sandboxes.ts';

const timeout = 900_000;
const sandboxes = await proverSandboxes();
afterAll(() => Promise.all(sandboxes.map((sandbox) => sandbox.close())));
const [here] = sandboxes;

/** Wrong at first, right once it was told of it. */
const startServer = () =>
  startProviderServer((_, { body }) => {
    const text = JSON.stringify(body.messages);
    const { versions } =
      readProvedPrograms().find((each) => text.includes(each.versions.dafny.contract.signature)) ?? {};
    const answer = text.includes('Complaints') ? versions?.dafny.body : versions?.dafny.wrong;
    return { kind: 'answer', text: `\`\`\`dafny\n${answer}\n\`\`\`` };
  });

const flagsFor = (url: string, out: string): string[] => [
  ...['--dataset', 'kata-proved', '--conditions', 'proof-once,proof-feedback', '--k', '0,1', '--concurrency', '1'],
  ...['--tasks', ['larger', 'sign', 'within', 'middle'].map((name) => `kata-proved/dafny/${name}`).join(',')],
  ...['--model', `openai-compatible:tiny@${url}`, '--sandbox', here?.kind ?? 'bubblewrap'],
  ...['--out', out, '--cache', join(out, '..', 'cache')],
];

const finishedTrials = (folder: string): number => {
  const file = join(folder, 'trajectories.jsonl');
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n').length - 1 : 0;
};

describe.skipIf(here === undefined)('a study of contracts', () => {
  test('killed with kill -9 and resumed has the bytes of one that was not, and proves nothing twice', {
    timeout,
  }, async () => {
    const server = await startServer();
    const whole = join(temporaryFolder(), 'run');
    expect(await runScript('bench', flagsFor(server.url, whole))).toMatchObject({ code: 0 });
    const killed = join(temporaryFolder(), 'run');
    const child = startScript('bench', flagsFor(server.url, killed));
    const closed = new Promise<void>((resolve) => child.on('close', () => resolve()));
    child.stdout?.resume();
    child.stderr?.resume();
    while (finishedTrials(killed) < 2 && child.exitCode === null)
      await new Promise((resolve) => setTimeout(resolve, 50));
    process.kill(-(child.pid ?? 0), 'SIGKILL');
    await closed;
    const before = finishedTrials(killed);
    expect(before).toBeLessThan(finishedTrials(whole));
    const resumed = await runScript('bench', [...flagsFor(server.url, killed), '--resume']);
    expect(resumed).toMatchObject({ code: 0 });
    await server.close();
    const own = (folder: string) =>
      Object.fromEntries(
        Object.entries(comparableFiles(folder)).filter(([name]) =>
          /^(?:grades|trajectories|executions)\.jsonl$|^cells\.csv$/.test(name),
        ),
      );
    expect(own(killed)).toEqual(own(whole));
    expect(Object.keys(own(whole))).toContain('grades.jsonl');
  });
});
