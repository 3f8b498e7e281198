import { type Finding, testDiscordance } from '../../metrics/comparison.ts';
import type { PairedCounts } from '../../statistics/tango.ts';
import { drawKind } from '../draws.ts';
import { bias, coverage, type Inspection, power, type Question, type Scenario, size } from '../scenario.ts';
import { simulatedRun } from '../simulated-run.ts';
import { enumeratePairs, type PairProbabilities } from './pair-enumeration.ts';
import { drawChange, type PairedKind, pairProbabilities } from './paired-kinds.ts';

/** What of a paired comparison is not there, so that calling it is an error; the rest is power. */
export type Absent = 'difference' | 'equivalence' | 'neither';

/**
 * Two arms that share step 0, one sample a task: exact McNemar, Tango's interval, the exact odds ratio and the equivalence test, as
 * a report prints them. A study is one row: pairs, improved, regressed.
 */
export function pairsScenario(
  name: string,
  { tasks, absent, words }: { readonly tasks: number; readonly absent: Absent; readonly words: string },
  kinds: readonly PairedKind[],
): Scenario {
  const probabilities = pairProbabilities(kinds);
  const inspect = rememberPairs();
  const exactly = (question: Question): Question => ({
    ...question,
    exact: enumeratePairs(question, tasks, probabilities, (counts) => inspect(counts)[question.statistic]),
  });
  const difference = probabilities.improved - probabilities.regressed;
  return {
    name,
    kind: 'pairs',
    description: `${tasks} tasks, one sample each, two arms sharing step 0: ${describeProbabilities(probabilities)}; ${words}`,
    tasks,
    samples: 1,
    questions: [
      bias('difference', difference),
      ...[
        absent === 'difference' ? size('mcnemar') : power('mcnemar'),
        absent === 'equivalence' ? size('equivalence') : power('equivalence'),
        coverage('difference', difference),
        coverage('odds-ratio', probabilities.improved / probabilities.regressed),
      ].map(exactly),
    ],
    draw(random) {
      let [improved, regressed] = [0, 0];
      for (let task = 0; task < tasks; task++) {
        const change = drawChange(random, drawKind(random, kinds));
        if (change > 0) improved++;
        if (change < 0) regressed++;
      }
      return [[tasks, improved, regressed]];
    },
    inspect: ([[pairs = 0, improved = 0, regressed = 0] = []]) => inspect({ pairs, improved, regressed }),
  };
}

/** "9.0 % improve, 3.0 % regress". */
export function describeProbabilities({ improved, regressed }: PairProbabilities): string {
  return `${(100 * improved).toFixed(1)} % of the pairs improve, ${(100 * regressed).toFixed(1)} % regress`;
}

/** Few counts are ever seen, and the same ones again and again. */
function rememberPairs(): (counts: PairedCounts) => Readonly<Record<string, Inspection | undefined>> {
  const seen = new Map<string, Readonly<Record<string, Inspection | undefined>>>();
  return (counts) => {
    const key = `${counts.improved} ${counts.regressed}`;
    const known = seen.get(key) ?? inspectPairs(counts);
    seen.set(key, known);
    return known;
  };
}

function inspectPairs({ pairs, improved, regressed }: PairedCounts): Readonly<Record<string, Inspection | undefined>> {
  const changes = { compared: pairs, gained: improved, lost: regressed, leftOut: 0, lostTasks: [], tasks: [] };
  return inspectFinding(testDiscordance(simulatedRun(1, 0), changes), 'mcnemar');
}

/** What a finding says, by statistic; the test under its own name. */
export function inspectFinding(finding: Finding, test: string): Readonly<Record<string, Inspection | undefined>> {
  if (finding.status === 'refused') return {};
  return {
    [test]: { isCalled: finding.pValue <= 0.05 },
    difference: { estimate: finding.difference, interval: finding.interval },
    'odds-ratio': finding.odds && { interval: finding.odds.interval },
    equivalence: finding.equivalence && { isCalled: finding.equivalence.pValue <= 0.05 },
  };
}
