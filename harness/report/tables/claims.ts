import type { Analysis } from '../../metrics/analysis.ts';
import type { CheckQuality } from '../../metrics/claims/check-quality.ts';
import type { ClaimRound } from '../../metrics/claims/claim-rounds.ts';
import type { GapTruth } from '../../metrics/claims/gap-truth.ts';
import type { Estimate } from '../../statistics/task-bootstrap.ts';
import type { Section } from '../../text/section.ts';
import type { Gaps } from '../../types/claims.ts';
import { label, UNKNOWN } from './format.ts';
import { reasonsText } from './not-run.ts';
import { proportionText } from './rounds.ts';

/** Sections on claims that were decided one by one; none where no arm did that. */
export function claimSections({ claims: { rounds, quality, truths } }: Analysis): Section[] {
  return [
    ...(rounds.length === 0 ? [] : [roundSection(rounds)]),
    ...(quality.length === 0 ? [] : [qualitySection(quality)]),
    ...(truths.length === 0 ? [] : [truthSection(truths)]),
  ];
}

function roundSection(rounds: readonly ClaimRound[]): Section {
  return {
    title: 'Claims and the gap, round by round',
    notes: [
      'Gap: 1 - passing / applicable claims. Weighted gap: the same by severity (critical 4, high 3, medium 2, low 1: section 5 of the patent application), a PARTIAL claim counted as half, a choice that the patent application leaves open. Claims that are not applicable (no check, or no valid one) are in neither; a candidate without an applicable claim has no gap, which is not a gap of 0. The claims of a round: those of the rounds before and those newly extracted.',
      'Carried: the claims known before the round, on the candidate before it and on the one after it. Broken: claims that passed before the round and fail (or hold in part) after it, a regression at claim level; of those, the ones the plan said to preserve.',
    ],
    tables: [
      {
        header: ['condition', 'step', 'candidates', 'with a gap', 'gap', 'weighted', 'carried gap', 'carried weighted'],
        rows: rounds.map((round) => [
          label(round.condition),
          String(round.step),
          String(round.reports),
          String(round.applicableReports),
          number(round.meanGap?.gap),
          number(round.meanGap?.weighted),
          change(round, ({ gap }) => gap),
          change(round, ({ weighted }) => weighted),
        ]),
      },
      {
        header: [
          'condition',
          'step',
          'new',
          'merged',
          'dropped',
          'PASS',
          'PARTIAL',
          'FAIL',
          'N/A',
          'repaired',
          'broken',
          'preserved, broken',
        ],
        rows: rounds.map(({ verdicts, ...round }) => [
          label(round.condition),
          String(round.step),
          ...[round.newClaims, round.merged, round.dropped].map(String),
          ...[verdicts.PASS, verdicts.PARTIAL, verdicts.FAIL, verdicts['NOT-APPLICABLE']].map(String),
          proportionText(round.repaired),
          proportionText(round.broken),
          proportionText(round.preservedBroken),
        ]),
      },
    ],
  };
}

function qualitySection(quality: readonly CheckQuality[]): Section {
  return {
    title: 'What the generated checks are worth',
    notes: [
      'Every check that a model wrote, run on the reference solution and on the programs of the task’s pool that are known to be wrong; this happens after the run and is never shown to a loop. Valid: it parses, calls the function, gives the same result twice, agrees with the prompt’s examples, and some program fails it. Vacuous: no program at hand fails it. Retired: it contradicts an example of the prompt or a stronger check. Invalid: it does not parse or run, or does not call the function. Only valid checks count; without validation, all do.',
      'Wrong: the reference solution fails it. Rejecting trials: those in which a counting check rejects the reference solution, so that a right candidate would be sent back (the false-reject rate). Caught: of the wrong programs of its task, by a counting check that accepts the reference; best: by the best such check of a trial. Not measured: checks that are in none of these shares though they are not invalid, with the reason; the lines above the tables say what it means.',
    ],
    tables: [
      {
        header: ['condition', 'checks', 'valid', 'vacuous', 'retired', 'invalid', 'other', 'wrong', 'wrong, discarded'],
        rows: quality.map(({ condition, checks, states, wrong, wrongAside }) => [
          label(condition),
          String(checks),
          ...[states.valid, states.vacuous, states.retired, states.invalid].map(String),
          String(states.pending + states.unchecked + states['tool-missing']),
          proportionText(wrong),
          proportionText(wrongAside),
        ]),
      },
      {
        header: ['condition', 'rejecting trials', 'wrong programs caught', 'best check of a trial', 'not measured'],
        rows: quality.map(({ condition, rejectingTrials, caught, best, notMeasured }) => [
          label(condition),
          proportionText(rejectingTrials),
          proportionText(caught),
          proportionText(best),
          reasonsText(notMeasured),
        ]),
      },
    ],
  };
}

function truthSection(truths: readonly GapTruth[]): Section {
  return {
    title: 'The gap a loop measured, and the true one',
    notes: [
      'Over all candidates with a gap and a grade: the gap the loop measured beside the share of hidden assertions that fail on the same candidate. Correlation: Pearson’s r, with a 95 % interval by resampling tasks. Bias: mean of the weighted gap minus the true share; above 0 the loop sees more failures than there are. Second table: calibration; a measured gap is informative where the true share rises with it.',
    ],
    tables: [
      {
        header: ['condition', 'candidates', 'r of weighted gap', 'r of gap', 'bias'],
        rows: truths.map(({ condition, candidates, weightedCorrelation, correlation, bias }) => [
          label(condition),
          String(candidates),
          estimate(weightedCorrelation),
          estimate(correlation),
          estimate(bias),
        ]),
      },
      {
        header: ['condition', 'weighted gap', 'candidates', 'mean gap', 'hidden assertions failing', 'solved'],
        rows: truths.flatMap(({ condition, bins }) =>
          bins.map(({ from, to, candidates, meanGap, meanTruth, solved }) => [
            label(condition),
            to === 0 ? '0' : `(${from.toFixed(2)}, ${to.toFixed(2)}]`,
            String(candidates),
            number(meanGap),
            number(meanTruth),
            `${solved} / ${candidates}`,
          ]),
        ),
      },
    ],
  };
}

const number = (value: number | undefined): string => (value === undefined ? UNKNOWN : value.toFixed(3));

function change({ before, carried }: ClaimRound, read: (gaps: Gaps) => number): string {
  return before === undefined || carried === undefined ? UNKNOWN : `${number(read(before))} → ${number(read(carried))}`;
}

function estimate({ value, interval }: Estimate): string {
  if (value === undefined) return UNKNOWN;
  return interval === undefined
    ? number(value)
    : `${number(value)} [${number(interval.low)}, ${number(interval.high)}]`;
}
