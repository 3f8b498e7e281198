import { describeMachine } from '../harness/benchmarks/machine.ts';
import { calibrate } from '../harness/calibrate/calibrate.ts';
import { enumeratedCoverages } from '../harness/calibrate/calibration-report.ts';
import { isSound } from '../harness/calibrate/judge.ts';
import { findStatisticsPython, openReference } from '../harness/calibrate/reference.ts';
import { remarkOn } from '../harness/calibrate/remarks.ts';
import { createScenarios } from '../harness/calibrate/scenarios/scenarios.ts';
import { readReference, writeCalibration } from '../harness/calibrate/write-calibration.ts';
import * as flags from '../harness/command-line.ts';
import { UsageError } from '../harness/errors.ts';
import { print, say } from '../harness/terminal.ts';

const command = flags
  .createCommand(
    'calibrate',
    'Simulates studies with known parameters and says whether the statistics keep their nominal levels. Exit code 1: one does not, for no known reason.',
  )
  .option(
    '--studies <number>',
    'simulated studies per scenario; 10000 take about twenty minutes',
    flags.wholeNumber(2),
    1000,
  )
  .option('--seed <number>', 'of all studies and resamples', flags.wholeNumber(0), 1)
  .option('--scenarios <names>', 'only these, comma-separated', flags.list)
  .option('--out <folder>', 'where tables and plots are written', 'results/calibration');

await flags.runCommand(command, async (signal) => {
  const {
    studies,
    seed,
    scenarios: wanted,
    out,
  } = command.opts<{
    studies: number;
    seed: number;
    scenarios?: string[];
    out: string;
  }>();
  const scenarios = createScenarios((name) => wanted === undefined || wanted.includes(name));
  const unknown = wanted?.find((name) => scenarios.every((scenario) => scenario.name !== name));
  if (unknown !== undefined) throw new UsageError(`--scenarios: there is none called ${unknown}`);
  const python = findStatisticsPython(process.env);
  const reference = python === undefined ? undefined : openReference(python);
  const kept = readReference(out);
  try {
    const result = await calibrate(scenarios, {
      studies,
      seed,
      reference,
      kept,
      signal,
      say: say,
    });
    if (result.notCompared.length > 0) {
      say(
        `NOT COMPARED with scipy and statsmodels: ${result.notCompared.join(', ')} (LUCID_BENCH_STATISTICS: see results/README.md)`,
      );
    }
    const { commit, isDirty, node } = describeMachine(python ?? 'python3');
    const facts = {
      ...{ commit: commit ?? 'unknown', isDirty: isDirty ?? 'unknown', node: node ?? 'unknown' },
      ...{ seed, studies, notCompared: result.notCompared.length },
      ...(result.reference?.versions ?? {}),
    };
    const calibration = { rows: result.rows, enumerated: enumeratedCoverages(), facts };
    print(`report: ${await writeCalibration(out, calibration, result.reference)}`);
    const faults = result.rows.filter(
      (row) => !isSound(row) || (row.assessment === 'anti-conservative' && !remarkOn(row)),
    );
    const short = result.rows.filter((row) => row.assessment === 'anti-conservative');
    print(`${result.rows.length} questions, ${short.length} fall short for known reasons, ${faults.length} faults`);
    for (const { scenario, question } of faults)
      print(`FAULT: ${scenario.name} ${question.statistic} ${question.measure}`);
    return faults.length === 0 ? 0 : 1;
  } finally {
    reference?.abandon();
  }
});
