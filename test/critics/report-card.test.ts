import { describe, expect, test } from 'vitest';
import { comparison } from '../../harness/critics/comparison.ts';
import { CRITICS, type CriticVerdict, type Said } from '../../harness/critics/critic.ts';
import { criticsCsv, criticsReport } from '../../harness/critics/critics-tables.ts';
import type { JudgedTranslation } from '../../harness/critics/judge-translation.ts';
import { comparisonCurve, reportCard, saidBy } from '../../harness/critics/report-card.ts';
import { translationsOf } from '../../harness/critics/translation.ts';
import { loadTripleDataset } from '../../harness/loading/load-dataset.ts';
import { criticModel, criticParts, DIFFERENT, SAME } from '../fixtures/critics.ts';
import { LISTING_2 } from '../fixtures/listing-2.ts';

type Words = readonly [Said, Said, Said, Said, Said];

const EVERY = 'every exploit rejects';
const WITHOUT = 'none that is trivially right';

function judged(program: string, truth: 'same' | 'weakened', words: Words, more: Partial<CriticVerdict> = {}) {
  const known = { truth, group: truth === 'same' ? 'right' : 'C2' };
  const translation = { ...LISTING_2.python, id: `${program}, ${truth}`, program, known };
  const verdicts = CRITICS.map((critic, place): CriticVerdict => {
    const own = { critic, said: words[place] ?? 'not-run', detail: '' };
    return critic === 'exploit' || critic === 'comparison' ? { ...own, ...more, critic, said: own.said } : own;
  });
  return { translation, verdicts } satisfies JudgedTranslation;
}

const exploit = (isTriviallyRight: 'yes' | 'no' | 'unknown') => ({ body: 'return 0\n', isTriviallyRight, detail: '' });

describe('the report card of critics', () => {
  const all = [
    judged('one', 'same', ['accept', 'accept', 'reject', 'accept', 'accept'], { exploits: [exploit('yes')] }),
    judged('two', 'same', ['accept', 'reject', 'accept', 'unknown', 'accept']),
    judged('one', 'weakened', ['accept', 'accept', 'accept', 'reject', 'accept']),
    judged('two', 'weakened', ['accept', 'accept', 'reject', 'unknown', 'reject'], { exploits: [exploit('no')] }),
  ];
  const rowOf = (judge: string, group: string, rule: typeof EVERY | typeof WITHOUT = EVERY) => {
    const row = reportCard(all, rule).find((one) => one.judge === judge && one.group === group);
    return [row?.rejected.count, row?.rejected.total, row?.unknown];
  };

  test('counts what is caught and what is a false alarm, worked out by hand', () => {
    expect(rowOf('rules', 'right')).toEqual([0, 2, 0]);
    expect(rowOf('formal', 'right')).toEqual([0, 2, 1]);
    expect(rowOf('formal', 'C2')).toEqual([1, 2, 1]);
    expect(rowOf('exploit', 'right')).toEqual([1, 2, 0]);
    expect(rowOf('trio', 'right')).toEqual([2, 2, 0]);
    expect(rowOf('trio', 'C2')).toEqual([1, 2, 0]);
    expect(rowOf('all five', 'C2')).toEqual([2, 2, 0]);
  });

  test('leaves out exploits that are a correct program of a line, and no other', () => {
    expect(rowOf('exploit', 'right', WITHOUT)).toEqual([0, 2, 0]);
    expect(rowOf('trio', 'right', WITHOUT)).toEqual([1, 2, 0]);
    expect(rowOf('exploit', 'C2', WITHOUT)).toEqual([1, 2, 0]);
    const mixed = judged('one', 'same', ['accept', 'accept', 'reject', 'accept', 'accept'], {
      exploits: [exploit('yes'), exploit('unknown')],
    });
    expect(saidBy('exploit', mixed.verdicts, WITHOUT)).toBe('reject');
  });

  test('says not run of critics that need a model, and of what counts them, never 0', () => {
    const without = [judged('one', 'same', ['accept', 'not-run', 'not-run', 'accept', 'accept'])];
    const rows = reportCard(without, EVERY);
    expect(rows.filter(({ notRun }) => notRun > 0).map(({ judge }) => judge)).toEqual([
      'comparison',
      'exploit',
      'trio',
      'all five',
    ]);
    const text = criticsReport(without, { dataset: 'test', isSimulated: false, votes: 32, rejectedFrom: 0.5 });
    expect(text).toContain('No model was given');
    expect(text).toMatch(/\| trio +\| right +\| same +\| +not run \|/);
  });

  test('one critic that could not tell leaves all of them open', () => {
    expect(
      saidBy('all five', judged('one', 'same', ['accept', 'accept', 'accept', 'unknown', 'accept']).verdicts, EVERY),
    ).toBe('unknown');
  });

  test('draws the votes over r: at 0.5 half of them reject, at 0.6 they do not', () => {
    const votes = (same: number, different: number) => ({ votes: { same, different, unparsed: 1 } });
    const words: Words = ['accept', 'accept', 'accept', 'accept', 'accept'];
    const voted = [judged('one', 'weakened', words, votes(2, 2)), judged('one', 'same', words, votes(9, 1))].map(
      ({ translation, verdicts }) => ({
        translation,
        verdicts: verdicts.filter(({ critic }) => critic === 'comparison'),
      }),
    );
    const points = comparisonCurve(voted).map(({ rejectedFrom, caught, falseAlarms }) => [
      rejectedFrom,
      caught.count,
      falseAlarms.count,
    ]);
    expect(points.slice(0, 2)).toEqual([
      [0.1, 1, 1],
      [0.2, 1, 0],
    ]);
    expect(points.slice(4, 6)).toEqual([
      [0.5, 1, 0],
      [0.6, 0, 0],
    ]);
  });

  test('what a model wrote can neither leave its cell nor begin a formula', () => {
    const hostile = { body: '| x |\n# heading \u001b[2J', isTriviallyRight: 'no' as const, detail: '=cmd()' };
    const one = judged('one', 'same', ['accept', 'accept', 'reject', 'accept', 'accept'], {
      exploits: [hostile],
      detail: '=HYPERLINK()',
    });
    const text = criticsReport([one], {
      dataset: 'test',
      isSimulated: true,
      model: 'scripted',
      votes: 1,
      rejectedFrom: 0.5,
    });
    expect(text).not.toContain('\u001b');
    expect(text).not.toContain('\n# heading');
    expect(text).toContain('SIMULATED');
    expect(criticsCsv([one])).toContain("'=HYPERLINK()");
  });
});

test('votes are counted, those that cannot be read too, and r decides', async () => {
  const compare = [SAME, DIFFERENT, 'I think so', DIFFERENT];
  const half = await comparison(LISTING_2.python, criticParts(undefined, criticModel({ votes: 4, compare })));
  expect(half).toEqual({
    critic: 'comparison',
    said: 'reject',
    detail: '1 same, 2 different, 1 unparsed',
    votes: { same: 1, different: 2, unparsed: 1 },
  });
  const most = { votes: 4, compare, rejectedFrom: 0.7 };
  expect((await comparison(LISTING_2.python, criticParts(undefined, criticModel(most)))).said).toBe('accept');
  const none = { votes: 2, compare: ['yes'] };
  expect((await comparison(LISTING_2.python, criticParts(undefined, criticModel(none)))).said).toBe('unknown');
  expect((await comparison(LISTING_2.python, criticParts())).said).toBe('not-run');
});

test('translations of known truth are made of triples, equal ones once, and between two languages', async () => {
  const { problems } = await loadTripleDataset('kata-triples', { environment: process.env });
  const own = translationsOf(problems);
  const groups = Object.fromEntries(
    [...Map.groupBy(own, ({ known }) => known?.group ?? '')].map(([group, each]) => [group, each.length]),
  );
  // C2 and C3 differ in their words alone, which no critic sees.
  expect(groups).toEqual({ 'right contract': 32, 'C2: weakened': 32, 'C2: weakened, wrong body': 32 });
  expect(own.every(({ source, target }) => source.language === target.language)).toBe(true);
  const between = translationsOf(problems, 'dafny');
  expect(between).toHaveLength(48);
  expect(new Set(between.map(({ source, target }) => `${source.language} ${target.language}`))).toEqual(
    new Set(['dafny python']),
  );
});
