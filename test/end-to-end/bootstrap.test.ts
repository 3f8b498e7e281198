import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { readProvedPrograms } from '../../datasets/shared/proved-programs.ts';
import { runScript, startScript, temporaryFolder } from '../fixtures/command.ts';
import { finishedTrials } from '../fixtures/kill.ts';
import { startProviderServer } from '../fixtures/provider-server.ts';
import { proverSandboxes } from '../verifiers/prover/prover-sandboxes.ts';

const timeout = 1_800_000;
const sandboxes = await proverSandboxes();
afterAll(() => Promise.all(sandboxes.map((sandbox) => sandbox.close())));
const [here] = sandboxes;

const NAMES = ['larger', 'sign', 'within'];

/** As a model might: right when it is told of a complaint; a contract that says nothing; right once it is shown an example. */
const startServer = () =>
  startProviderServer((_, { body }) => {
    const [message] = body.messages as { readonly content: string }[];
    const prompt = message?.content ?? '';
    const own = prompt.slice(prompt.indexOf('The program to translate'));
    const { name, versions } =
      readProvedPrograms().find((each) => own.includes(each.versions.dafny.contract.signature)) ?? {};
    if (name === undefined || versions === undefined) throw new Error(`a prompt of no program: ${prompt}`);
    const { contract, body: right, wrong } = versions.python;
    const isRight =
      name === 'larger' ? own.includes('Complaints') : name === 'sign' || prompt.includes('was translated before');
    const clauses = name === 'sign' ? ['ensures result == result'] : contract.clauses;
    const lines = (isRight ? right : wrong).trimEnd().split('\n');
    const head = clauses.map((clause) => `    #@ ${clause}\n`).join('');
    const program = `${contract.signature}\n${head}${lines.map((line) => `    ${line}`).join('\n')}`;
    return { kind: 'answer', text: `\`\`\`python\n${program}\n\`\`\`` };
  });

/** Answers programs and critics: `larger` under a contract that a lazy body fulfils, `distance` right, `within` right once it is shown an example. */
const startAll = () =>
  startProviderServer((_, { body }) => {
    const [message] = body.messages as { readonly content: string }[];
    const prompt = message?.content ?? '';
    if (prompt.includes('Two contracts of programs')) return { kind: 'answer', text: '{"answer": "SAME"}' };
    const [, contractOnly] = /A contract of a program in [\s\S]*?```python\n([\s\S]*?)\n```/.exec(prompt) ?? [];
    if (contractOnly !== undefined) {
      const [, first = ''] = /\((\w+)/.exec(contractOnly) ?? [];
      return { kind: 'answer', text: `\`\`\`python\n${contractOnly}\n    return ${first}\n\`\`\`` };
    }
    const own = prompt.slice(prompt.indexOf('The program to translate'));
    const { name, versions } =
      readProvedPrograms().find((each) => own.includes(each.versions.dafny.contract.signature)) ?? {};
    if (name === undefined || versions === undefined) throw new Error(`a prompt of no program: ${prompt}`);
    const { contract, body: right, wrong } = versions.python;
    const isRight = name !== 'within' || prompt.includes('was translated before');
    const clauses = name === 'larger' ? ['ensures result >= a'] : contract.clauses;
    const lines = (isRight ? right : wrong).trimEnd().split('\n');
    const head = clauses.map((clause) => `    #@ ${clause}\n`).join('');
    const program = `${contract.signature}\n${head}${lines.map((line) => `    ${line}`).join('\n')}`;
    return { kind: 'answer', text: `\`\`\`python\n${program}\n\`\`\`` };
  });

/** Starts a command and kills it once `isReached`. */
async function killedAt(flags: readonly string[], isReached: () => boolean): Promise<void> {
  const child = startScript('bootstrap', flags);
  const closed = new Promise<void>((resolve) => child.on('close', () => resolve()));
  child.stdout?.resume();
  child.stderr?.resume();
  while (!isReached() && child.exitCode === null) await new Promise((resolve) => setTimeout(resolve, 10));
  process.kill(-(child.pid ?? 0), 'SIGKILL');
  await closed;
}

describe.skipIf(here === undefined)('translations that are learned from', () => {
  test('an iteration learns from the one before; killed with kill -9 and resumed, pools and hashes are the same', {
    timeout,
  }, async () => {
    const server = await startServer();
    const flagsFor = (out: string): string[] => [
      ...['--dataset', 'kata-proved', '--job', 'dafny->python', '--iterations', '4', '--critics', 'rules'],
      ...['--k', '1', '--exploration', '1', '--breadth', '1', '--depth', '1'],
      ...['--tasks', NAMES.map((name) => `kata-proved/dafny/${name}->python`).join(',')],
      ...['--model', `openai-compatible:tiny@${server.url}`, '--concurrency', '1', '--sandbox', here?.kind ?? 'auto'],
      ...['--out', out, '--cache', join(out, '..', 'cache')],
    ];
    const [whole, killed] = [join(temporaryFolder(), 'out'), join(temporaryFolder(), 'out')];
    const done = await runScript('bootstrap', flagsFor(whole));
    expect([done.code, done.stderr.split('\n').at(-2)]).toEqual([0, expect.anything()]);
    // Passing: larger; larger and within; the same again, which adds nothing.
    const rows = readFileSync(join(whole, 'bootstrap.csv'), 'utf8').trim().split('\n');
    const columns = rows[0]?.split(',') ?? [];
    const column = (name: string) => rows.slice(1).map((row) => row.split(',')[columns.indexOf(name)]);
    expect(column('proved')).toEqual(['2', '3', '3']);
    expect(column('passing')).toEqual(['1', '2', '2']);
    expect(column('solved')).toEqual(['1', '2', '2']);
    expect(column('rejected_by_rules')).toEqual(['1', '1', '1']);
    expect(column('pool_translations')).toEqual(['1', '2', '2']);
    expect(column('pool_repairs')).toEqual(['1', '1', '1']);
    expect(done.stdout).toContain('Iteration 3 added nothing to the pools: it ended there');
    const manifest = (folder: string, iteration: number) =>
      JSON.parse(readFileSync(join(folder, `iteration-${iteration}`, 'run', 'manifest.json'), 'utf8'));
    expect(manifest(whole, 1).identity.pools).toBeUndefined();
    expect(manifest(whole, 2).identity.pools).toBe(column('pools_sha256')[0]);

    await killedAt(flagsFor(killed), () => finishedTrials(join(killed, 'iteration-2', 'run')) >= 1);
    expect(existsSync(join(killed, 'iteration-2', 'pools.json'))).toBe(false);
    const refused = await runScript('bootstrap', flagsFor(killed));
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('holds iterations already')]);
    const resumed = await runScript('bootstrap', [...flagsFor(killed), '--resume']);
    expect(resumed.code).toBe(0);
    await server.close();
    for (const file of [
      'bootstrap.csv',
      'bootstrap.md',
      ...[1, 2, 3].map((number) => `iteration-${number}/pools.json`),
    ])
      expect([file, readFileSync(join(killed, file), 'utf8')]).toEqual([file, readFileSync(join(whole, file), 'utf8')]);
    expect(manifest(killed, 3).identitySha256).toBe(manifest(whole, 3).identitySha256);
  });

  test('all five critics: killed while they are asked and resumed, within one budget, packed and replayed without drift', {
    timeout,
  }, async () => {
    const server = await startAll();
    const tasks = ['distance', 'larger', 'within'].map((name) => `kata-proved/dafny/${name}->python`).join(',');
    const flagsFor = (out: string): string[] => [
      ...[
        '--dataset',
        'kata-proved',
        '--job',
        'dafny->python',
        '--iterations',
        '2',
        '--critics',
        'all',
        '--votes',
        '2',
      ],
      ...['--k', '0', '--exploration', '1', '--breadth', '1', '--depth', '1', '--tasks', tasks],
      ...['--model', `openai-compatible:tiny@${server.url}`, '--concurrency', '1', '--sandbox', here?.kind ?? 'auto'],
      ...['--out', out, '--cache', join(out, '..', 'cache')],
    ];
    const [whole, killed] = [join(temporaryFolder(), 'out'), join(temporaryFolder(), 'out')];
    const done = await runScript('bootstrap', flagsFor(whole));
    expect([done.code, done.stderr.split('\n').at(-2)]).toEqual([0, expect.anything()]);
    const [header = '', ...rows] = readFileSync(join(whole, 'bootstrap.csv'), 'utf8').trim().split('\n');
    const column = (name: string) => rows.map((row) => row.split(',')[header.split(',').indexOf(name)]);
    expect(['proved', 'passing', 'rejected_by_exploit', 'pool_exploits', 'pool_translations'].map(column)).toEqual([
      ['2', '3'],
      ['1', '2'],
      ['1', '1'],
      ['1', '1'],
      ['1', '2'],
    ]);
    const calls = join(killed, 'iteration-1', 'critics-calls.jsonl');
    await killedAt(flagsFor(killed), () => existsSync(calls) && readFileSync(calls, 'utf8').includes('\n'));
    expect(existsSync(join(killed, 'iteration-1', 'pools.json'))).toBe(false);
    const poor = await runScript('bootstrap', [...flagsFor(killed), '--resume', '--budget-tokens', '700']);
    expect([poor.code, poor.stderr]).toEqual([3, expect.stringContaining('--budget-tokens 700 is reached')]);
    const resumed = await runScript('bootstrap', [...flagsFor(killed), '--resume', '--budget-tokens', '100000']);
    expect(resumed.code).toBe(0);
    await server.close();
    for (const file of [
      'bootstrap.csv',
      'iteration-1/pools.json',
      'iteration-2/pools.json',
      'iteration-2/critics.jsonl',
    ])
      expect([file, readFileSync(join(killed, file), 'utf8')]).toEqual([file, readFileSync(join(whole, file), 'utf8')]);

    const into = join(temporaryFolder(), 'recorded');
    const run = join(killed, 'iteration-2', 'run');
    const pools = ['--pools', join(killed, 'iteration-1', 'pools.json')];
    const packing = ['--study', 'learned', '--dataset', 'kata-proved', '--pack-only', run, '--into', into];
    const packed = await runScript('record', [...packing, ...pools]);
    expect([packed.code, packed.stdout]).toEqual([0, expect.stringMatching(/: 3 answers, \d+ verdicts/)]);
    const out = join(temporaryFolder(), 'again');
    const again = await runScript('bench', ['--model', `recorded:${join(into, 'learned')}`, '--out', out]);
    expect([again.code, again.stderr]).toEqual([0, expect.stringContaining('nothing is sent')]);
    expect(readFileSync(join(out, 'tables.md'), 'utf8')).toMatch(/drift: 0 of [1-9]\d* steps/);
    expect(readFileSync(join(out, 'grades.jsonl'), 'utf8')).toBe(readFileSync(join(run, 'grades.jsonl'), 'utf8'));
  });
});
