import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readRecordedBuild } from '../../harness/building/recorded/build-recording.ts';
import { describeRecordedBuilds } from '../../harness/building/recorded/describe-builds.ts';
import { RUN_TITLE, SUMMARY_TITLE } from '../../harness/report/summary/summary.ts';
import { DEFAULT_MODEL } from '../../harness/run/bench-flags.ts';
import { ROOT, temporaryFolder, withoutNetwork } from '../fixtures/command.ts';

/** What is said of a run in the two READMEs is what the run says; `vitest run -u` on this file writes it again. */
const README = join(ROOT, 'README.md');
const STUDIES_README = join(ROOT, 'results/recorded/README.md');

const recorded = join(ROOT, 'results/recorded');
const withFile = (file: string): string[] =>
  readdirSync(recorded).filter((name) => existsSync(join(recorded, name, file)));
const studies = withFile('manifest.json');
const builds = await Promise.all(
  withFile('build-manifest.json').map((name) => readRecordedBuild(`recorded:${join(recorded, name)}`)),
);

/** Only what differs from machine to machine is made the same. */
const anywhere = (text: string): string => text.replace(/^sandbox: .*$/m, 'sandbox: bubblewrap');

/** All that tools said of 160 triples takes forty minutes of a core to be asked again. */
const isLong = (study: string): boolean => study.startsWith('kata-triples-');

interface Replayed {
  readonly screen: string;
  readonly tables: string;
  /** What grading by built tests did to its figures, where it is of a built dataset. */
  readonly bias?: string;
}

function replayed(study: string): Replayed | undefined {
  if (isLong(study) && process.env.LUCID_BENCH_LONG === undefined) {
    console.warn(
      `NOT TESTED: what ${study} says (its replay takes forty minutes of a core; LUCID_BENCH_LONG=1 tests it)`,
    );
    return undefined;
  }
  const folder = temporaryFolder();
  const [command = 'env', ...before] = withoutNetwork();
  const flags = ['--model', `recorded:${study}`, '--out', folder];
  const node = [process.execPath, '--import', 'tsx', 'scripts/bench.ts', ...flags];
  const { status, stdout, stderr } = spawnSync(command, [...before, ...node], { cwd: ROOT, encoding: 'utf8' });
  if (status !== 0 && /fetch-data/.test(stderr)) {
    console.warn(`NOT TESTED: what ${study} says (its dataset is not on this machine)`);
    return undefined;
  }
  if (status !== 0 && /needs? an isolated sandbox/.test(stderr)) {
    console.warn(`NOT TESTED: what ${study} says (nothing isolates programs here, and its dataset is a model's work)`);
    return undefined;
  }
  expect(status, stderr).toBe(0);
  if (/^sandbox: (process|none)/m.test(stdout)) {
    console.warn(
      `NOT TESTED: what ${study} says (nothing isolates programs here, or no prover is, so not every verdict is compared)`,
    );
    return undefined;
  }
  if (/graded by the log of the recorded run/.test(stdout.replaceAll('\n', ' '))) {
    console.warn(`NOT TESTED: what ${study} says (images of some of its instances are not here)`);
    return undefined;
  }
  const screen = stdout.slice(0, stdout.indexOf('\n\n  report: '));
  const tables = readFileSync(join(folder, 'tables.md'), 'utf8');
  return { screen: anywhere(screen), tables, ...biasOf(study, folder) };
}

/** Its replay graded by the tests that the texts of its dataset came from, too. */
function biasOf(study: string, folder: string): Pick<Replayed, 'bias'> {
  const dataset = join(recorded, study, 'dataset.jsonl');
  if (!existsSync(dataset)) return {};
  const build = builds.find((one) => one.dataset === readFileSync(dataset, 'utf8'));
  expect(build, `the build of ${study}'s dataset is not recorded`).toBeDefined();
  const { from = 'kata' } = build?.manifest.identity ?? {};
  const flags = ['bias', '--run', folder, '--dataset', dataset, '--from', from];
  const node = ['--import', 'tsx', 'scripts/build-dataset.ts', ...flags];
  const { status, stderr } = spawnSync(process.execPath, node, { cwd: ROOT, encoding: 'utf8' });
  expect(status, stderr).toBe(0);
  const text = readFileSync(join(folder, 'bias.md'), 'utf8');
  // Its first lines name folders of this machine.
  return { bias: `# ${study}, graded by built tests and by those of ${from}\n${text.slice(text.indexOf('\n\n') + 1)}` };
}

/** The place of the text between two others, as [start, end]. */
function between(text: string, begin: string, end: string): readonly [start: number, end: number] {
  const start = text.indexOf(begin) + begin.length;
  expect(start, `${begin} is not there`).toBeGreaterThanOrEqual(begin.length);
  return [start, text.indexOf(end, start)];
}

/** The sentences a screen begins with, and how accurate the conditions are. */
function shortened(screen: string): string {
  const accuracy = screen.split('\n\n').find((section) => section.startsWith('Accuracy by condition and k'));
  expect(accuracy).toBeDefined();
  return `${screen.slice(0, screen.indexOf('\n\n'))}\n\n${accuracy}`;
}

test('the READMEs say of the recorded studies what their replays say', { timeout: 3_600_000 }, async () => {
  const runs = new Map(studies.map((study) => [study, replayed(study)]));
  const readme = readFileSync(README, 'utf8');
  const [start, end] = between(readme, 'It prints, among other things:\n\n```\n', '\n```\n');
  const whole = runs.get(DEFAULT_MODEL.replace('recorded:', ''))?.screen;
  const screen = whole === undefined ? readme.slice(start, end) : shortened(whole);
  await expect(`${readme.slice(0, start)}${screen}${readme.slice(end)}`).toMatchFileSnapshot(README);

  const [introduction = '', ...sections] = readFileSync(STUDIES_README, 'utf8').split(/\n(?=## )/);
  for (const [study, run] of runs) {
    if (run?.bias !== undefined) await expect(run.bias).toMatchFileSnapshot(join(recorded, study, 'bias.md'));
  }
  const said = studies.map((study) => {
    const { tables, bias } = runs.get(study) ?? {};
    if (tables === undefined) return sections.find((section) => section.startsWith(`## ${study}\n`))?.trim() ?? '';
    const paragraph = tables.slice(...between(tables, `## ${SUMMARY_TITLE}\n`, `## ${RUN_TITLE}\n`));
    const graded = bias && `What grading by built tests did to these figures: [bias.md](${study}/bias.md).`;
    return [`## ${study}`, paragraph.trim(), ...(graded ? [graded] : [])].join('\n\n');
  });
  const ofBuilds = builds.length === 0 ? [] : [describeRecordedBuilds(builds)];
  await expect(`${[introduction.trimEnd(), ...said, ...ofBuilds].join('\n\n')}\n`).toMatchFileSnapshot(STUDIES_README);
});
