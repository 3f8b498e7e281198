import type { Analysis } from '../../metrics/analysis.ts';
import { unrecordedArms } from '../../metrics/trials/trials.ts';
import {
  MOST_CUT,
  ROLES,
  type TruncatedAnswers,
  type UnequalCut,
  unequalCuts,
} from '../../metrics/truncated-answers.ts';
import { EQUIVALENCE_MARGIN } from '../../statistics/equivalence.ts';
import { minimumDetectableEffect } from '../../statistics/power.ts';
import type { Role } from '../../types/model.ts';
import { ungradedText } from '../header.ts';
import { isShownByChance } from '../tables/convergence.ts';
import { count, percentPoints } from '../tables/format.ts';
import { notRunLines, total } from '../tables/not-run.ts';
import { constructionNotes } from '../tables/regressions.ts';
import { recordedLogsText } from '../tables/replay.ts';
import { listText, type Statement } from './statement.ts';

/** Above this share of answers that could not be read, reading is part of what an arm measures; the reason is that of `MOST_CUT`. */
const MOST_UNREADABLE = EQUIVALENCE_MARGIN;

/** Tasks that do not show a difference of twice the margin that was declared not to matter are few. */
const FEW_TASKS_EFFECT = 2 * EQUIVALENCE_MARGIN;

/**
 * Up to so many billion parameters a model is called small, as in Lu et al. 2024 (Small language models: survey, measurements, and
 * insights).
 */
const SMALL_MODEL_BILLIONS = 5;

/** The screen names so many unequal stages; tables.md and the page name all. */
const MOST_ON_SCREEN = 4;

/** What stands against the numbers of this run, the gravest first. */
export function warningStatements(analysis: Analysis): Statement[] {
  return [
    brokenOracle(analysis),
    leaks(analysis),
    unrecorded(analysis),
    ungraded(analysis),
    drifted(analysis),
    ofRecordedLogs(analysis),
    ...notRunLines(analysis).map((text) => ({ text })),
    truncated(analysis),
    unequallyCut(analysis),
    unparsed(analysis),
    shownByChance(analysis),
    withoutCode(analysis),
    smallModel(analysis),
    fewTasks(analysis),
  ].flatMap((warning) => (warning === undefined ? [] : [{ kind: 'warning', ...warning } as const]));
}

type Warning = Omit<Statement, 'kind'> | undefined;

function brokenOracle(analysis: Analysis): Warning {
  const note = constructionNotes(analysis).find((text) => text.startsWith('WARNING: '));
  return note === undefined ? undefined : { text: note.slice('WARNING: '.length) };
}

function leaks({ run }: Analysis): Warning {
  const { patches } = run.manifest.identity;
  const shown = [
    ...(patches?.context === 'gold-files' ? ['files chosen by the gold patch'] : []),
    ...(patches?.showsHints === true ? ['the discussion of the issue'] : []),
    ...(patches?.showsTestNames === true ? ['the names of the tests that must pass'] : []),
  ];
  return shown.length === 0 ? undefined : { text: `the model was shown what leaks the fix: ${listText(shown)}.` };
}

function unrecorded({ run }: Analysis): Warning {
  const arms = [...unrecordedArms(run)];
  if (arms.length === 0) return undefined;
  return { text: `not recorded with these prompts, and so without a number: ${listText(arms)}.` };
}

function ungraded(analysis: Analysis): Warning {
  const { ungraded: number, text } = ungradedText(analysis);
  return number === 0 ? undefined : { text: `could not be graded at the largest k, and in no rate: ${text}.` };
}

function drifted({ drift }: Analysis): Warning {
  const number = drift.reduce((sum, row) => sum + row.either, 0);
  const steps = drift.reduce((sum, row) => sum + row.steps - total(row.notCompared), 0);
  if (number === 0) return undefined;
  return { text: `${count(number)} of ${count(steps)} steps came out otherwise here than when they were recorded.` };
}

function ofRecordedLogs({ drift }: Analysis): Warning {
  const text = recordedLogsText(drift);
  return text === undefined ? undefined : { text: `${text}.` };
}

function shownByChance({ loops }: Analysis): Warning {
  const arms = loops.convergence.filter(isShownByChance).map(({ condition }) => condition.name);
  if (arms.length === 0) return undefined;
  return {
    text: `the gap closes for ${listText(arms)} too, whose verifier is chance: that C2 or C3 are shown is no sign of verification here.`,
  };
}

/** What a call of this role is answered with. */
const ANSWERS: Readonly<Record<Role, string>> = {
  generate: 'fresh answers',
  criticise: 'critiques',
  judge: 'judgements',
  extract: 'lists of claims',
  remediate: 'plans',
  regenerate: 'rewrites',
};

function truncated({ truncated: rows, run }: Analysis): Warning {
  const tooMany = rows.filter(({ isTooMany }) => isTooMany);
  if (tooMany.length === 0) return undefined;
  const limit = count(run.manifest.identity.maxOutputTokens);
  return {
    text: `the output limit of ${limit} tokens cut more than ${100 * MOST_CUT} % of the answers in a role:`,
    items: ROLES.flatMap((role) => {
      const own = tooMany.filter((row) => row.role === role);
      return own.length === 0 ? [] : [`${ANSWERS[role]} of ${countsByArm(own)}`];
    }),
  };
}

/** `lucid (45 of 83), a and b (4 of 60 each)`: arms with equal counts together. */
function countsByArm(rows: readonly TruncatedAnswers[]): string {
  const groups = Map.groupBy(rows, ({ cut, answers }) => `${cut} of ${answers}`);
  return [...groups]
    .map(([counts, own]) => {
      const names = listText(own.map(({ condition }) => condition.name));
      return `${names} (${counts}${own.length > 1 ? ' each' : ''})`;
    })
    .join(', ');
}

function unequallyCut({ truncated: rows, run }: Analysis): Warning {
  const items = unequalCuts(run, rows).map(handicapText);
  if (items.length === 0) return undefined;
  const text = 'that limit handicaps arms that are compared unequally:';
  const rest = items.length - MOST_ON_SCREEN;
  const onScreen = { text, items: [...items.slice(0, MOST_ON_SCREEN), `${rest} more in tables.md`] };
  return { text, items, ...(rest > 0 ? { onScreen } : {}) };
}

function handicapText({ more, other, less }: UnequalCut): string {
  const cut = `${more.condition.name}: ${more.cut} of ${more.answers} ${ANSWERS[more.role]} were cut`;
  return less === undefined
    ? `${cut}, ${other.name} has no such stage`
    : `${cut}, against ${less.cut} of ${less.answers} ${ANSWERS[less.role]} of ${other.name}`;
}

function withoutCode({ extraction }: Analysis): Warning {
  const arms = extraction.flatMap(({ condition, steps, extraction: { none } }) =>
    none > MOST_UNREADABLE * steps ? [`${condition.name} (${none} of ${steps})`] : [],
  );
  if (arms.length === 0) return undefined;
  return { text: `more than ${100 * MOST_UNREADABLE} % of the steps hold no code: ${listText(arms)}.` };
}

function unparsed({ ends, run }: Analysis): Warning {
  const arms = run.manifest.identity.conditions.flatMap(({ name }) => {
    const own = ends.filter(({ condition }) => condition.name === name);
    const trials = own.reduce((sum, row) => sum + row.trials, 0);
    const lost = own.find(({ status, reason }) => status === 'submitted' && reason === 'unparsed')?.trials ?? 0;
    return lost > MOST_UNREADABLE * trials ? [`${name} (${lost} of ${trials})`] : [];
  });
  if (arms.length === 0) return undefined;
  const share = `more than ${100 * MOST_UNREADABLE} % of the trials`;
  return { text: `${share} ended because the answer of a stage could not be read: ${listText(arms)}.` };
}

function smallModel({ run }: Analysis): Warning {
  const billions = /(?:^|[^a-z0-9.])(\d+(?:\.\d+)?)b(?![a-z0-9])/i.exec(run.manifest.identity.model)?.[1];
  if (billions === undefined || Number(billions) > SMALL_MODEL_BILLIONS) return undefined;
  const size = `a small model, ${billions} billion parameters by its name`;
  return { text: `${size}: what loops do with it is no evidence about larger ones.` };
}

function fewTasks({ run, readings }: Analysis): Warning {
  if (readings.length === 0 || run.manifest.identity.conditions.length === 1) return undefined;
  const tasks = run.manifest.identity.taskIds.length;
  const effect = minimumDetectableEffect(tasks, { lossRate: 0 });
  if (effect === undefined) return { text: `few tasks: ${count(tasks)} cannot show any difference.` };
  if (effect <= FEW_TASKS_EFFECT) return undefined;
  return {
    text: `few tasks: with ${count(tasks)} a true difference of less than ${percentPoints(effect)} points is missed more than once in five times.`,
  };
}
