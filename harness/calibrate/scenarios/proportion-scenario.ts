import { clopperPearsonInterval } from '../../statistics/clopper-pearson.ts';
import { wilsonInterval } from '../../statistics/intervals.ts';
import { drawKind, happens, meanOver, type Weighted } from '../draws.ts';
import { bias, coverage, type Scenario } from '../scenario.ts';
import { binomialCoverage } from './binomial-coverage.ts';

/** Tasks that are solved with the same chance. */
export interface Difficulty extends Weighted {
  readonly solve: number;
}

/** One sample a task: accuracy with Wilson's and Clopper and Pearson's interval. A study is one row: solved, tasks. */
export function proportionScenario(name: string, tasks: number, kinds: readonly Difficulty[]): Scenario {
  const truth = meanOver(kinds, ({ solve }) => solve);
  return {
    name,
    kind: 'share',
    description: `${tasks} tasks of drawn difficulty, one sample each; ${(100 * truth).toFixed(1)} % are solved on average`,
    tasks,
    samples: 1,
    questions: [
      bias('share', truth),
      coverage('wilson', truth, binomialCoverage('wilson', tasks, truth)),
      coverage('clopper-pearson', truth, binomialCoverage('clopper-pearson', tasks, truth)),
    ],
    draw(random) {
      let solved = 0;
      for (let task = 0; task < tasks; task++) solved += Number(happens(random, drawKind(random, kinds).solve));
      return [[solved, tasks]];
    },
    inspect([[solved = 0] = []]) {
      return {
        share: { estimate: solved / tasks },
        wilson: { interval: wilsonInterval(solved, tasks) },
        'clopper-pearson': { interval: clopperPearsonInterval(solved, tasks) },
      };
    },
  };
}
