import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { watchDisk } from '../../../harness/tasks/patch/evaluation/watch-disk.ts';

/** A container of which each answer about its size is a number of bytes, or does not come. */
function containerWith(answers: readonly (number | Error)[]) {
  let asked = 0;
  return {
    sizeBytes: async () => {
      const answer = answers[Math.min(asked++, answers.length - 1)] ?? 0;
      if (answer instanceof Error) throw answer;
      return answer;
    },
    run: async () => 0,
    asked: () => asked,
  };
}

const watched = (container: ReturnType<typeof containerWith>) => {
  const [lines, over] = [[] as string[], Promise.withResolvers<void>()];
  const say = (line: string) => void lines.push(line);
  const sizes = { sizeBefore: 0, most: 1000 };
  const watch = watchDisk(container, async () => undefined, sizes, over.resolve, {
    now: () => performance.now(),
    say,
    againMs: 20,
  });
  return { watch, lines, over: over.promise };
};

test('a look at the disk that fails is told once, and the watch goes on', async () => {
  const { watch, lines, over } = watched(containerWith([new Error('the daemon is busy'), new Error('still'), 5000]));
  await over;
  watch.stop();
  expect(lines).toEqual([expect.stringContaining('the daemon is busy')]);
});

test('nothing is told of a container that ended and is no longer watched', async () => {
  const container = containerWith([new Error('no such container')]);
  const { watch, lines } = watched(container);
  watch.stop();
  await sleep(60);
  expect(lines).toEqual([]);
  expect(container.asked()).toBe(1);
});
