import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { readProvedPrograms } from '../../datasets/shared/proved-programs.ts';
import { writeRecording } from '../../harness/recording/write-recording.ts';
import { loadConditions } from '../../harness/run/load-conditions.ts';
import { poolsText } from '../../harness/tasks/jobs/pools.ts';
import { runBench } from '../fixtures/bench.ts';
import { runScript, temporaryFolder } from '../fixtures/command.ts';
import { startProviderServer } from '../fixtures/provider-server.ts';
import { proverSandboxes } from '../verifiers/prover/prover-sandboxes.ts';

const timeout = 900_000;
const sandboxes = await proverSandboxes();
afterAll(() => Promise.all(sandboxes.map((sandbox) => sandbox.close())));
const [here] = sandboxes;

const CONDITION = 'search-treefinement';
const NAMES = ['larger', 'sign', 'within'];

/** Right; proved under a contract that says nothing, so that loop and grade differ; wrong. */
const startServer = () =>
  startProviderServer((_, { body }) => {
    const text = JSON.stringify(body.messages);
    const { name, versions } =
      readProvedPrograms().find((each) => text.includes(each.versions.dafny.contract.signature)) ?? {};
    if (versions === undefined) throw new Error(`a prompt of no program: ${text}`);
    const { contract, body: right, wrong } = versions.python;
    const clauses = name === 'sign' ? ['ensures result == result'] : contract.clauses;
    const lines = (name === 'within' ? wrong : right).trimEnd().split('\n');
    const head = clauses.map((clause) => `    #@ ${clause}\n`).join('');
    const program = `${contract.signature}\n${head}${lines.map((line) => `    ${line}`).join('\n')}`;
    return { kind: 'answer', text: `\`\`\`python\n${program}\n\`\`\`` };
  });

describe.skipIf(here === undefined)('a recorded study of translations', () => {
  test('holds the pools that its prompts drew from, and replays without drift where loop and grade differ', {
    timeout,
  }, async () => {
    const [loaded] = await loadConditions([CONDITION]);
    const pools = join(temporaryFolder(), 'anywhere.json');
    const example = (language: string) => ({ language, text: `an example in ${language}` });
    writeFileSync(
      pools,
      poolsText({
        ...{ version: 1, job: 'dafny->python', promptsSha256: loaded?.identity.promptsSha256 ?? '', iterations: 1 },
        translations: [{ taskId: 'other', source: example('dafny'), target: example('python') }],
        ...{ repairs: [], exploits: [] },
      }),
    );
    const server = await startServer();
    const done = await runBench(server.url, {
      ...{ dataset: 'kata-proved', job: 'dafny->python', pools, conditions: [CONDITION], limit: undefined },
      tasks: NAMES.map((name) => `kata-proved/dafny/${name}->python`),
      ...{ k: [0, 1], exploration: 1, breadth: 1, depth: 1, sandbox: here?.kind ?? 'auto' },
      model: `openai-compatible:tiny@${server.url}`,
    });
    await server.close();
    if (done.error !== undefined) throw done.error;
    const outcomes = (folder: string): string[] =>
      readFileSync(join(folder, 'grades.jsonl'), 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as { taskId: string; outcome: { status: string; reason?: string } })
        .map(({ taskId, outcome }) => `${taskId.split('/').at(-1)} ${outcome.reason ?? outcome.status}`);
    expect(new Set(outcomes(done.folder))).toEqual(
      new Set(['larger->python solved', 'sign->python trivial-contract', 'within->python not-proved']),
    );
    const parts = { study: 'tiny', into: join(temporaryFolder(), 'recorded'), runs: [done.folder] };
    const facts = { facts: { evidence: 'none' }, environment: process.env };
    await expect(writeRecording({ ...parts, ...facts })).rejects.toThrow('expected the file of pools');
    const written = await writeRecording({ ...parts, ...facts, poolsFile: pools });
    expect(readFileSync(join(written.path, 'pools.json'), 'utf8')).toBe(readFileSync(pools, 'utf8'));
    const out = join(temporaryFolder(), 'again');
    const flags = ['--model', `recorded:${written.path}`, '--out', out, '--sandbox', here?.kind ?? 'auto'];
    const again = await runScript('bench', flags);
    expect([again.code, existsSync(out)]).toEqual([0, true]);
    expect(readFileSync(join(out, 'tables.md'), 'utf8')).toMatch(/drift: 0 of [1-9]\d* steps/);
    expect(outcomes(out)).toEqual(outcomes(done.folder));
  });
});
