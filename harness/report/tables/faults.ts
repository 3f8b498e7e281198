import type { Analysis } from '../../metrics/analysis.ts';
import { columnKs } from '../../metrics/columns.ts';
import type { Section } from '../../text/section.ts';
import type { Identity, Run } from '../../types/record.ts';
import { label, percent, percentWithBounds, UNKNOWN } from './format.ts';
import { proportionText } from './rounds.ts';

/** The line above every table of a run with injected faults; none for any other. */
export function faultNotice({ manifest }: Run): readonly string[] {
  const isFaulty = manifest.identity.conditions.some(({ inject }) => inject !== undefined);
  if (!isFaulty) return [];
  return [
    `FAULTS ON PURPOSE: an arm called +verdict-flip=P, +claims=P or +plan=P is told the opposite verdict, has its claims negated, or loses its plan at rate P${ofCritics(manifest.identity)}.`,
  ];
}

const ofCritics = ({ conditions }: Identity): string =>
  conditions.some(({ inject = {} }) => 'review' in inject || 'gate' in inject)
    ? '; +review=P or +gate=P is told the opposite of what its critic found in a review or at the gate'
    : '';

/** The injected rate, the observed one, and the effect on accuracy; none without faults. */
export function faultSections({ claims: { faults }, verifiers, accuracy, run }: Analysis): Section[] {
  if (faults.length === 0) return [];
  const k = Math.max(...columnKs(run));
  return [
    {
      title: 'Injected faults',
      notes: [
        'Recovered: `yes` where the injected rate lies in the 95 % interval of the observed one; about one such interval in 20 misses it. A verdict flip tells the loop the opposite verdict; a negated claim is replaced by its opposite, with its checks; a dropped plan was requested and paid for, but not passed on. All rates use the same draws: an arm at a higher rate has every fault of the lower one until their trajectories diverge.',
        'Agreement: the share of verdicts, as the loop was told them, that agree with the grade: the quality of the verifier it really had.',
      ],
      tables: [
        {
          header: ['condition', 'fault', 'injected rate', 'observed', 'recovered', 'agreement', `solved at k = ${k}`],
          textColumns: [1],
          rows: faults.map(({ condition, fault, rate, observed, isRecovered }) => {
            const card = verifiers.find((row) => row.condition.name === condition.name);
            const cell = accuracy.find((row) => row.condition.name === condition.name && row.k === k);
            return [
              label(condition),
              fault,
              percent(rate),
              proportionText(observed),
              isRecovered === undefined ? UNKNOWN : isRecovered ? 'yes' : 'NO',
              percent(card?.gain?.agreement),
              cell === undefined ? UNKNOWN : percentWithBounds(cell.rate, cell.interval),
            ];
          }),
        },
      ],
    },
  ];
}
