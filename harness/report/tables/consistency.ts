import type { Analysis } from '../../metrics/analysis.ts';
import type { PassedCell, RuleDifference } from '../../metrics/consistency/acceptance.ts';
import type { JudgeCard } from '../../metrics/consistency/judge-card.ts';
import type { SubsetAcceptance } from '../../metrics/consistency/subsets.ts';
import type { Section, Table } from '../../text/section.ts';
import { CHECKS } from '../../types/consistency.ts';
import type { Rule } from '../../types/consistency-rules.ts';
import { label, percent, percentWithBounds, UNKNOWN } from './format.ts';

/** What the six checks say of triples; none where no arm makes them. */
export function consistencySections({ consistency }: Analysis): Section[] {
  const { triples, cells, subsets, differences, syntax, judges } = consistency;
  const judge = judges.length === 0 ? [] : [judgeSection(judges)];
  if (triples.length === 0) return judge;
  return [
    ...judge,
    {
      title: 'Triples accepted by the six checks',
      notes: [RULES_NOTE, ATTEMPTS_NOTE],
      tables: [decisionTable(cells.filter(({ check }) => check === undefined))],
    },
    {
      title: 'What each check lets pass',
      notes: [
        'Passed, of the triples that were checked: strict / published. Between them stand what the strict rule leaves unknown.',
      ],
      tables: [checkTable(cells)],
    },
    {
      title: 'Which check carries the filter',
      notes: [
        'Accepted, were these checks alone made, under the strict rule and at the most attempts. All 64 subsets stand in `consistency-subsets.csv`.',
      ],
      tables: [subsetTable(subsets.filter(({ rule }) => rule === 'strict'))],
    },
    {
      title: 'Triples on which the two rules decide otherwise',
      notes: ['At the most attempts.'],
      tables: [differenceTable(differences)],
    },
    {
      title: 'Rebuilt artefacts that do not compile',
      notes: [
        'Answers that a compiler was asked about. What is not admitted is told to the model, which has three tries.',
      ],
      tables: [
        {
          header: ['condition', 'check', 'tries', 'admitted', 'syntax', 'types', 'forbidden', 'others'],
          textColumns: [1],
          rows: syntax.map(({ condition, check, tries, admitted, types, forbidden, others, ...own }) => [
            ...[label(condition), check],
            ...[tries, admitted, own.syntax, types, forbidden, others].map(String),
          ]),
        },
      ],
    },
  ];
}

const RULES_NOTE =
  '*strict*: a check passes on positive evidence, fails on values that were executed, a NO or a text that may not be given to a prover, and is unknown otherwise; a triple is accepted where all six pass, rejected where one fails, undecided otherwise. *published*: as Clover’s public code decides (words of success anywhere in a tool’s output, YES anywhere in the judge’s answer, outputs equal where both are missing). Intervals take each program with all its triples as one.';
const ATTEMPTS_NOTE =
  'attempts: how often each check was tried at most (k of the paper); any try that passes passes it, so acceptance can only rise, by construction.';

function judgeSection(judges: readonly JudgeCard[]): Section {
  const isDegenerate = judges.some((card) => card.isDegenerate);
  return {
    title: 'The judge of docstrings, where the answer is known',
    notes: [
      'YES, of all that were asked: a docstring beside itself says the same, beside an unrelated one and beside those of C1 and C3 it does not.',
      ...(isDegenerate
        ? [
            'Degenerate: it says the same to nearly all (under 5 % or over 95 % of them YES), so that no acceptance of triples that rests on it is a result.',
          ]
        : []),
    ],
    tables: [
      {
        header: ['condition', 'rule', 'beside', 'YES', '', 'unparsed', 'degenerate'],
        textColumns: [1, 2],
        rows: judges.flatMap(({ condition, rule, rows, isDegenerate: isOdd }) =>
          rows.map(({ beside, yes, unparsed }) => [
            ...[label(condition), rule, beside, `${yes.count} / ${yes.total}`],
            ...[percentWithBounds(yes.proportion, yes.interval), String(unparsed), isOdd ? 'yes' : ''],
          ]),
        ),
      },
    ],
  };
}

const placeOf = ({ condition, set, attempts }: PassedCell): string => `${condition.name} ${set} ${attempts}`;
const ofRule = (cells: readonly PassedCell[], rule: Rule) => cells.find((cell) => cell.rule === rule);

function decisionTable(cells: readonly PassedCell[]): Table {
  const rows = [...Map.groupBy(cells, placeOf).values()].flatMap((own) => {
    const [strict, published] = [ofRule(own, 'strict'), ofRule(own, 'published')];
    if (strict === undefined || published === undefined) return [];
    const { passed, failed, unknown, notChecked } = strict;
    return [
      [
        ...[label(strict.condition), strict.set, String(strict.attempts), String(passed.total)],
        ...[String(passed.count), percentWithBounds(passed.proportion, passed.interval)],
        ...[upTo(strict), String(failed), String(unknown), String(published.passed.count)],
        percentWithBounds(published.passed.proportion, published.passed.interval),
        String(notChecked),
      ],
    ];
  });
  const header = [
    ...['condition', 'set', 'attempts', 'checked', 'accepted', 'of checked', 'at most', 'rejected', 'undecided'],
    ...['accepted, published', 'of checked', 'not checked'],
  ];
  return { header, rows, textColumns: [1] };
}

/** Were all that is unknown to pass. */
const upTo = ({ passed: { count, total }, unknown }: PassedCell): string =>
  total === 0 ? UNKNOWN : percent((count + unknown) / total);

function checkTable(cells: readonly PassedCell[]): Table {
  const rows = [...Map.groupBy(cells, placeOf).values()].flatMap((own) => {
    const [first] = own;
    if (first === undefined) return [];
    const texts = CHECKS.map((check) => {
      const [strict, published] = (['strict', 'published'] as const).map((rule) =>
        ofRule(
          own.filter((cell) => cell.check === check),
          rule,
        ),
      );
      const open = strict === undefined || strict.unknown === 0 ? '' : ` (+${strict.unknown}?)`;
      return `${strict?.passed.count ?? UNKNOWN}${open} / ${published?.passed.count ?? UNKNOWN}`;
    });
    return [[label(first.condition), first.set, String(first.attempts), String(first.passed.total), ...texts]];
  });
  return { header: ['condition', 'set', 'attempts', 'checked', ...CHECKS], rows, textColumns: [1] };
}

function subsetTable(subsets: readonly SubsetAcceptance[]): Table {
  const shown = subsets.filter(({ checks }) => [0, 1, CHECKS.length - 1, CHECKS.length].includes(checks.length));
  return {
    header: ['condition', 'checks', 'right accepted', '', 'wrong accepted', ''],
    textColumns: [1],
    rows: shown.map(({ condition, checks, right, wrong }) => [
      label(condition),
      nameOf(checks),
      `${right.count} / ${right.total}`,
      percentWithBounds(right.proportion, right.interval),
      `${wrong.count} / ${wrong.total}`,
      percentWithBounds(wrong.proportion, wrong.interval),
    ]),
  };
}

function nameOf(checks: SubsetAcceptance['checks']): string {
  if (checks.length === 0) return 'none';
  if (checks.length === CHECKS.length) return 'all six';
  const missing = CHECKS.filter((check) => !checks.includes(check));
  return checks.length === 1 ? checks.join('') : `all but ${missing.join(', ')}`;
}

function differenceTable(differences: readonly RuleDifference[]): Table {
  return {
    header: ['condition', 'triple', 'set', 'strict', 'published', 'checks that differ'],
    textColumns: [1, 2, 3, 4, 5],
    rows: differences.map(({ triple, decisions, checks }) => [
      ...[label(triple.condition), triple.taskId, triple.set, decisions.strict, decisions.published],
      checks.join(', '),
    ]),
  };
}
