import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { analyse } from '../../../harness/metrics/analysis.ts';
import { taskPagePath } from '../../../harness/report/page/task-links.ts';
import { writePages } from '../../../harness/report/page/write-pages.ts';
import { findChromium, LAPTOP, launchChromium, openPage, PHONE, type View } from '../../fixtures/browser.ts';
import { hostileRun } from './hostile-run.ts';

const chromium = findChromium();
const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

describe.skipIf(chromium === undefined)('the report in Chromium', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lucid-bench-browser-'));
  const run = hostileRun();
  const pages = ['report.html', ...run.manifest.identity.taskIds.map(taskPagePath)];
  let browser: Browser;
  beforeAll(async () => {
    await writePages(analyse(run), folder);
    browser = await launchChromium(chromium ?? '');
  });
  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true });
  });

  test('works from file:// without a complaint, without asking for anything else, and runs nothing a model wrote', async () => {
    for (const name of pages) {
      const { page, complaints, requests } = await openPage(browser, join(folder, name), LAPTOP);
      await page.mouse.move(400, 400);
      expect(complaints, name).toEqual([]);
      expect(requests, name).toHaveLength(1);
      expect(await page.title(), name).not.toMatch(/^(pwned|1)$/);
      expect(await page.locator('script, iframe, img').count(), name).toBe(0);
      await page.context().close();
    }
  });

  const views: readonly View[] = [LAPTOP, { ...LAPTOP, scheme: 'dark' }, PHONE, { ...PHONE, scheme: 'dark' }];
  test.each(views)(
    'axe finds no serious violation at $width x $height, $scheme',
    { timeout: 120_000 },
    async (view) => {
      for (const name of ['report.html', taskPagePath('plain/task')]) {
        const { page } = await openPage(browser, join(folder, name), view);
        await openFolds(page);
        expect(await violations(page), name).toEqual([]);
        await page.context().close();
      }
    },
  );

  test.each(views)(
    'what the numbers say is the first thing below the title at $width x $height, $scheme',
    async (view) => {
      const { page } = await openPage(browser, join(folder, 'report.html'), view);
      const edges = await page.evaluate(`['h1', '.summary p', '.facts', 'nav'].map((selector) => {
      const { top, bottom } = document.querySelector(selector).getBoundingClientRect();
      return { top, bottom };
    })`);
      const [title, said, facts, contents] = edges as readonly { readonly top: number; readonly bottom: number }[];
      // A hostile title may be long; between it and the paragraph is room for a notice and a heading.
      expect((said?.top ?? 0) - (title?.bottom ?? 0)).toBeGreaterThan(0);
      expect((said?.top ?? 0) - (title?.bottom ?? 0)).toBeLessThan(200);
      expect(said?.bottom).toBeLessThan(Math.min(facts?.top ?? 0, contents?.top ?? 0));
      await page.context().close();
    },
  );

  test('a phone does not scroll the page sideways', async () => {
    for (const name of pages) {
      const { page } = await openPage(browser, join(folder, name), PHONE);
      await openFolds(page);
      const width = await page.evaluate('document.documentElement.scrollWidth');
      expect(width, name).toBeLessThanOrEqual(PHONE.width);
      await page.context().close();
    }
  });

  test('the keyboard reaches the results first, and every box that scrolls', async () => {
    const { page } = await openPage(browser, join(folder, 'report.html'), PHONE);
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to the results');
    await page.keyboard.press('Enter');
    expect(await page.evaluate('document.activeElement.id')).toBe('main');
    const stuck = `[...document.querySelectorAll('*')].filter((element) => {
      const overflow = getComputedStyle(element).overflowX;
      return ['auto', 'scroll'].includes(overflow) && element.scrollWidth > element.clientWidth && element.tabIndex < 0;
    }).length`;
    expect(await page.evaluate(stuck)).toBe(0);
    await page.context().close();
  });

  test('light and dark have their own colours, in plots too', async () => {
    const colours = async (view: View) => {
      const { page } = await openPage(browser, join(folder, 'report.html'), view);
      const found = await page.evaluate(`[
        getComputedStyle(document.body).backgroundColor,
        getComputedStyle(document.querySelector('#accuracy-by-k svg text')).fill,
      ]`);
      await page.context().close();
      return found;
    };
    const [light, dark] = [await colours(LAPTOP), await colours({ ...LAPTOP, scheme: 'dark' })];
    expect(light).toEqual(['rgb(255, 255, 255)', 'rgb(89, 97, 107)']);
    expect(dark).toEqual(['rgb(20, 23, 27)', 'rgb(163, 171, 181)']);
  });
});

async function openFolds(page: Page): Promise<void> {
  await page.evaluate('for (const fold of document.querySelectorAll("details")) fold.open = true');
}

/** Serious and critical findings of axe as `rule: first element`. */
async function violations(page: Page): Promise<unknown> {
  // The page forbids scripts; the protocol of the browser may evaluate one all the same.
  await page.evaluate(readFileSync(axe, 'utf8'));
  return page.evaluate(`axe.run({ resultTypes: ['violations'] }).then(({ violations }) => violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => id + ': ' + nodes[0].html.slice(0, 200) + ' ' + nodes[0].failureSummary))`);
}
