import { clusteredProportion, type Observation } from '../../statistics/clustered-proportion.ts';
import { passAtK, passHatK } from '../../statistics/pass-at-k.ts';
import { proportionEstimate, resampleTasks } from '../../statistics/task-bootstrap.ts';
import { drawCount, drawKind, meanOver } from '../draws.ts';
import { bias, coverage, type Inspection, type Scenario, type Study } from '../scenario.ts';
import type { Difficulty } from './proportion-scenario.ts';

/** How many answers pass@k and pass^k draw. */
const DRAWS = 3;

/** Several samples per task: accuracy, pass@3 and pass^3 by task-clustered bootstrap. A row is a task: solved, samples. */
export function clusterScenario(
  name: string,
  { tasks, samples }: { readonly tasks: number; readonly samples: number },
  kinds: readonly Difficulty[],
): Scenario {
  const truth = meanOver(kinds, ({ solve }) => solve);
  const some = meanOver(kinds, ({ solve }) => 1 - (1 - solve) ** DRAWS);
  const all = meanOver(kinds, ({ solve }) => solve ** DRAWS);
  return {
    name,
    kind: 'clusters',
    description: `${tasks} tasks of drawn difficulty, ${samples} samples each; ${(100 * truth).toFixed(1)} % are solved on average`,
    tasks,
    samples,
    questions: [
      bias('share', truth),
      coverage('share', truth),
      bias('pass@3', some),
      coverage('pass@3', some),
      bias('pass^3', all),
      coverage('pass^3', all),
    ],
    draw: (random) =>
      Array.from({ length: tasks }, () => [drawCount(random, samples, drawKind(random, kinds).solve), samples]),
    inspect: (study, seed) => ({
      share: inspectProportion(study, seed),
      ...inspectPass(study, seed),
    }),
  };
}

/** The share and interval as every table of rates has them. */
export function inspectProportion(study: Study, seed: string): Inspection {
  const { proportion, interval } = clusteredProportion(study.flatMap(toObservations), seed);
  return { estimate: proportion, interval };
}

function toObservations([counted = 0, total = 0]: readonly number[], task: number): Observation[] {
  return Array.from({ length: total }, (_, index) => ({ taskId: String(task), isCounted: index < counted }));
}

function inspectPass(study: Study, seed: string): Record<string, Inspection> {
  const proportions = study.flatMap(([solved = 0, samples = 0]) => {
    const [some, all] = [passAtK(samples, solved, DRAWS), passHatK(samples, solved, DRAWS)];
    return some === undefined || all === undefined ? [] : [[some, all]];
  });
  const [some, all] = resampleTasks(proportions, (sums, count) => sums.map((sum) => sum / count), seed);
  const inspect = (resampled: typeof some): Inspection =>
    resampled === undefined
      ? {}
      : { estimate: resampled.value, interval: proportionEstimate(resampled, proportions.length).interval };
  return { 'pass@3': inspect(some), 'pass^3': inspect(all) };
}
