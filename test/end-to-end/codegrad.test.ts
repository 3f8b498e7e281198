import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readRun } from '../../harness/records/stored-run.ts';
import { criticRates } from '../../harness/trial/matched-rates.ts';
import { codegradReview } from '../../harness/types/codegrad.ts';
import { comparableFiles, runScript, temporaryFolder } from '../fixtures/command.ts';
import { startKataServer } from '../fixtures/kata-server.ts';
import { killAtTrials } from '../fixtures/kill.ts';

const ARMS = ['codegrad', 'codegrad-random-critic', 'codegrad-executed', 'codegrad-matched'];
const TRIALS = 4 * ARMS.length;

test('a study with a critic and its coins, killed with kill -9 and resumed, has the bytes of one that was not', {
  timeout: 900_000,
}, async () => {
  const [writer, critic] = [await startKataServer(), await startKataServer()];
  const flagsFor = (out: string): string[] => [
    ...['--conditions', ARMS.join(','), '--k', '1,2', '--limit', '2', '--start', 'pool:both', '--sandbox', 'process'],
    ...['--model', `openai-compatible:tiny@${writer.url}`, '--critic', `openai-compatible:critic@${critic.url}`],
    ...['--concurrency', '2', '--out', out, '--cache', join(out, '..', 'cache')],
  ];
  const whole = join(temporaryFolder(), 'run');
  expect(await runScript('bench', flagsFor(whole))).toMatchObject({ code: 0 });
  const killed = join(temporaryFolder(), 'run');
  // Before the arm is finished whose rates the coins have, and after it.
  for (const trials of [2, 9]) {
    expect(await killAtTrials([...flagsFor(killed), '--resume'], killed, trials)).toBeLessThan(TRIALS);
  }
  expect(await runScript('bench', [...flagsFor(killed), '--resume'])).toMatchObject({ code: 0 });
  expect(comparableFiles(killed)).toEqual(comparableFiles(whole));
  await writer.close();
  await critic.close();

  const { trajectories } = await readRun(whole);
  const of = (arm: string) => trajectories.filter(({ condition }) => condition === arm);
  expect(trajectories).toHaveLength(TRIALS);
  // Coins have nothing to ask: each failing share is that of the critic, or none of a critic that never failed the axis.
  const rates = criticRates(of('codegrad'));
  const coins = of('codegrad-random-critic');
  const roles = coins.flatMap(({ steps }) =>
    steps.flatMap(({ calls = [] }) => calls.map(({ roleName, role }) => roleName ?? role)),
  );
  expect(roles.filter((role) => role === 'review' || role === 'verify')).toEqual([]);
  const axes = coins.flatMap(({ steps }) => steps.flatMap((step) => codegradReview.in(step)?.axes ?? []));
  expect(axes.length).toBeGreaterThan(0);
  for (const { axis, verdict } of axes) {
    const rate = rates.axes[axis];
    if (rate === 0 || rate === 1) expect(verdict).toBe(rate === 1 ? 'FAIL' : 'PASS');
  }
  expect(readFileSync(join(whole, 'updates.csv'), 'utf8')).toMatch(/^codegrad-random-critic,/m);
});
