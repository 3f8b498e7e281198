import { appendFileSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openRequestFile, openRequests } from '../../harness/records/request-file.ts';
import { sha256 } from '../../harness/storage/hash.ts';
import { scanHashes } from '../../harness/storage/hashed-lines.ts';
import type { ModelRequest } from '../../harness/types/model.ts';
import type { Trajectory } from '../../harness/types/record.ts';
import { temporaryFolder } from '../fixtures/command.ts';

const program = (index: number): string => `def f():\n    return ${'x + '.repeat(60)}${index}`;
const asked = (content: string): ModelRequest => ({
  role: 'generate',
  messages: [
    { role: 'system', content: 'You write Python.' },
    { role: 'user', content },
  ],
  temperature: 0.7,
  maxOutputTokens: 100,
});
const TASK = `${'A long task. '.repeat(40)}\n\n`;
const texts = [
  TASK,
  `${TASK}${program(1)}\n\n\n\nIt fails.`,
  `${TASK}${program(1)}\n\n${program(2)}\n\n`,
  'short',
  '',
  '{"of":"0000000000000000000000000000000000000000000000000000000000000000"}\u2028𝒳\ud800',
];
const requests = new Map(texts.map((text, index) => [sha256(String(index)), asked(text)]));
const trials = [...requests.keys()].map(
  (key): Trajectory => ({
    ...{ condition: 'c', taskId: key, sample: 0, steps: [], end: { status: 'error', kind: 'x', message: '' } },
    unfinishedCalls: [{ role: 'generate', key, occurrence: 0, responseSha256: '', finishReason: 'stop' }],
  }),
);

async function readBack(path: string): Promise<unknown[]> {
  const opened = openRequests(path, await scanHashes(path));
  const read = [...requests.keys()].map((key) => opened.request(key)?.messages);
  opened.close();
  return read;
}

test('every request comes back letter by letter, and no long piece stands twice', async () => {
  const path = join(temporaryFolder(), 'requests.jsonl');
  const file = await openRequestFile(path);
  for (const [key, request] of requests) await file.save(new Map([[key, request]]));
  const expected = [...requests.values()].map(({ messages }) => messages);
  // Half a surrogate pair has no UTF-8: it is written as JSON writes it.
  expect(await readBack(path)).toEqual(expected);
  const text = readFileSync(path, 'utf8');
  expect(text.split('A long task. A long task.').length).toBeLessThan(30);
  expect(text.match(/x \+ x \+ .*\+ 1/g)).toHaveLength(2);
});

test('in whatever order trials end, and stopped and torn in between, the file ends as the same bytes', async () => {
  const write = async (order: readonly string[], tearAfter?: number): Promise<string> => {
    const path = join(temporaryFolder(), 'requests.jsonl');
    let file = await openRequestFile(path);
    for (const [index, key] of order.entries()) {
      const request = requests.get(key);
      if (request !== undefined) await file.save(new Map([[key, request]]));
      if (index !== tearAfter) continue;
      appendFileSync(path, '{"sha256":"torn');
      file = await openRequestFile(path);
    }
    await file.finish(trials);
    return readFileSync(path, 'utf8');
  };
  const keys = [...requests.keys()];
  const whole = await write(keys);
  expect(await write(keys.toReversed())).toBe(whole);
  expect(await write(keys, 2)).toBe(whole);
  expect(await write([...keys, ...keys])).toBe(whole);
});

test('what no trial of the run asked is left out at its end', async () => {
  const path = join(temporaryFolder(), 'requests.jsonl');
  const file = await openRequestFile(path);
  await file.save(requests);
  const before = statSync(path).size;
  await file.finish(trials.slice(0, 1));
  expect(statSync(path).size).toBeLessThan(before);
  expect((await readBack(path)).filter((messages) => messages !== undefined)).toHaveLength(1);
});
