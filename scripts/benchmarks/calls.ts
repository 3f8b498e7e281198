import { mkdtempSync, rmSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describeMachine } from '../../harness/benchmarks/machine.ts';
import { callsMarkdown, measureCalls, timeCalls } from '../../harness/benchmarks/measure-calls.ts';
import * as flags from '../../harness/command-line.ts';
import { findPython } from '../../harness/sandbox/runner/python.ts';
import { print } from '../../harness/terminal.ts';

const command = flags
  .createCommand('benchmark:calls', 'Measures what the harness adds to a model call, and whether memory grows.')
  .option('--calls <n>', 'calls by the SDK alone, and as many through the harness', flags.wholeNumber(1), 10_000)
  .option('--out <folder>', 'where calls-DATE.md and .json are written', 'results/benchmarks');

/** Memory is looked at after so many. */
const BLOCK = 500;

const events = [
  { choices: [{ index: 0, delta: { role: 'assistant', content: '' }, finish_reason: null }] },
  { choices: [{ index: 0, delta: { content: 'def double(x):\n    return x * 2\n' }, finish_reason: null }] },
  { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] },
  { choices: [], usage: { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 } },
];
const chunk = { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: 'quick' };
const answer = `${events.map((event) => `data: ${JSON.stringify({ ...chunk, ...event })}\n\n`).join('')}data: [DONE]\n\n`;

await flags.runCommand(command, async () => {
  const { calls, out } = command.opts<{ calls: number; out: string }>();
  const facts = describeMachine((await findPython()).path);
  const server = createServer((incoming, response) => {
    incoming.resume().on('end', () => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(answer);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  const heapMb = (): number => {
    collectGarbage();
    return process.memoryUsage().heapUsed / 2 ** 20;
  };
  const folder = mkdtempSync(join(tmpdir(), 'lucid-bench-calls-'));
  try {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
    const measured = await measureCalls(url, folder, flags.machine);
    const times = await timeCalls(measured, { calls, block: Math.min(BLOCK, calls) }, heapMb);
    facts.loadAfter = Number((loadavg()[0] ?? 0).toFixed(2));
    const name = join(out, `calls-${new Date().toISOString().slice(0, 10)}`);
    await mkdir(out, { recursive: true });
    await writeFile(`${name}.md`, callsMarkdown(times, facts));
    await writeFile(`${name}.json`, `${JSON.stringify({ facts, times }, undefined, 1)}\n`);
    print(callsMarkdown(times, facts));
    return 0;
  } finally {
    rmSync(folder, { recursive: true, force: true });
    server.closeAllConnections();
    server.close();
  }
});
