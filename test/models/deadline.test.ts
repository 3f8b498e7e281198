import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { within } from '../../harness/models/providers/deadline.ts';
import { TransportError } from '../../harness/models/providers/transport-error.ts';

const never = new AbortController().signal;

test('a call that does not answer is late', async () => {
  const late = within(60, never, (signal) => sleep(5_000, undefined, { signal }));
  await expect(late).rejects.toThrow(TransportError);
});

test('an answer that lies unread while this process is busy is not late', async () => {
  const answer = fetch('data:text/plain,here').then((response) => response.text());
  const read = within(240, never, async () => {
    await sleep(40);
    const busyUntil = performance.now() + 500;
    while (performance.now() < busyUntil) Math.sqrt(2);
    await sleep(20);
    return answer;
  });
  await expect(read).resolves.toBe('here');
});

test('the caller’s own reason is thrown, not the deadline', async () => {
  const controller = new AbortController();
  const stopped = within(5_000, controller.signal, (signal) => sleep(5_000, undefined, { signal }));
  controller.abort(new Error('stopped'));
  await expect(stopped).rejects.toThrow('stopped');
});
