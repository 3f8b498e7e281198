import type { Analysis } from '../../metrics/analysis.ts';
import type { Section } from '../../text/section.ts';
import { label, UNKNOWN } from './format.ts';
import { proportionText } from './rounds.ts';

/** How much of the loops' gain extraction alone explains. None without a loop that gained something. */
export function extractionShareSections({ loops: { extractionShares } }: Analysis): Section[] {
  if (extractionShares.every(({ gained, published }) => gained === 0 && (published?.gained ?? 0) === 0)) return [];
  const isPublishedKnown = extractionShares.some(({ published }) => published !== undefined);
  return [
    {
      title: 'Gains that extraction explains',
      notes: [
        'Gained: wrong at step 0, right at the largest k. "without a program": the first answer held no code, code that does not parse, or no such function; what a round repairs there is the form of an answer.',
        ...(isPublishedKnown
          ? [
              'Published extractor: gained as that study would have counted it, step 0 cut by its extractor. "extraction alone": the first answer was right when its program is cut out properly; there was nothing to repair.',
            ]
          : []),
      ],
      tables: [
        {
          header: [
            'condition',
            'gained',
            'without a program',
            ...(isPublishedKnown ? ['known under both', 'gained, published', 'extraction alone'] : []),
          ],
          rows: extractionShares.map(({ condition, gained, withoutProgram, published }) => [
            label(condition),
            String(gained),
            proportionText(withoutProgram),
            ...(isPublishedKnown
              ? published === undefined
                ? [UNKNOWN, UNKNOWN, UNKNOWN]
                : [String(published.known), String(published.gained), proportionText(published.byExtraction)]
              : []),
          ]),
        },
      ],
    },
  ];
}
