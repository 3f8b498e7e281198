import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { measureCalls } from '../harness/benchmarks/measure-calls.ts';
import { machine } from '../harness/command-line.ts';

/** 10,000 calls to a server in this process: what the harness adds to the SDK, and whether memory grows. No flags. */
const CALLS = 10_000;
const BLOCK = 500;
const events = [
  { choices: [{ index: 0, delta: { role: 'assistant', content: '' }, finish_reason: null }] },
  { choices: [{ index: 0, delta: { content: 'def double(x):\n    return x * 2\n' }, finish_reason: null }] },
  { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] },
  { choices: [], usage: { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 } },
];
const chunk = { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: 'quick' };
const answer = `${events.map((event) => `data: ${JSON.stringify({ ...chunk, ...event })}\n\n`).join('')}data: [DONE]\n\n`;

const server = createServer((incoming, response) => {
  incoming.resume().on('end', () => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(answer);
  });
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;
const folder = mkdtempSync(join(tmpdir(), 'lucid-bench-calls-'));

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
const megabytes = (): number => {
  collectGarbage();
  return process.memoryUsage().heapUsed / 2 ** 20;
};

try {
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const calls = await measureCalls(url, folder, machine);
  const [raw, harness, heap]: [number[], number[], number[]] = [[], [], []];
  for (let block = 0; block < CALLS / BLOCK; block++) {
    // In turn, so that whatever else the machine does meets both.
    for (let call = 0; call < BLOCK; call++) {
      raw.push(await calls.raw());
      harness.push(await calls.harness(block * BLOCK + call));
    }
    heap.push(megabytes());
  }
  const [plain, whole] = [median(raw), median(harness)];
  console.log(`${CALLS} calls, one at a time, medians: SDK ${plain.toFixed(2)} ms, harness ${whole.toFixed(2)} ms`);
  console.log(
    `harness overhead a call: ${(whole - plain).toFixed(2)} ms (store, budget, breaker, retries, gate, record)`,
  );
  console.log(`heap after each ${BLOCK} calls, MB: ${heap.map((value) => value.toFixed(1)).join(' ')}`);
} finally {
  rmSync(folder, { recursive: true, force: true });
  server.closeAllConnections();
  server.close();
}
