import type { Analysis } from '../../metrics/analysis.ts';
import type { Proportion } from '../../statistics/clustered-proportion.ts';
import type { Section } from '../../text/section.ts';
import { label, percentWithBounds, UNKNOWN } from './format.ts';

/** What the rounds did to the candidates they replaced: flips, repair, breakage, oscillation. None without a loop. */
export function roundSections({ loops, run }: Analysis): Section[] {
  const { flips, repairs, oscillations } = loops;
  if (flips.every(({ replaced }) => replaced === 0)) return [];
  const overall = repairs.filter(({ from }) => from === undefined);
  const steps = [...new Set(flips.filter(({ replaced }) => replaced > 0).map(({ from }) => from))];
  const sum = (name: string, read: (row: (typeof flips)[number]) => number) =>
    flips.filter(({ condition }) => condition.name === name).reduce((total, row) => total + read(row), 0);
  return [
    {
      title: 'What the rounds did',
      notes: [
        'Over candidates that were replaced and graded on both sides; one that a loop stopped at was not replaced. Repair: wrong ones replaced by a right one. Breakage: right ones replaced by a wrong one. Compare a loop’s repair with that of a resampling arm (‖): resampling repairs too. Later rounds see only what earlier ones could not repair. Intervals are Wilson where a task counts once, else whole tasks are resampled. Oscillating: trials that went back and forth between right and wrong, of those with three graded steps or more.',
      ],
      tables: [
        {
          header: ['condition', 'replaced', 'left out', 'repair', 'breakage', 'oscillating'],
          rows: overall.map(({ condition, isResampling, repair, breakage }) => {
            const swing = oscillations.find((row) => row.condition.name === condition.name);
            return [
              `${label(condition)}${isResampling ? '‖' : ''}`,
              String(sum(condition.name, ({ replaced }) => replaced)),
              String(sum(condition.name, ({ leftOut }) => leftOut)),
              proportionText(repair),
              proportionText(breakage),
              swing === undefined ? UNKNOWN : `${swing.oscillating} / ${swing.couldOscillate}`,
            ];
          }),
        },
        {
          header: ['repaired ; broken, by step', ...steps.map((from) => `${from} → ${from + 1}`)],
          rows: run.manifest.identity.conditions.flatMap((condition) => {
            const own = repairs.filter((row) => row.condition.name === condition.name && row.from !== undefined);
            if (own.length === 0) return [];
            return [[label(condition), ...steps.map((step) => stepText(own.find(({ from }) => from === step)))]];
          }),
        },
      ],
    },
  ];
}

/** A counted share as `3 / 10 = 30.0 % [10.8, 60.3]`; `—` of nothing. */
export function proportionText({ count, total, proportion, interval }: Proportion): string {
  return total === 0 ? UNKNOWN : `${count} / ${total} = ${percentWithBounds(proportion, interval)}`;
}

function stepText(row: { readonly repair: Proportion; readonly breakage: Proportion } | undefined): string {
  if (row === undefined) return UNKNOWN;
  const of = ({ count, total }: Proportion) => (total === 0 ? UNKNOWN : `${count} / ${total}`);
  return `${of(row.repair)} ; ${of(row.breakage)}`;
}
