import type { Analysis } from '../../metrics/analysis.ts';
import type { NotMeasured } from '../../metrics/claims/check-quality.ts';
import type { NotCompared } from '../../metrics/drift.ts';
import { type NotRunReason, notRunReasonShape } from '../../types/execution.ts';
import { count } from './format.ts';

/** What the reasons of the records say to somebody who does not know them. */
export const NOT_RUN: Readonly<Record<NotMeasured | NotCompared, string>> = {
  'sandbox-refused':
    'nothing isolates programs here (neither Docker nor bubblewrap works), and the recording does not hold these',
  'prover-missing':
    'no prover is here (apt-get install dafny why3 cvc4 z3, or with Docker npm run build-images -- --provers)',
  'image-missing':
    'no image of the instance is here (npm run build-images), and the recording does not hold the log of the evaluation',
  'sandbox-lost': 'the sandbox was lost twice; --resume tries again',
  'tool-missing': 'the tool that runs them is not installed here',
  'run-by-tool': 'they are run by a tool, which is not done on reference programs',
  'no-outcome': 'the reference solution gave no outcome on them',
  'not-graded': 'the grade could not be made here',
  'not-recorded': 'the program was not run when the study was recorded',
};

/** `34 (sandbox-refused 30, sandbox-lost 4)`; the number alone where there is none. */
export function reasonsText(reasons: ReadonlyMap<string, number>): string {
  const named = [...reasons].map(([reason, number]) => `${reason} ${count(number)}`);
  return named.length === 0 ? '0' : `${count(total(reasons))} (${named.join(', ')})`;
}

/** A line for each reason why something that a reader may look for was not measured here; none where everything was. */
export function notRunLines({ claims: { quality }, drift }: Analysis): string[] {
  const checks = addUp(quality.map(({ notMeasured }) => notMeasured));
  const steps = addUp(drift.map(({ notCompared }) => notCompared));
  const all = quality.reduce((sum, row) => sum + row.checks, 0);
  const compared = drift.reduce((sum, row) => sum + row.steps, 0);
  return [
    ...[...checks].map(
      ([reason, number]) =>
        `not measured here: what ${count(number)} of ${count(all)} generated checks are worth (${reason}): ${NOT_RUN[reason]}`,
    ),
    ...[...steps].map(
      ([reason, number]) =>
        `not compared with the recording: ${count(number)} of ${count(compared)} steps (${reason}): ${NOT_RUN[reason]}${
          isNotRun(reason) ? '; what the loop was told is as recorded' : ''
        }`,
    ),
  ];
}

/** Whether a recorded verdict stood in for one that could not be had here. */
export const isNotRun = (reason: string): reason is NotRunReason => notRunReasonShape.safeParse(reason).success;

function addUp<Reason extends string>(each: readonly ReadonlyMap<Reason, number>[]): ReadonlyMap<Reason, number> {
  const sums = new Map<Reason, number>();
  for (const reasons of each) {
    for (const [reason, number] of reasons) sums.set(reason, (sums.get(reason) ?? 0) + number);
  }
  return sums;
}

export const total = (reasons: ReadonlyMap<string, number>): number =>
  [...reasons.values()].reduce((sum, number) => sum + number, 0);
