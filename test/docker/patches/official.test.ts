import { describe, expect, test } from 'vitest';
import { compareGold, officialVersion, openOfficial } from '../../../harness/benchmarks/official/official.ts';
import { allDifferences } from '../../../harness/benchmarks/official/official-table.ts';
import { ownGold } from '../../../harness/benchmarks/official/own-gold.ts';
import { connectDocker } from '../../../harness/sandbox/docker/engine.ts';
import { findInstanceImage } from '../../../harness/tasks/patch/images/instance-image.ts';
import { temporaryFolder } from '../../fixtures/command.ts';
import { containersOf, docker } from '../daemon.ts';
import { hasRepositoryImages } from './images.ts';
import { problemOf, REPOSITORIES, type SmallRepository } from './repositories.ts';

const python = process.env.LUCID_BENCH_SWEBENCH_4;
const [pytest] = REPOSITORIES;
if (pytest === undefined) throw new Error('no repositories');

/** The small repository with pytest under names and versions that the official table has, with its lines. */
const asOfficial = (style: string, repository: string, version: string): SmallRepository => ({
  ...pytest,
  style,
  // Puts the repository's folder on the path, which `pytest` alone does not.
  files: { ...pytest.files, 'conftest.py': '' },
  environment: {
    ...{ repository, versions: [version], python: '3.11', packages: '' },
    install: 'python -m pip install -e .',
    testCommand: 'pytest -rA',
  },
});
const repositories = [
  asOfficial('of-flask', 'pallets/flask', '2.0'),
  asOfficial('of-pytest', 'pytest-dev/pytest', '5.4'),
];

async function isTestable(): Promise<boolean> {
  if (python !== undefined) return hasRepositoryImages('the official package beside ours', repositories);
  console.warn('NOT TESTED: the official package beside ours (LUCID_BENCH_SWEBENCH_4 names no Python)');
  return false;
}

describe.runIf(await isTestable())('beside the official package', { timeout: 1_800_000 }, () => {
  test('gold patches in the same images have the same statuses, and nothing is left behind', async () => {
    const engine = connectDocker();
    const environments = repositories.map(({ environment }) => environment);
    const problems = repositories.map((repository) => ({
      ...problemOf(repository),
      version: repository.environment.versions[0] ?? '',
    }));
    const tasks = await Promise.all(
      problems.map(async (problem) => {
        const image = await findInstanceImage(engine, problem, environments);
        if (image === undefined) throw new Error(`no image of ${problem.task.id}`);
        return { problem, image };
      }),
    );
    const folder = temporaryFolder();
    const common = { folder, atATime: 1, timeoutMs: 600_000 };
    const names = (): string[] => docker('images', '--format', '{{.Repository}}').sort();
    const before = names();
    expect(officialVersion(python)).toMatch(/^4\./);
    const official = await openOfficial(tasks, { ...common, python: python ?? '' });
    const ours = ownGold(tasks, { ...common, engine, environments, now: () => performance.now() });
    const said: string[] = [];
    const { signal } = new AbortController();
    try {
      const rounds = await compareGold(ours, official, 2, { say: (line) => said.push(line), signal });
      expect(allDifferences(rounds)).toEqual([]);
      for (const each of rounds.flatMap((round) => [...round.ours.evaluations, ...round.official.evaluations])) {
        expect(each).toMatchObject({ resolved: true });
        const statuses = 'statuses' in each ? each.statuses : {};
        expect(Object.values(statuses)).toEqual(['PASSED', 'PASSED', 'PASSED']);
        expect(each.seconds).toBeGreaterThan(0);
      }
    } finally {
      await official.close();
    }
    console.log(said.join('\n'));
    expect(containersOf()).toEqual([]);
    expect(docker('ps', '-aq', '--filter', 'name=sweb.eval.small__of')).toEqual([]);
    expect(names()).toEqual(before);
  });
});
