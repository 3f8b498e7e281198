import { type CalibrationRow, calibrationRows } from './judge.ts';
import type { Reference } from './reference.ts';
import { type ReferenceFile, referenceAnswers, referenceFile } from './reference-file.ts';
import type { Scenario } from './scenario.ts';
import { type Simulated, simulate } from './simulate.ts';

interface CalibrationOptions {
  readonly studies: number;
  readonly seed: number;
  /** scipy and statsmodels at work; without it `kept` is used where it is about the same studies. */
  readonly reference: Reference | undefined;
  readonly kept: ReferenceFile | undefined;
  readonly say: (line: string) => void;
  /** Ends it between two studies. */
  readonly signal?: AbortSignal;
}

export interface CalibrationResult {
  readonly rows: readonly CalibrationRow[];
  /** What the reference said, newly or as kept; `undefined` when it was not asked and nothing was kept. */
  readonly reference: ReferenceFile | undefined;
  /** Scenarios without a comparison. */
  readonly notCompared: readonly string[];
}

/** Simulates every scenario, one after the other, beside the reference. Equal options and scenarios give equal rows. */
export async function calibrate(
  scenarios: readonly Scenario[],
  options: CalibrationOptions,
): Promise<CalibrationResult> {
  const { studies, seed, reference, kept, say, signal } = options;
  const send = async (lines: string): Promise<void> => {
    await reference?.send(lines);
    signal?.throwIfAborted();
  };
  const simulated: Simulated[] = [];
  for (const scenario of scenarios) {
    reference?.begin(scenario, studies);
    simulated.push(await simulate(scenario, { studies, seed }, send));
    say(`${scenario.name}: ${studies} studies`);
  }
  if (reference !== undefined) say('waiting for scipy and statsmodels');
  const file = reference === undefined ? kept : referenceFile(seed, await reference.finish(), simulated);
  return {
    rows: simulated.flatMap((one) => calibrationRows(one, referenceAnswers(file, one))),
    reference: file,
    notCompared: simulated.filter((one) => referenceAnswers(file, one) === undefined).map((one) => one.scenario.name),
  };
}
