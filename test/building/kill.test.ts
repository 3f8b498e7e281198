import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openResponseStore } from '../../harness/models/stored/response-store.ts';
import { createRandom } from '../../harness/random.ts';
import { startScript, temporaryFolder } from '../fixtures/command.ts';

const KILLS = 20;
const FILES = ['manifest.json', 'results.jsonl', 'build.jsonl', 'dataset.jsonl', 'build.md'];

/** A folder for a build of three texts, with a store and a log of its own. */
function newBuild() {
  const folder = temporaryFolder();
  const [texts, out, cache, log] = ['texts.jsonl', 'out', 'cache', 'asked.log'].map((name) => join(folder, name));
  if (texts === undefined || out === undefined || cache === undefined || log === undefined)
    throw new Error('no folder');
  const names = ['one', 'two', 'three'];
  writeFileSync(texts, names.map((id) => `${JSON.stringify({ id, text: `double the number ${id}` })}\n`).join(''));
  writeFileSync(log, '');
  const flags = ['--texts', texts, '--model', 'file:test/fixtures/build-model.ts', '--out', out, '--cache', cache];
  const start = (isResumed: boolean) =>
    startScript(
      'build-dataset',
      [...flags, '--sandbox', 'process', '--max-sandboxes', '2', ...(isResumed ? ['--resume'] : [])],
      {
        BUILD_MODEL_LOG: log,
      },
    );
  const asked = () =>
    readFileSync(log, 'utf8')
      .split('\n')
      .filter((line) => line !== '');
  const bytes = () => FILES.map((name) => readFileSync(join(out, name), 'utf8').replaceAll(texts, 'texts.jsonl'));
  return { out, cache, start, asked, bytes };
}

const ended = (child: ReturnType<typeof startScript>): Promise<number | null> =>
  new Promise((resolve) => child.on('close', (code) => resolve(code)));

/** Requests whose answers are stored, as the model's log writes them. */
async function stored(cache: string): Promise<ReadonlySet<string>> {
  if (!existsSync(cache)) return new Set();
  const found = new Set<string>();
  for await (const { request } of openResponseStore(cache, () => new Date(0)).all()) {
    const { messages, temperature } = request;
    found.add(JSON.stringify({ messages: messages.map(({ content }) => content), temperature }));
  }
  return found;
}

test('killed at 20 random moments and resumed, a build has the same bytes and asks for no stored answer again', {
  timeout: 1_500_000,
}, async () => {
  const whole = newBuild();
  expect(await ended(whole.start(false))).toBe(0);
  const calls = whole.asked().length;
  expect(new Set(whole.asked()).size).toBe(calls);
  const random = createRandom('kill');
  let kills = 0;
  let midway = 0;
  while (kills < KILLS) {
    const build = newBuild();
    for (;;) {
      const before = build.asked().length;
      const known = await stored(build.cache);
      const child = build.start(existsSync(join(build.out, 'manifest.json')));
      const end = ended(child);
      // A moment: so many answers from now on, and a little.
      const answers = Math.floor(random() * 4);
      let isOver = false;
      end.then(() => {
        isOver = true;
      });
      while (!isOver && kills < KILLS && build.asked().length < before + answers) await wait(5);
      await wait(random() * 400);
      if (!isOver && kills < KILLS && child.pid !== undefined) {
        process.kill(-child.pid, 'SIGKILL');
        kills++;
        if (known.size > 0) midway++;
      }
      const code = await end;
      expect(
        build
          .asked()
          .slice(before)
          .filter((line) => known.has(line)),
      ).toEqual([]);
      if (code === 0) break;
      expect(code).toBe(null);
    }
    expect(build.bytes()).toEqual(whole.bytes());
    expect(new Set(build.asked()).size).toBe(calls);
  }
  expect(midway).toBeGreaterThanOrEqual(KILLS / 3);
});
