import type { Analysis } from '../../metrics/analysis.ts';
import { tuningTasks, type VerifierReportCard } from '../../metrics/verifier-report-card.ts';
import { verifierText } from '../../metrics/what-grades.ts';
import type { Estimate } from '../../statistics/task-bootstrap.ts';
import type { Section, Table } from '../../text/section.ts';
import type { Identity } from '../../types/record.ts';
import { bounds, label, percent, percentPoints, UNKNOWN } from './format.ts';
import { proportionText } from './rounds.ts';

/** Verifiers that say nearly always the same, with their acceptance: nothing can be concluded from such a loop. */
export function degenerateNotes({ verifiers }: Analysis): string[] {
  return verifiers
    .filter(({ isDegenerate }) => isDegenerate)
    .map(
      ({ condition, acceptance: { count, total, proportion } }) =>
        `degenerate verifier: that of ${label(condition)} accepts ${count} of ${total} (${percent(proportion)}), under 5 % or over 95 %: it hardly tells candidates apart.`,
    );
}

/** In-loop verdicts against the grades. */
export function verifierSection(analysis: Analysis): Section {
  const { verifiers } = analysis;
  const stepwise = verifiers.filter(({ byStep }) => byStep.length > 1);
  const hasCoins = verifiers.some(({ matchedCoins }) => matchedCoins.length > 0);
  return {
    title: 'Verifier report card',
    notes: [
      'Every verdict a condition’s own verifier gave, against the grade of the same candidate. False accept: accepted, of the judged candidates that are wrong. False reject: rejected, of those that are right. `unparsed` is no verdict. Intervals: Wilson where a task counts once, else whole tasks are resampled. Gain over a coin: how much more often verdicts agree with the grades than those of a coin with the same acceptance rate, in points; at 0 the verifier tells nothing. The verifier of a † condition is the grader itself: its zeros hold by construction.',
      ...degenerateNotes(analysis),
    ],
    tables: [
      cardTable(verifiers, analysis.run.manifest.identity),
      ...otherTasksTable(analysis),
      ...(stepwise.length === 0 ? [] : [stepTable(stepwise)]),
      ...(hasCoins ? [coinTable(verifiers)] : []),
    ],
  };
}

function cardTable(verifiers: readonly VerifierReportCard[], identity: Identity): Table {
  return {
    header: [
      'condition',
      'verifier',
      'steps',
      'accept',
      'reject',
      'unparsed',
      'false accepts',
      'false rejects',
      'ungraded',
      'gain over a coin',
    ],
    rows: verifiers.map((card) => [
      label(card.condition),
      verifierText(card.condition.verifier, identity),
      ...[card.steps, card.accepted, card.rejected, card.unparsed].map(String),
      proportionText(card.falseAccepts),
      proportionText(card.falseRejects),
      String(card.ungraded),
      card.gain === undefined ? UNKNOWN : points(card.gain.gain),
    ]),
    textColumns: [1],
  };
}

/** What a model says where the wording that asks it was not chosen: the whole table flatters it, if at all. */
function otherTasksTable({ run, verifiers }: Analysis): Table[] {
  const cards = verifiers.flatMap(({ condition, otherTasks }) =>
    otherTasks === undefined ? [] : [{ condition, ...otherTasks }],
  );
  if (cards.length === 0) return [];
  const { taskIds } = run.manifest.identity;
  const others = taskIds.length - tuningTasks(run).size;
  return [
    {
      header: [
        `on the ${others} of ${taskIds.length} tasks that no wording was chosen on`,
        ...['accept', 'reject', 'unparsed', 'false accepts', 'false rejects', 'ungraded'],
      ],
      rows: cards.map((card) => [
        label(card.condition),
        ...[card.accepted, card.rejected, card.unparsed].map(String),
        proportionText(card.falseAccepts),
        proportionText(card.falseRejects),
        String(card.ungraded),
      ]),
    },
  ];
}

/** How verdicts change from round to round: what is judged later is what was rejected before. */
function stepTable(verifiers: readonly VerifierReportCard[]): Table {
  const last = Math.max(...verifiers.flatMap(({ byStep }) => byStep.map(({ step }) => step)));
  const steps = Array.from({ length: last + 1 }, (_, step) => step);
  return {
    header: ['false accepts ; false rejects, by step', ...steps.map(String)],
    rows: verifiers.map(({ condition, byStep }) => [
      label(condition),
      ...steps.map((step) => {
        const own = byStep.find((row) => row.step === step);
        if (own === undefined) return '';
        const { falseAccepts, falseRejects } = own;
        return `${falseAccepts.count} / ${falseAccepts.total} ; ${falseRejects.count} / ${falseRejects.total}`;
      }),
    ]),
  };
}

function coinTable(verifiers: readonly VerifierReportCard[]): Table {
  return {
    header: ['condition', 'matched coin', 'k', 'compared', 'only here', 'only with the coin', 'gain in points'],
    rows: verifiers.flatMap(({ condition, matchedCoins }) =>
      matchedCoins.map(({ coin, k, compared, wins, losses, gain }) => [
        label(condition),
        coin.name,
        ...[k, compared, wins, losses].map(String),
        points(gain),
      ]),
    ),
    textColumns: [1],
  };
}

function points({ value, interval }: Estimate): string {
  return value === undefined ? UNKNOWN : `${percentPoints(value)} ${bounds(interval)}`.trim();
}
