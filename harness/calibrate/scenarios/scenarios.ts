import { minimumDetectableEffect } from '../../statistics/power.ts';
import type { Scenario } from '../scenario.ts';
import { clusterScenario } from './cluster-scenario.ts';
import { familyScenario } from './family-scenario.ts';
import type { LoopKind } from './loop-model.ts';
import { loopScenario } from './loop-scenario.ts';
import { orderScenario } from './order-scenario.ts';
import { changingKinds, exchangeableKinds, type PairedKind } from './paired-kinds.ts';
import { pairsScenario } from './pairs-scenario.ts';
import { proportionScenario } from './proportion-scenario.ts';
import { tasksScenario } from './tasks-scenario.ts';

const MIXED = [
  { weight: 0.5, solve: 0.95 },
  { weight: 0.3, solve: 0.6 },
  { weight: 0.2, solve: 0.05 },
];
const EASY = [
  { weight: 0.9, solve: 0.995 },
  { weight: 0.1, solve: 0.8 },
];
const NOTHING_GAINED = 'nothing is gained on average';
const AT_MARGIN = 'worse by just the margin of 5 points, so that calling it equivalent is an error';

/** Half of the tasks gain, the other half lose as much: no difference on average, but the arms are not exchangeable within a task. */
const CANCELLING: readonly PairedKind[] = [
  { weight: 0.5, solve: 0.5, repair: 0.4, break: 0 },
  { weight: 0.5, solve: 0.5, repair: 0, break: 0.4 },
];

const EVEN_LOOP: readonly LoopKind[] = [
  { weight: 1, solvedFirst: 0.5, firstGap: 0.4, gamma: 0.6, beta: 0.02, falseAccept: 0.2, falseReject: 0.1 },
];
const MIXED_LOOP: readonly LoopKind[] = [
  { weight: 0.5, solvedFirst: 0.7, firstGap: 0.3, gamma: 0.4, beta: 0.01, falseAccept: 0.1, falseReject: 0.05 },
  { weight: 0.3, solvedFirst: 0.4, firstGap: 0.4, gamma: 0.7, beta: 0.03, falseAccept: 0.2, falseReject: 0.1 },
  { weight: 0.2, solvedFirst: 0, firstGap: 0.5, gamma: 0.95, beta: 0.03, falseAccept: 0.3, falseReject: 0.2 },
];
/** gamma g + beta = g at the gap it starts from, so that it stays there on average. */
const STILL_LOOP: readonly LoopKind[] = [
  { weight: 1, solvedFirst: 0, firstGap: 0.4, gamma: 0.7, beta: 0.12, falseAccept: 0.2, falseReject: 0.1 },
];

const constant = (solve: number): number[] => Array.from({ length: 6 }, () => solve);

/** Every scenario, made when it is asked for: what can be enumerated takes a moment. Names are unique. */
export function createScenarios(isWanted: (name: string) => boolean = () => true): Scenario[] {
  return Object.entries(SCENARIOS)
    .filter(([name]) => isWanted(name))
    .map(([name, create]) => create(name));
}

const SCENARIOS: Readonly<Record<string, (name: string) => Scenario>> = {
  'share-164': (name) => proportionScenario(name, 164, MIXED),
  'share-60': (name) => proportionScenario(name, 60, MIXED),
  'share-20-easy': (name) => proportionScenario(name, 20, EASY),
  'samples-60x5': (name) => clusterScenario(name, { tasks: 60, samples: 5 }, MIXED),
  'samples-10x5': (name) => clusterScenario(name, { tasks: 10, samples: 5 }, MIXED),
  'samples-30x5-easy': (name) => clusterScenario(name, { tasks: 30, samples: 5 }, EASY),
  'pairs-60-null': (name) =>
    pairsScenario(name, { tasks: 60, absent: 'difference', words: NOTHING_GAINED }, exchangeableKinds(0.08)),
  'pairs-164-gain': (name) =>
    pairsScenario(
      name,
      { tasks: 164, absent: 'equivalence', words: 'a gain' },
      changingKinds({ wins: 0.1, losses: 0.03 }),
    ),
  'pairs-60-detectable': (name) => {
    const losses = 0.02;
    const wins = losses + (minimumDetectableEffect(60, { lossRate: losses }) ?? 0);
    return pairsScenario(
      name,
      { tasks: 60, absent: 'equivalence', words: 'the minimum detectable effect, to be seen with power 0.8' },
      changingKinds({ wins, losses }),
    );
  },
  'pairs-300-margin': (name) =>
    pairsScenario(
      name,
      { tasks: 300, absent: 'equivalence', words: AT_MARGIN },
      changingKinds({ wins: 0.03, losses: 0.08 }),
    ),
  'pairs-300-same': (name) =>
    pairsScenario(name, { tasks: 300, absent: 'difference', words: NOTHING_GAINED }, exchangeableKinds(0.03)),
  'tasks-30x5-null': (name) =>
    tasksScenario(
      name,
      { tasks: 30, samples: 5, absent: 'difference', words: NOTHING_GAINED },
      exchangeableKinds(0.08),
    ),
  'tasks-30x5-cancelling': (name) =>
    tasksScenario(
      name,
      { tasks: 30, samples: 5, absent: 'difference', words: 'half of the tasks gain what the others lose' },
      CANCELLING,
    ),
  'tasks-30x5-gain': (name) =>
    tasksScenario(
      name,
      { tasks: 30, samples: 5, absent: 'equivalence', words: 'a gain' },
      changingKinds({ wins: 0.12, losses: 0.02 }),
    ),
  'tasks-60x5-margin': (name) =>
    tasksScenario(
      name,
      { tasks: 60, samples: 5, absent: 'equivalence', words: AT_MARGIN },
      changingKinds({ wins: 0.03, losses: 0.08 }),
    ),
  'tasks-10x5-null': (name) =>
    tasksScenario(
      name,
      { tasks: 10, samples: 5, absent: 'difference', words: NOTHING_GAINED },
      exchangeableKinds(0.08),
    ),
  'family-60-null': (name) =>
    familyScenario(
      name,
      60,
      Array.from({ length: 5 }, () => ({ kinds: exchangeableKinds(0.1) })),
    ),
  'family-60-mixed': (name) =>
    familyScenario(name, 60, [
      ...Array.from({ length: 3 }, () => ({ kinds: exchangeableKinds(0.1) })),
      ...Array.from({ length: 2 }, () => ({ kinds: changingKinds({ wins: 0.22, losses: 0.01 }) })),
    ]),
  'order-60-null': (name) =>
    orderScenario(name, 60, 'every candidate an independent draw', [
      { weight: 0.5, solve: constant(0.9) },
      { weight: 0.3, solve: constant(0.5) },
      { weight: 0.2, solve: constant(0.1) },
    ]),
  'order-60-worse': (name) =>
    orderScenario(name, 60, 'later candidates are worse', [
      { weight: 0.7, solve: [0.9, 0.85, 0.8, 0.7, 0.6, 0.5] },
      { weight: 0.3, solve: constant(0.1) },
    ]),
  'loop-60-even': (name) =>
    loopScenario(name, 'all tasks alike', {
      tasks: 60,
      rounds: 4,
      assertions: 8,
      stop: 'never',
      kinds: EVEN_LOOP,
    }),
  'loop-60-still': (name) =>
    loopScenario(name, 'what is mended is broken elsewhere: the gap stays where it is on average', {
      tasks: 60,
      rounds: 4,
      assertions: 8,
      stop: 'never',
      kinds: STILL_LOOP,
    }),
  'loop-60-verdict': (name) =>
    loopScenario(name, 'tasks differ in gamma, beta and the verifier’s errors', {
      tasks: 60,
      rounds: 4,
      assertions: 8,
      stop: 'verdict',
      kinds: MIXED_LOOP,
    }),
  'loop-12-verdict': (name) =>
    loopScenario(name, 'few tasks that differ in gamma, beta and the verifier’s errors', {
      tasks: 12,
      rounds: 4,
      assertions: 8,
      stop: 'verdict',
      kinds: MIXED_LOOP,
    }),
};
