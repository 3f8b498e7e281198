import type { Analysis } from '../../metrics/analysis.ts';
import { columnKs } from '../../metrics/columns.ts';
import type { Section } from '../../text/section.ts';
import type { Run } from '../../types/record.ts';
import { label, percent, percentWithBounds, UNKNOWN } from './format.ts';
import { proportionText } from './rounds.ts';

/** What stands above every table of a run into which faults were put; nothing for any other. */
export function faultNotice({ manifest }: Run): readonly string[] {
  const isFaulty = manifest.identity.conditions.some(({ inject }) => inject !== undefined);
  if (!isFaulty) return [];
  return [
    'FAULTS ON PURPOSE: an arm called +lie=P, +claims=P or +plan=P is told the opposite verdict, has its claims negated, or loses its plan at rate P.',
  ];
}

/** What was put in, what the records show of it, and what it did to accuracy; none without faults. */
export function faultSections({ claims: { faults }, verifiers, accuracy, run }: Analysis): Section[] {
  if (faults.length === 0) return [];
  const k = Math.max(...columnKs(run));
  return [
    {
      title: 'Faults put in on purpose',
      notes: [
        'Recovered: what the records show of the rate put in, with its 95 % interval; `yes` where the rate lies in it. Of 20 such intervals one may miss. A lie turns a verdict round; a claim made wrong is turned into its opposite with its checks; a dropped plan was asked for and paid, and not given on. Draws are the same at every rate: an arm at a higher rate has all faults of the lower one until its course parts from it.',
        'Agreement: verdicts as the loop was told them that agree with the grade; the quality of the verifier it really worked with.',
      ],
      tables: [
        {
          header: ['condition', 'fault', 'rate put in', 'observed', 'recovered', 'agreement', `solved at k = ${k}`],
          textColumns: [1],
          rows: faults.map(({ condition, kind, rate, observed, isRecovered }) => {
            const card = verifiers.find((row) => row.condition.name === condition.name);
            const cell = accuracy.find((row) => row.condition.name === condition.name && row.k === k);
            return [
              label(condition),
              kind,
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
