import { describe, expect, test } from 'vitest';
import { HOSTILE } from '../../harness/benchmarks/programs/hostile-programs.ts';
import { createRandom, shuffled } from '../../harness/random.ts';
import { createDockerSandbox } from '../../harness/sandbox/docker/sandbox.ts';
import { sharingContainers } from '../../harness/sandbox/share-containers.ts';
import { HONEST } from '../sandbox/honest-programs.ts';
import { expectedOutcome, PLAIN, type Program, toJob } from '../sandbox/programs.ts';
import { containersOf, hasDocker, inside } from './daemon.ts';

/** How often the whole bundle is run; more of them by hand. */
const ROUNDS = Number(process.env.LUCID_BENCH_SHARED_ROUNDS ?? 1);

/** Entries of scratch space, and processes: those of the runner, and what it keeps ready for the next verdict. */
function whatIsThere(container: string) {
  const lines = (command: string): number => Number(inside(container, 'sh', '-c', `${command} | wc -l`));
  return {
    scratch: lines('ls -A /tmp'),
    within: lines('find /tmp /dev/shm -mindepth 2'),
    memory: lines('ls -A /dev/shm'),
    // By the shell alone: a pipe's own processes would be counted or not, as it comes.
    processes: Number(inside(container, 'sh', '-c', 'set -- /proc/[0-9]*; echo $#')),
  };
}

describe.runIf(await hasDocker('containers that tasks share'))('containers that tasks share', () => {
  test('hostile and honest programs of many tasks in random order: every verdict is right, and nothing is left', {
    timeout: 3_600_000,
  }, async () => {
    const sandbox = await createDockerSandbox({ slots: 2, warm: 0 });
    try {
      const shared = sharingContainers(sandbox);
      const wrong: string[] = [];
      let [verdicts, ended] = [0, 0];
      const judge = async (program: Program, taskId: string): Promise<void> => {
        const { outcome } = await shared.execute({ ...toJob(program), taskId });
        verdicts++;
        if (outcome.status === 'unsolved' && outcome.reason === 'ended-its-sandbox') ended++;
        try {
          expect(outcome).toMatchObject(expectedOutcome(program));
        } catch {
          wrong.push(`${program.name}: ${JSON.stringify(outcome)}`);
        }
      };
      await judge(PLAIN, 'the first');
      const before = whatIsThere(containersOf()[0] ?? '');
      for (let round = 0; round < ROUNDS; round++) {
        // A plain program of another task for each that is not: whatever is left there, it would be met by.
        const programs = shuffled(
          [...HOSTILE, ...HONEST].flatMap((one) => [one, PLAIN]),
          createRandom(`round ${round}`),
        );
        await Promise.all(programs.map((program, index) => judge(program, `task ${index % 164}`)));
      }
      expect(wrong).toEqual([]);
      const containers = containersOf();
      console.log(
        `${verdicts} verdicts in random order, ${ended} ended their container; ${containers.length} containers are there`,
      );
      expect(containers.length).toBeLessThanOrEqual(2);
      const { processes: first, ...none } = before;
      for (const container of containers) {
        const { processes: _, ...files } = whatIsThere(container);
        expect(files).toEqual(none);
        // Fewer while what is kept ready is being made.
        await expect.poll(() => whatIsThere(container).processes).toBeLessThanOrEqual(first);
      }
    } finally {
      await sandbox.close();
    }
    expect(containersOf()).toEqual([]);
  });
});
