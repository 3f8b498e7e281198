import { type Column, columnAt, readColumns } from '../../metrics/columns.ts';
import { discordance } from '../../metrics/discordance.ts';
import { pairedEquivalence } from '../../statistics/equivalence.ts';
import { holmAdjusted } from '../../statistics/holm.ts';
import type { Interval } from '../../statistics/intervals.ts';
import { exactMcNemar } from '../../statistics/mcnemar.ts';
import { tangoInterval } from '../../statistics/tango.ts';
import type { Run } from '../../types/record.ts';
import { asCounted } from '../as-counted.ts';
import { audit } from '../audit.ts';
import type { PublishedConclusion, PublishedTables } from '../published-cells.ts';
import { withoutArtefacts } from '../without-artefacts.ts';

interface Changes {
  readonly pairs: number;
  readonly gained: number;
  readonly lost: number;
  readonly leftOut: number;
}

/** What a conclusion rests on in the study's own records, as counted and without what they disprove. */
export interface JudgedConclusion {
  readonly conclusion: PublishedConclusion;
  readonly counted: Changes;
  readonly sound: Changes;
  /** Of the records without artefacts, Tango's 95 % score interval. */
  readonly interval: Interval | undefined;
  /** Exact McNemar, or of "the same" the equivalence test; adjusted over the conclusions by Holm. */
  readonly pValue: number | undefined;
  readonly verdict: 'stands' | 'contradicted' | 'not shown' | 'no record here';
}

/**
 * Whether each conclusion stands on the study's own records without artefacts: "higher" and "lower" where the exact McNemar test of the
 * known pairs says so at 0.05 (Holm over all conclusions), "the same" where the difference is shown to be within 5 points.
 */
export function judgeConclusions({ conclusions }: PublishedTables, runs: readonly Run[]): JudgedConclusion[] {
  const known = new Map(
    runs.map((run) => [
      run.manifest.identity.dataset,
      { counted: readColumns(asCounted(run)), sound: readColumns(withoutArtefacts(run, audit(run))) },
    ]),
  );
  const compared = conclusions.map((conclusion) => {
    const found = known.get(conclusion.dataset);
    const [counted, sound] = [changes(conclusion, found?.counted), changes(conclusion, found?.sound)];
    return { conclusion, counted, sound, own: pValueOf(conclusion, sound) };
  });
  const adjusted = holmAdjusted(compared.map(({ own }) => own));
  return compared.map(({ conclusion, counted, sound }, position) => ({
    conclusion,
    counted,
    sound,
    interval: tangoInterval({ pairs: sound.pairs, wins: sound.gained, losses: sound.lost }),
    pValue: adjusted[position],
    verdict: verdictOf(conclusion, sound, adjusted[position]),
  }));
}

function changes(
  { condition, k, comparator, comparatorK }: PublishedConclusion,
  columns: readonly Column[] = [],
): Changes {
  const [ours, theirs] = [columnAt(columns, condition, k), columnAt(columns, comparator, comparatorK)];
  if (ours === undefined || theirs === undefined) return { pairs: 0, gained: 0, lost: 0, leftOut: 0 };
  const { compared: pairs, gained, lost, leftOut } = discordance(theirs, ours);
  return { pairs, gained, lost, leftOut };
}

function pValueOf({ is }: PublishedConclusion, { pairs, gained, lost }: Changes): number | undefined {
  if (pairs === 0) return undefined;
  return is === 'the same'
    ? pairedEquivalence({ pairs, wins: gained, losses: lost })?.pValue
    : exactMcNemar(gained, lost);
}

function verdictOf(
  { is }: PublishedConclusion,
  { pairs, gained, lost }: Changes,
  pValue: number | undefined,
): JudgedConclusion['verdict'] {
  if (pairs === 0 || pValue === undefined) return 'no record here';
  if (is === 'the same') {
    if (pValue < 0.05) return 'stands';
    return exactMcNemar(gained, lost) < 0.05 ? 'contradicted' : 'not shown';
  }
  if (pValue >= 0.05) return 'not shown';
  return gained > lost === (is === 'higher') ? 'stands' : 'contradicted';
}
