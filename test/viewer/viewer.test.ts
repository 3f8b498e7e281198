import { mkdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { type IncomingHttpHeaders, request } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { taskPagePath } from '../../harness/report/page/task-links.ts';
import type { WholeRun } from '../../harness/types/record.ts';
import { startViewer } from '../../harness/viewer/server.ts';
import { findChromium, LAPTOP, launchChromium, openAddress, PHONE } from '../fixtures/browser.ts';
import { temporaryFolder } from '../fixtures/command.ts';
import { makeRun } from '../fixtures/run.ts';
import { writeRunFolder } from '../fixtures/run-on-disk.ts';
import { HOSTILE, hostileRun } from '../report/page/hostile-run.ts';

const results = temporaryFolder();
let viewer: Awaited<ReturnType<typeof startViewer>>;
let run: WholeRun;

const MODEL = HOSTILE.replaceAll(/[^\x20-\x7e]/g, ' ').slice(0, 180);
const LIVE = {
  ...{ phase: HOSTILE, elapsedMs: 90_000, trials: 10, done: 4, found: 1, spent: HOSTILE, leftMs: 60_000, limit: 2 },
  arms: [{ name: 'lucid', trials: 10, done: 4, solved: 2, graded: 3, errors: 1 }],
  calls: { inFlight: 3, waiting: 1, done: 20, retried: 2 },
  failures: { [HOSTILE]: 2 },
};

beforeAll(async () => {
  const hostile = withPrintableIds(hostileRun());
  const { identity } = hostile.manifest;
  const manifest = {
    ...hostile.manifest,
    identity: { ...identity, model: MODEL, dataset: 'evil' },
    provenance: { sandbox: 'x', startedAt: '2026-01-02T00:00:00Z' },
  };
  run = await writeRunFolder(join(results, 'hostile'), { ...hostile, manifest }, HOSTILE);
  const other = { ...hostile, manifest: { ...manifest, provenance: { startedAt: '2026-01-03T00:00:00Z' } } };
  const worse = other.grades.map((grade) => ({
    ...grade,
    outcome: { status: 'unsolved', reason: 'timeout' } as const,
  }));
  await writeRunFolder(join(results, 'later'), { ...other, grades: worse }, HOSTILE);
  const plain = makeRun({ tasks: ['t'], conditions: { baseline: { trials: ['s'] } } });
  await writeRunFolder(join(results, 'live'), plain, 'plain');
  viewer = await startViewer({
    results,
    folders: [],
    port: 0,
    now: () => new Date('2026-01-05T00:00:05Z'),
    sayBug: console.error,
  });
}, 120_000);

afterAll(() => viewer?.close());

/** A manifest holds no task id with characters that act: the viewer would list its run as one that cannot be read. */
function withPrintableIds(given: WholeRun): WholeRun {
  let text = JSON.stringify(given);
  for (const id of given.manifest.identity.taskIds) {
    const [from, to] = [id, id.replaceAll(/[^\x20-\x7e]/g, ' ').slice(0, 150)].map((one) =>
      JSON.stringify(one).slice(1, -1),
    );
    text = text.replaceAll(from ?? '', () => to ?? '');
  }
  return JSON.parse(text);
}

/** Without a browser, and so with any header. */
function ask(path: string, headers: Record<string, string> = {}, method = 'GET') {
  return new Promise<{ status: number; text: string; headers: IncomingHttpHeaders }>((resolve, reject) => {
    const asked = request(`${viewer.url}${path.slice(1)}`, { method, headers }, (answer) => {
      let text = '';
      answer.on('data', (piece: Buffer) => {
        text += piece.toString();
      });
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text, headers: answer.headers }));
    });
    asked.on('error', reject);
    asked.end();
  });
}

const runLive = () =>
  writeFileSync(join(results, 'live', 'live.json'), JSON.stringify({ ...LIVE, at: '2026-01-05T00:00:00Z' }));

test('only this machine’s own names and pages are answered, and only reading', async () => {
  expect((await ask('/')).status).toBe(200);
  for (const headers of [
    { host: 'evil.example' },
    { host: 'evil.example:80' },
    { origin: 'http://evil.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
  ]) {
    const { status, text } = await ask('/', headers as Record<string, string>);
    expect({ status, isPage: text.includes('Runs') }, JSON.stringify(headers)).toEqual({ status: 403, isPage: false });
  }
  for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) expect((await ask('/', {}, method)).status).toBe(405);
});

test('nothing outside the listed files of a run folder is served', async () => {
  writeFileSync(join(results, 'hostile', 'secret.txt'), 'secret');
  for (const path of [
    '/runs/hostile/manifest.json',
    '/runs/hostile/secret.txt',
    '/runs/hostile/..%2flater%2ftables.md',
    '/runs/..%2f..%2fetc/tables.md',
    '/runs/hostile/figures/..%2fmanifest.json',
    '/runs/nope',
    '/runs/hostile/tasks/nope.html',
    '/compare?a=hostile&b=nope',
  ]) {
    expect((await ask(path)).status, path).toBe(404);
  }
  expect((await ask('/runs/hostile/tables.md')).headers['content-type']).toContain('text/plain');
});

test('the list: newest first, found by word, state and dataset, with what the report says first', async () => {
  const { text } = await ask('/');
  expect(text.indexOf('/runs/later')).toBeLessThan(text.indexOf('/runs/hostile'));
  expect(text).toContain('The baseline solved');
  expect((await ask('/?q=evil')).text).toContain('2 of 3 runs');
  expect((await ask('/?state=unfinished')).text).toContain('0 of 3 runs');
  const path = join(results, 'live', 'trajectories.jsonl');
  utimesSync(path, new Date(), new Date(Date.now() + 60_000));
  expect((await ask('/?state=unfinished')).text).toContain('1 of 3 runs');
  expect((await ask('/runs/live')).text).toContain('npm run bench -- --resume');
});

test('a folder that cannot be read is said, and spoils no list', async () => {
  mkdirSync(join(results, 'broken'));
  writeFileSync(join(results, 'broken', 'manifest.json'), '{"version": 1}');
  const { text } = await ask('/');
  expect(text).toContain('broken/manifest.json: field identity');
  expect(text).toContain('/runs/later');
  rmSync(join(results, 'broken'), { recursive: true });
});

test('a folder that is linked, half written, unreadable or gone spoils no page', async () => {
  symlinkSync(join(results, 'later'), join(results, 'linked'));
  symlinkSync('circle', join(results, 'circle'));
  mkdirSync(join(results, 'half', 'manifest.json'), { recursive: true });
  writeFileSync(join(results, 'file'), '');
  const { text, status } = await ask('/');
  expect(status).toBe(200);
  expect(text).toContain('/runs/linked');
  expect(text).toContain('expected a file, found a folder');
  for (const name of ['linked', 'circle', 'half', 'file']) rmSync(join(results, name), { recursive: true });
  const gone = await writeRunFolder(join(results, 'gone'), run, 'gone');
  expect((await ask('/runs/gone')).status).toBe(200);
  writeFileSync(join(results, 'gone', 'trajectories.jsonl'), '');
  const path = `/runs/gone/${taskPagePath(gone.manifest.identity.taskIds[0] ?? '')}`;
  expect((await ask(path)).text).not.toContain('The viewer failed');
  rmSync(join(results, 'gone'), { recursive: true });
  expect((await ask(path)).status).toBe(404);
  expect((await ask('/runs/%ff')).status).toBe(400);
});

test('a long folder name with every kind of character has its pages', async () => {
  const name = `a b%2f'"<é ${'長'.repeat(60)}`;
  await writeRunFolder(join(results, name), run, 'x');
  const address = /href="(\/runs\/a%20b[^"]*)"/.exec((await ask('/')).text)?.[1]?.replaceAll('&#39;', "'") ?? '';
  expect((await ask(address)).status).toBe(200);
  rmSync(join(results, name), { recursive: true });
});

test('a port that is taken and a folder that is no run are said in one sentence', async () => {
  const options = {
    results,
    folders: [],
    port: Number(new URL(viewer.url).port),
    now: () => new Date(),
    sayBug: console.error,
  };
  await expect(startViewer(options)).rejects.toThrow(/--port \d+: it is taken/);
  await expect(startViewer({ ...options, port: 0, folders: ['/nowhere'] })).rejects.toThrow('expected a run folder');
});

test('a run that runs: progress by arm, time left, spending, failures, limit; one that stopped long ago does not run', async () => {
  runLive();
  const { text } = await ask('/runs/live');
  for (const part of ['4 of 10', '60 s', 'calls in flight', '<dd>3</dd>', 'limit of calls', 'script-src']) {
    expect(text).toContain(part);
  }
  expect(text).not.toContain('The baseline solved');
  expect((await ask('/runs/live/live')).text).toContain('4 of 10');
  writeFileSync(join(results, 'live', 'live.json'), JSON.stringify({ ...LIVE, at: '2026-01-04T00:00:00Z' }));
  expect((await ask('/runs/live/live')).status).toBe(404);
  expect((await ask('/runs/live')).text).not.toContain('<progress');
});

test('a task: what was sent and said, whole; only what differs by default; filters and neighbours', async () => {
  const page = `/runs/hostile/${taskPagePath('plain/task')}`;
  const { text } = await ask(page);
  expect(text).toContain('reply');
  expect(text).toContain('1.5 s');
  expect(text).toContain('Task, as the model was first asked');
  expect(text).toContain('← failing');
  expect(text).not.toContain('not kept');
  const isShown = (body: string, arm: string) => body.includes(`id="arm-${arm}"`);
  const only = (await ask(`${page}?arms=lucid`)).text;
  expect([isShown(only, 'lucid'), isShown(only, 'baseline')]).toEqual([true, false]);
  expect((await ask(`${page}?role=judge`)).text).toContain('of other roles');
  expect((await ask('/runs/hostile?outcome=solved&arms=baseline')).text).toContain('2 of 3 tasks');
  expect((await ask('/runs/hostile?changed=flipped')).text).toContain('1 of 3 tasks');
});

test('two runs: what flipped, the worst first, and a trial of both with the difference', async () => {
  const { text } = await ask('/compare?a=hostile&b=later');
  expect(text).toContain('The same study');
  const rows = [...text.matchAll(/compare\/trial\?[^"]*/g)].map(([address]) =>
    address.replaceAll('&amp;', '&').replaceAll('&#39;', "'"),
  );
  expect(rows.length).toBeGreaterThan(3);
  expect(text.indexOf('solved</span>')).toBeLessThan(text.indexOf('assertion</span>'));
  expect((await ask(`/${rows[0]}`)).text).toContain('the same program, byte for byte');
});

const chromium = findChromium();
describe.skipIf(chromium === undefined)('in Chromium', () => {
  const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium(chromium ?? '');
  });
  afterAll(() => browser?.close());

  const pages = (): string[] => [
    '/',
    '/runs/hostile',
    '/runs/hostile/report.html',
    '/runs/live',
    ...run.manifest.identity.taskIds.map((id) => `/runs/hostile/${taskPagePath(id)}?show=whole`),
    '/compare?a=hostile&b=later',
    `/compare/trial?a=hostile&b=later&task=plain%2Ftask&arm=lucid&sample=0`,
    `/?q=${encodeURIComponent(HOSTILE.toWellFormed())}`,
    `/nothing/${encodeURIComponent('<script>document.title="pwned"</script>')}`,
  ];

  test('nothing a model wrote runs anywhere, nothing is asked of another address, no page scrolls sideways', async () => {
    runLive();
    for (const path of pages()) {
      const { page, complaints, requests } = await openAddress(browser, `${viewer.url}${path.slice(1)}`, PHONE);
      for (const summary of await page.locator('summary').all())
        await summary.click({ force: true, timeout: 2000 }).catch(() => undefined);
      expect(
        complaints.filter((said) => !said.includes('404')),
        path,
      ).toEqual([]);
      expect(
        requests.filter((url) => !url.startsWith(viewer.url)),
        path,
      ).toEqual([]);
      expect(await page.title(), path).not.toMatch(/^(pwned|1)$/);
      expect(await page.locator('iframe, img').count(), path).toBe(0);
      expect(await page.evaluate('document.documentElement.scrollWidth'), path).toBeLessThanOrEqual(PHONE.width);
      await page.context().close();
    }
  });

  test.each([LAPTOP, { ...LAPTOP, scheme: 'dark' as const }, PHONE])(
    'axe finds nothing at $width, $scheme',
    async (view) => {
      runLive();
      for (const path of pages()) {
        const { page } = await openAddress(browser, `${viewer.url}${path.slice(1)}`, view, { bypassCSP: true });
        await page.addScriptTag({ path: axe });
        const found = (await page.evaluate("axe.run(document, { resultTypes: ['violations'] })")) as {
          violations: { id: string; nodes: { html: string }[] }[];
        };
        expect(
          found.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`),
          path,
        ).toEqual([]);
        await page.context().close();
      }
    },
  );

  test('the page of a run that runs shows what is new without being loaded again', async () => {
    runLive();
    const { page } = await openAddress(browser, `${viewer.url}runs/live`, LAPTOP);
    expect(await page.locator('.live').textContent()).toContain('4 of 10');
    writeFileSync(join(results, 'live', 'live.json'), JSON.stringify({ ...LIVE, done: 7, at: '2026-01-05T00:00:00Z' }));
    await page.locator('.live', { hasText: '7 of 10' }).waitFor({ timeout: 20_000 });
    await page.context().close();
  });
});
