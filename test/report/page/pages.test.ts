import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { analyse } from '../../../harness/metrics/analysis.ts';
import { writePages } from '../../../harness/report/page/write-pages.ts';
import type { WholeRun } from '../../../harness/types/record.ts';
import { makeRun } from '../../fixtures/run.ts';
import { hostileRun } from './hostile-run.ts';

const STUDY = {
  tasks: ['a', 'b', 'c', 'd'],
  conditions: {
    baseline: { trials: ['s', 'a', 'x', 'a'] },
    'llm-judge': { verifier: 'model', trials: ['s/a+', 'a+', 'x/s?', 'a/a/a/s+'] },
    lucid: { oracle: true, verifier: 'grading-tests', trials: ['s+', 'a/s+', 'x/u', 'a/!'] },
  },
} as const;

async function write(run: WholeRun): Promise<Record<string, string>> {
  const folder = await mkdtemp(join(tmpdir(), 'lucid-bench-page-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writePages(analyse(run), folder);
  const names = (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
  return Object.fromEntries(
    await Promise.all(names.sort().map(async (name) => [name, await readFile(join(folder, name), 'utf8')] as const)),
  );
}

const FIGURES = [
  'accuracy-by-k',
  'convergence-fit',
  'cost-frontier',
  'failures',
  'heat-map',
  'paired-differences',
  'verifier-errors',
];

test('a run has report.html, every figure as SVG and CSV, and a page a task; equal runs have equal bytes', async () => {
  const [one, two] = [await write(makeRun(STUDY)), await write(makeRun(STUDY))];
  expect(Object.keys(one)).toEqual([
    ...FIGURES.flatMap((name) => [`figures/${name}.csv`, `figures/${name}.svg`]),
    'report.html',
    ...STUDY.tasks.map((task) => `tasks/${task}.html`),
  ]);
  expect(two).toEqual(one);
});

test('every link leads to a file of the run folder or to a place in the same page', async () => {
  const files = await write(makeRun(STUDY));
  for (const [name, text] of Object.entries(files)) {
    const targets = [...text.matchAll(/\s(?:xlink:)?href="([^"]*)"/g)].map(([, target = '']) => target);
    for (const target of targets) {
      const [path = '', place] = target.split('#');
      const file = path === '' ? name : join(dirname(name), path);
      expect(Object.keys(files), `${name}: ${target}`).toContain(file);
      if (place !== undefined) expect(files[file], `${name}: ${target}`).toContain(`id="${place}"`);
    }
    expect(new Set(text.match(/\sid="[^"]*"/g)).size, name).toBe(text.match(/\sid="[^"]*"/g)?.length ?? 0);
  }
});

test('report.html says what tables.md says: notices, denominators, daggers, every section', async () => {
  const report = (await write({ ...makeRun(STUDY), ...simulated() }))['report.html'] ?? '';
  expect(report.match(/SIMULATED, not measured/g)?.length).toBeGreaterThan(FIGURES.length);
  expect(report).toContain('denominator: 4 trials per condition');
  expect(report).toContain('lucid†');
  for (const title of ['Accuracy by condition and k', 'Head to head', 'Failures at the largest k', 'Tokens and cost']) {
    expect(report).toContain(`<h2>${title}</h2>`);
  }
});

test('a figure that leaves the page takes its title and the notice along, with colours every program knows', async () => {
  const files = await write({ ...makeRun(STUDY), ...simulated() });
  for (const name of FIGURES) {
    const svg = files[`figures/${name}.svg`] ?? '';
    expect(svg).toContain('SIMULATED, not measured');
    expect(svg).not.toContain('var(');
  }
});

test('what a model, a task or a transport says is never markup', async () => {
  const files = await write(hostileRun());
  for (const [name, text] of Object.entries(files)) {
    if (name.endsWith('.csv')) continue;
    expect(text, name).not.toMatch(/<script|<img|<iframe|<svg onload|srcdoc="|\son\w+="/i);
    expect(text, name).not.toMatch(/href="\s*(javascript|data|https?):/i);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these must not be there
    expect(text, name).not.toMatch(/[\0\x1b\u202e]/);
  }
  expect(Object.keys(files).filter((name) => name.includes('..'))).toEqual([]);
});

test('the page of a task shows programs, diffs, verdicts that were wrong, and how the trial ended', async () => {
  const page = (await write(makeRun(STUDY)))['tasks/d.html'] ?? '';
  expect(page).toContain(
    '<span><i class="keyword">def</i> <i class="name">f</i>(): <i class="keyword">return</i> <i class="number">0</i></span>',
  );
  expect(page).toContain(
    '<del>- <i class="keyword">def</i> <i class="name">f</i>(): <i class="keyword">return</i> <i class="number">0</i></del><ins>+ <i class="keyword">def</i> <i class="name">f</i>(): <i class="keyword">return</i> <i class="number">1</i></ins>',
  );
  expect(page).toContain('1 of 3 assertions hold');
  expect(page).toContain('error: ModelError');
  expect((await write(makeRun(STUDY)))['tasks/a.html']).toContain('(a false accept)');
});

test('records of an imported study, which hold no program, have pages too', async () => {
  const run = makeRun(STUDY);
  const bare: WholeRun = {
    ...run,
    trajectories: run.trajectories.map((trajectory) => ({
      ...trajectory,
      steps: trajectory.steps.map(({ index, proposedBy, verdict }) => ({
        index,
        proposedBy,
        ...(verdict === undefined ? {} : { verdict }),
      })),
    })),
  };
  expect((await write(bare))['tasks/d.html']).toContain('not stored in these records');
});

test('every column of every figure is documented in results/columns.md', async () => {
  const readme = await readFile(new URL('../../../results/columns.md', import.meta.url), 'utf8');
  const files = await write(makeRun(STUDY));
  for (const name of FIGURES) {
    const section = readme.split(/\n#+ /).find((part) => part.startsWith(`\`figures/${name}.csv\``)) ?? '';
    const documented = [...section.matchAll(/^\| `(\w+)` \|/gm)].map(([, column]) => column);
    expect(documented, name).toEqual(files[`figures/${name}.csv`]?.split('\n')[0]?.split(','));
  }
});

function simulated() {
  const { manifest } = makeRun(STUDY);
  return { manifest: { ...manifest, isSimulated: true } };
}
