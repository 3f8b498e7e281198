import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Analysis, analyse } from '../../../harness/metrics/analysis.ts';
import { createRandom } from '../../../harness/random.ts';
import { allFigures, drawFigure } from '../../../harness/report/page/all-figures.ts';
import { overview } from '../../../harness/report/page/overview.ts';
import { taskPagePath } from '../../../harness/report/page/task-links.ts';
import { taskPage } from '../../../harness/report/page/task-page.ts';
import { taskRecords } from '../../../harness/report/page/task-records.ts';
import type { WholeRun } from '../../../harness/types/record.ts';
import { findChromium, LAPTOP, launchChromium, openPage } from '../../fixtures/browser.ts';
import { makeRun } from '../../fixtures/run.ts';

const chromium = findChromium();
const [TASKS, ARMS, SAMPLES, STEPS] = [164, 13, 8, 6];

describe.skipIf(chromium === undefined)('a run of 100,000 steps in Chromium', () => {
  test('stays small enough to open at once, overview and task alike', { timeout: 600_000 }, async () => {
    const run = largeRun();
    const steps = run.trajectories.reduce((sum, trajectory) => sum + trajectory.steps.length, 0);
    expect(steps).toBeGreaterThan(100_000);
    const folder = mkdtempSync(join(tmpdir(), 'lucid-bench-large-'));
    const browser = await launchChromium(chromium ?? '');
    try {
      const paths = await writeOverviewAndOneTask(analyse(run), folder);
      for (const path of paths) {
        const ms = await openingMs(browser, path);
        console.info(`${steps} steps, ${path.slice(folder.length)}: ${kilobytes(path)} kB, ${ms} ms`);
        // How long it takes depends on what else runs; how much there is to open does not.
        expect(kilobytes(path), path).toBeLessThan(3000);
      }
    } finally {
      await browser.close();
      rmSync(folder, { recursive: true });
    }
  });
});

/** From the beginning of the navigation until the page is loaded, laid out and painted. */
async function openingMs(browser: Awaited<ReturnType<typeof launchChromium>>, path: string): Promise<number> {
  const { page } = await openPage(browser, path, LAPTOP);
  const painted = `new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(
    Math.max(performance.now(), performance.getEntriesByType('navigation')[0].loadEventEnd)))))`;
  const ended = await page.evaluate<number>(painted);
  await page.context().close();
  return Math.round(ended);
}

/** Only one page of a task: the others are like it, and 164 of them would say no more. */
async function writeOverviewAndOneTask(analysis: Analysis, folder: string): Promise<string[]> {
  const tasks = [...taskRecords(analysis)];
  const [first] = tasks;
  if (first === undefined) throw new Error('no task');
  const drawn = await Promise.all(allFigures(analysis).map((figure) => drawFigure(figure, [])));
  mkdirSync(join(folder, 'tasks'));
  const paths = [join(folder, 'report.html'), join(folder, taskPagePath(first.taskId))];
  writeFileSync(paths[0] ?? '', overview(analysis, drawn, tasks));
  writeFileSync(paths[1] ?? '', taskPage(analysis, first, []));
  return paths;
}

/** Every trial goes through six steps; programs, feedback, claims and plans are as long as real ones. */
function largeRun(): WholeRun {
  const random = createRandom('large run');
  const letter = () => 'ssaxt'[Math.floor(random() * 5)] ?? 'a';
  const trial = () => `${Array.from({ length: STEPS }, letter).join('/')}/`;
  const names = ['baseline', ...Array.from({ length: ARMS - 1 }, (_, arm) => `arm-${arm + 1}`)];
  const run = makeRun({
    tasks: Array.from({ length: TASKS }, (_, task) => `HumanEval/${task}`),
    conditions: Object.fromEntries(
      names.map((name) => [name, { verifier: 'model', trials: Array.from({ length: TASKS * SAMPLES }, trial) }]),
    ),
    identity: { k: [1, 3, 5], samples: SAMPLES },
  });
  const program = (salt: number) =>
    `def f(values):\n${Array.from({ length: 14 }, (_, line) => `    total_${line} = sum(values[${(line * salt) % 7}:]) - ${line}`).join('\n')}\n    return total_0\n`;
  const feedback = Array.from({ length: 5 }, (_, line) => `- assert f([${line}]) == ${line}\n  got: 0`).join('\n');
  const claim = { text: 'f returns the values of the examples', category: 'functionality', severity: 'high' } as const;
  return {
    ...run,
    trajectories: run.trajectories.map((trajectory) => ({
      ...trajectory,
      steps: trajectory.steps.map((step) => ({
        ...step,
        candidate: program(step.index + trajectory.sample),
        verdict: { status: 'reject', feedback },
        claims: [claim, claim, claim],
        plan: feedback,
      })),
    })),
    grades: run.grades.map((grade) => ({
      ...grade,
      failures:
        grade.outcome.status === 'solved'
          ? []
          : [{ assertion: 1, source: 'assert f([1, 2, 3]) == 6', got: '5', message: 'AssertionError' }],
    })),
  };
}

function kilobytes(path: string): number {
  return Math.round(statSync(path).size / 1000);
}
