import { CONTRACTION_SUMS, constants, toContraction } from '../../metrics/loops/contraction.ts';
import { type ConvergenceLabel, gapChange, labelConvergence } from '../../metrics/loops/convergence-label.ts';
import { type GradedVerdict, verdictGain } from '../../metrics/verifier-gain.ts';
import {
  differenceEstimate,
  proportionEstimate,
  type Resampled,
  resampleTasks,
} from '../../statistics/task-bootstrap.ts';
import { bias, coverage, type Inspection, power, type Question, type Scenario, type Study, size } from '../scenario.ts';
import { inspectProportion } from './cluster-scenario.ts';
import { drawLoop, LOOP_COLUMNS } from './loop-draw.ts';
import type { LoopModel } from './loop-model.ts';
import { loopTruth } from './loop-truth.ts';

const FIRST_GAP = LOOP_COLUMNS.indexOf('firstGap');

/**
 * Loops with known gamma, beta and verifier errors: estimates and intervals of the constants, the final gap and its change, false accepts
 * and rejects and the gain over a matched coin where the verifier ends the loop, and the convergence label. A row is a task, with
 * `LOOP_COLUMNS`.
 */
export function loopScenario(name: string, words: string, model: LoopModel): Scenario {
  const truth = loopTruth(model);
  const { tasks, rounds, stop } = model;
  // Not quite 0 where what was broken is kept at a mean: where all assertions fail none can break.
  const isStill = Math.abs(truth.lastGap - truth.firstGap) < 1e-3;
  return {
    name,
    kind: 'loop',
    description: `${tasks} tasks, ${rounds} rounds, ${stop === 'never' ? 'run on whatever the verdict' : 'ended by the verifier'}; ${words}; true gamma ${truth.gamma.toFixed(4)}, beta ${truth.beta.toFixed(4)}`,
    tasks,
    samples: 1,
    questions: [
      ...both('gamma', truth.gamma),
      ...both('beta', truth.beta),
      ...both('gamma+beta', truth.gammaPlusBeta),
      ...both('slope', truth.slope),
      ...both('last-gap', truth.lastGap),
      ...both('gap-change', truth.lastGap - truth.firstGap),
      ...(stop === 'never'
        ? []
        : [
            ...both('false-accepts', truth.falseAccepts),
            ...both('false-rejects', truth.falseRejects),
            ...both('verifier-gain', truth.gain),
          ]),
      isStill ? size('label-falls') : power('label-falls'),
      isStill ? size('label-rises') : power('label-rises'),
    ],
    draw: (random) => Array.from({ length: tasks }, () => drawLoop(random, model)),
    inspect: (study, seed) => ({
      ...inspectConvergence(study, rounds, seed),
      ...(stop === 'never' ? {} : inspectVerifier(study, seed)),
    }),
  };
}

function inspectVerifier(study: Study, seed: string): Record<string, Inspection> {
  return {
    'false-accepts': inspectProportion(pick(study, 'falseAccepts', 'wrongJudged'), seed),
    'false-rejects': inspectProportion(pick(study, 'falseRejects', 'rightJudged'), seed),
    'verifier-gain': inspectGain(study, seed),
  };
}

function both(statistic: string, truth: number): Question[] {
  return [bias(statistic, truth), coverage(statistic, truth)];
}

type Column = (typeof LOOP_COLUMNS)[number];

/** Count and total of each task, as `inspectProportion` reads them. */
function pick(study: Study, count: Column, total: Column): number[][] {
  const read = (row: readonly number[], column: Column) => row[LOOP_COLUMNS.indexOf(column)] ?? 0;
  return study.map((row) => [read(row, count), read(row, total)]);
}

/** The same sums, ratios and intervals as in a report: constants over replacements, the gap over the loop as it ran. */
function inspectConvergence(study: Study, rounds: number, seed: string): Record<string, Inspection> {
  const vectors = study.map((row) => row.slice(0, FIRST_GAP + 3));
  const resampled = resampleTasks(vectors, derive, seed);
  const { gamma, beta, gammaPlusBeta, slope } = toContraction(resampled.slice(0, 4), 0, study.length);
  const [lastGap = NOTHING, total = NOTHING, late = NOTHING] = resampled.slice(4);
  const last = proportionEstimate(lastGap, study.length);
  const change = differenceEstimate(total, study.length);
  const label = labelOf(study, rounds, lastGap, total, late);
  return {
    gamma: toInspection(gamma),
    beta: toInspection(beta),
    'gamma+beta': toInspection(gammaPlusBeta),
    slope: toInspection(slope),
    'last-gap': toInspection(last),
    'gap-change': toInspection(change),
    'label-falls': { isCalled: label === 'converges' },
    'label-rises': { isCalled: label === 'diverges' || label === 'regresses' },
  };
}

const NOTHING: Resampled = { value: undefined, draws: [] };

const toInspection = ({ value, interval }: Inspection & { readonly value: number | undefined }): Inspection => ({
  estimate: value,
  interval,
});

function derive(sums: readonly number[], tasks: number): (number | undefined)[] {
  const [first = 0, half = 0, last = 0] = sums.slice(FIRST_GAP);
  return [...constants(sums.slice(0, CONTRACTION_SUMS)), last / tasks, (last - first) / tasks, (last - half) / tasks];
}

function labelOf(
  study: Study,
  rounds: number,
  lastGap: Resampled,
  total: Resampled,
  late: Resampled,
): ConvergenceLabel {
  const changed = (from: number) => study.filter((row) => row[FIRST_GAP + from] !== row[FIRST_GAP + 2]).length;
  const tasks = study.length;
  return labelConvergence(gapChange(total, tasks, changed(0)), gapChange(late, tasks, changed(1)), {
    rounds,
    tasks,
    lastGap: lastGap.value ?? 0,
  }).label;
}

function inspectGain(study: Study, seed: string): Inspection {
  const verdicts = study.flatMap((row, task): GradedVerdict[] => {
    const [wrong = 0, falseAccepts = 0, right = 0, falseRejects = 0] = row.slice(FIRST_GAP + 3);
    const taskId = String(task);
    return [
      ...Array.from({ length: wrong }, (_, index) => ({ taskId, isSolved: false, isAccepted: index < falseAccepts })),
      ...Array.from({ length: right }, (_, index) => ({ taskId, isSolved: true, isAccepted: index >= falseRejects })),
    ];
  });
  const gain = verdictGain(verdicts, seed)?.gain;
  return { estimate: gain?.value, interval: gain?.interval };
}
