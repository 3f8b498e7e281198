import { testDiscordance } from '../../metrics/comparison.ts';
import { trialSeed } from '../../random.ts';
import { drawKind } from '../draws.ts';
import { bias, coverage, power, type Scenario, size } from '../scenario.ts';
import { simulatedRun } from '../simulated-run.ts';
import { drawChange, type PairedKind, pairProbabilities } from './paired-kinds.ts';
import { type Absent, describeProbabilities, inspectFinding } from './pairs-scenario.ts';

/**
 * Two arms that share step 0, several samples per task: sign-flip test by task, task-clustered bootstrap of difference, odds ratio
 * and equivalence, as a report prints them. A row is a task: pairs, wins, losses.
 */
export function tasksScenario(
  name: string,
  options: { readonly tasks: number; readonly samples: number; readonly absent: Absent; readonly words: string },
  kinds: readonly PairedKind[],
): Scenario {
  const { tasks, samples, absent, words } = options;
  const probabilities = pairProbabilities(kinds);
  const difference = probabilities.wins - probabilities.losses;
  return {
    name,
    kind: 'tasks',
    description: `${tasks} tasks, ${samples} samples each, two arms sharing step 0: ${describeProbabilities(probabilities)}; ${words}`,
    tasks,
    samples,
    questions: [
      bias('difference', difference),
      absent === 'difference' ? size('sign-flip') : power('sign-flip'),
      absent === 'equivalence' ? size('equivalence') : power('equivalence'),
      coverage('difference', difference),
      coverage('odds-ratio', probabilities.wins / probabilities.losses),
    ],
    draw: (random) =>
      Array.from({ length: tasks }, () => {
        const kind = drawKind(random, kinds);
        const changes = Array.from({ length: samples }, () => drawChange(random, kind));
        const count = (sign: number) => changes.filter((change) => change === sign).length;
        return [samples, count(1), count(-1)];
      }),
    inspect(study, seed) {
      const byTask = study.map(([compared = 0, gained = 0, lost = 0], task) => ({
        taskId: String(task),
        compared,
        gained,
        lost,
        leastAdded: 0,
        mostAdded: 0,
      }));
      const sum = (read: (task: (typeof byTask)[number]) => number) =>
        byTask.reduce((all, task) => all + read(task), 0);
      const changes = {
        compared: sum((task) => task.compared),
        gained: sum((task) => task.gained),
        lost: sum((task) => task.lost),
        leftOut: 0,
        lostTasks: [],
        tasks: byTask,
      };
      return inspectFinding(testDiscordance(simulatedRun(samples, trialSeed(0, seed, 0)), changes), 'sign-flip');
    },
  };
}
