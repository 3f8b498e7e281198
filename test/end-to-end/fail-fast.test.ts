import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { runBench } from '../fixtures/bench.ts';
import { runScript, temporaryFolder } from '../fixtures/command.ts';
import { startKataServer } from '../fixtures/kata-server.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
}

async function closedAddress(): Promise<string> {
  const url = await serve(() => undefined);
  const server = servers.pop();
  await new Promise((resolve) => server?.close(resolve));
  return url;
}

const answering =
  (statusOf: (method: string, path: string) => number): RequestListener =>
  (request, response) => {
    response.writeHead(statusOf(request.method ?? '', request.url ?? ''), { 'content-type': 'application/json' });
    response.end('{}');
  };

describe('a model that cannot be asked is one sentence before anything is begun', () => {
  test.each<[string, RequestListener | undefined, RegExp]>([
    ['nothing listens', undefined, /nothing answers at http:\/\/127.0.0.1:\d+\/v1 \(ECONNREFUSED\)/],
    ['no such path', answering(() => 404), /nothing is at .*\/chat\/completions \(HTTP 404\)/],
    ['a key that is refused', answering(() => 401), /refuses the key \(HTTP 401\): set OPENAI_COMPATIBLE_API_KEY/],
    ['a server that hangs', () => undefined, /took the connection and said nothing for 3 s/],
  ])('%s', async (_, listener, sentence) => {
    const url = listener === undefined ? await closedAddress() : await serve(listener);
    const began = performance.now();
    const { folder, error, said } = await runBench(url, { probe: true });
    expect(performance.now() - began).toBeLessThan(30_000);
    expect(error).toMatchObject({ name: 'UsageError', message: expect.stringMatching(sentence) });
    expect(String(error)).not.toContain('\n');
    expect(said).not.toContain('preflight');
    expect(existsSync(folder)).toBe(false);
  });

  test('a server without a list of models, one that is overloaded and one whose list needs another key are asked', async () => {
    for (const statusOf of [
      (method: string) => (method === 'GET' ? 404 : 400),
      () => 503,
      (method: string) => (method === 'GET' ? 403 : 422),
    ]) {
      const { error } = await runBench(await serve(answering(statusOf)), { probe: true, attempts: 1 });
      expect(String(error)).not.toContain('Nothing was asked');
    }
  });

  test('what is stored needs no server', { timeout: 120_000 }, async () => {
    const server = await startKataServer();
    const first = await runBench(server.url, {});
    await server.close();
    const again = await runBench(await closedAddress(), { probe: true, cache: join(first.folder, '..', 'cache') });
    expect(again.error).toBeUndefined();
  });
});

describe('flags that cannot be meant are said, with what may be', () => {
  test.each([
    [['--limit', '999'], /--limit 999: kata has \d+ tasks/],
    [['--k', '1,1'], /expected each number once, got 1 twice/],
    [['--conditions', 'lucd'], /unknown condition lucd; did you mean lucid\?/],
    [['--model', 'recorded:kata-qwen2.5-coder-0.5'], /did you mean recorded:kata-qwen2.5-coder-0.5b\?/],
    [['--model', 'recorded:nope'], /found none; recorded are: .*kata-/],
    [['--dataset', 'katta'], /unknown dataset "katta"; did you mean kata\?/],
    [['--resume', '/nowhere'], /--resume \/nowhere: expected a run folder/],
  ])('%j', async (flags, sentence) => {
    const model = flags.includes('--model') ? [] : ['--model', 'simulated:strong-2025'];
    const out = flags.includes('--resume') ? [] : ['--out', join(temporaryFolder(), 'run')];
    const { code, stderr } = await runScript('bench', [...model, ...flags, '--sandbox', 'process', ...out]);
    expect(stderr).toMatch(sentence);
    expect(stderr).not.toMatch(/\n\s+at /);
    expect(code).toBe(2);
  });
});

const CONDITION = (body: string, more = ''): string => `
import { defineCondition, none, user } from '${join(process.cwd(), 'harness/index.ts')}';
export default defineCondition({
  description: 'Two speakers',
  verifier: none,${more}
  async *run(task, { propose, ask, verify }) {
    const candidate = await propose([user(task.prompt)]);
    ${body}
    yield { candidate };
  },
});
`;

describe('a condition of one’s own, given by its path, is checked before anything is asked', () => {
  const fileWith = (text: string): string => {
    const folder = join(temporaryFolder(), 'my');
    mkdirSync(folder);
    writeFileSync(join(folder, 'debate.ts'), text);
    return join(folder, 'debate.ts');
  };
  const run = (path: string) => runBench('', { conditions: ['baseline', path], model: 'simulated:strong-2025' });

  test.each([
    [
      "await ask([user('x')], 'attack');",
      '',
      /^debate\.ts: role 'attack' is none of generate, .*roles: \{ attack: 'criticise' \}/,
    ],
    [
      'await verify(candidate);',
      '',
      /^debate\.ts: context\.verify was called by a condition that declares the verifier 'none'/,
    ],
    ['', "\n  roles: { attack: 'critisise' },", /roles\.attack: expected one of .*did you mean criticise\?/],
    [
      '',
      "\n  comparator: 'basline',",
      /expected a comparator that is a condition, got basline; did you mean baseline\?/,
    ],
    ['oh no', '', /cannot be loaded/],
  ])('%s %s', async (body, more, sentence) => {
    const { error, folder } = await run(fileWith(CONDITION(body, more)));
    expect(error).toMatchObject({ name: 'UsageError', message: expect.stringMatching(sentence) });
    expect(existsSync(folder)).toBe(false);
  });

  test('with a role of its own that acts as one of the six it runs', { timeout: 120_000 }, async () => {
    const path = fileWith(CONDITION("await ask([user('x')], 'attack');", "\n  roles: { attack: 'criticise' },"));
    const { error, said } = await run(path);
    expect(error).toBeUndefined();
    expect(said).toMatch(/\| debate +\|/);
  });
});

test('when every trial ended in an error the exit code is 1 and nothing is counted', { timeout: 120_000 }, async () => {
  const url = await serve(answering((method) => (method === 'GET' ? 200 : 500)));
  const flags = [
    '--model',
    `openai-compatible:q@${url}`,
    '--attempts',
    '1',
    '--limit',
    '2',
    '--conditions',
    'baseline',
  ];
  const out = join(temporaryFolder(), 'run');
  const { code, stderr } = await runScript('bench', [
    ...flags,
    '--sandbox',
    'process',
    '--out',
    out,
    '--cache',
    `${out}-cache`,
  ]);
  expect(stderr).toContain(`every trial (2) ended in an error: nothing was measured; --resume ${out} tries them again`);
  expect(stderr).toMatch(/model calls: 0 made, 0 tokens spent/);
  expect(code).toBe(1);
});
