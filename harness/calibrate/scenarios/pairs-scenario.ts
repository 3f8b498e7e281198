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
 * Two arms that share step 0, one sample per task: exact McNemar, Tango's interval, the exact odds ratio and the equivalence test, as
 * a report prints them. A study is one row: pairs, wins, losses.
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
  const difference = probabilities.wins - probabilities.losses;
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
        coverage('odds-ratio', probabilities.wins / probabilities.losses),
      ].map(exactly),
    ],
    draw(random) {
      let [wins, losses] = [0, 0];
      for (let task = 0; task < tasks; task++) {
        const change = drawChange(random, drawKind(random, kinds));
        if (change > 0) wins++;
        if (change < 0) losses++;
      }
      return [[tasks, wins, losses]];
    },
    inspect: ([[pairs = 0, wins = 0, losses = 0] = []]) => inspect({ pairs, wins, losses }),
  };
}

/** "9.0 % improve, 3.0 % regress". */
export function describeProbabilities({ wins, losses }: PairProbabilities): string {
  return `${(100 * wins).toFixed(1)} % of the pairs improve, ${(100 * losses).toFixed(1)} % regress`;
}

/** Few counts are ever seen, and the same ones again and again. */
function rememberPairs(): (counts: PairedCounts) => Readonly<Record<string, Inspection | undefined>> {
  const seen = new Map<string, Readonly<Record<string, Inspection | undefined>>>();
  return (counts) => {
    const key = `${counts.wins} ${counts.losses}`;
    const known = seen.get(key) ?? inspectPairs(counts);
    seen.set(key, known);
    return known;
  };
}

function inspectPairs({ pairs, wins, losses }: PairedCounts): Readonly<Record<string, Inspection | undefined>> {
  const changes = { compared: pairs, gained: wins, lost: losses, leftOut: 0, lostTasks: [], tasks: [] };
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
