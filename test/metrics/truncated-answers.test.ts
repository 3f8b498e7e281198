import { expect, test } from 'vitest';
import { analyse } from '../../harness/metrics/analysis.ts';
import { unequalCuts } from '../../harness/metrics/truncated-answers.ts';
import { csvTables } from '../../harness/report/csv/csv-files.ts';
import { markdownSection } from '../../harness/report/markdown.ts';
import { truncatedAnswersSections } from '../../harness/report/tables/truncated-answers.ts';
import { csvText } from '../../harness/text/csv.ts';
import { makeRun } from '../fixtures/run.ts';
import { withPlans } from '../fixtures/truncated.ts';

const TASKS = Array.from({ length: 20 }, (_, task) => `t${task}`);
const once = TASKS.map(() => 'a/a/');
const alone = TASKS.map(() => 'a');

/** One fresh answer in twenty is cut (5 %, shared by all arms), and so many plans of `lucid`. */
function study(cutPlans: number) {
  const run = makeRun({
    tasks: TASKS,
    conditions: {
      baseline: { trials: alone },
      'resample-oracle': { trials: once, laterRole: 'generate' },
      lucid: { trials: once, comparator: 'resample-oracle' },
    },
    identity: { k: [1], maxOutputTokens: 384 },
    call: (call, { taskId }) =>
      call.role === 'generate' && taskId === 't0' ? { ...call, finishReason: 'length' } : call,
  });
  return withPlans(run, 'lucid', cutPlans);
}

test('answers are counted by role and arm, a role that was not asked has no row, and 5 % is not yet too many', () => {
  const text = csvText(csvTables(analyse(study(2)))['truncated-answers.csv'] ?? { columns: [], rows: [] });
  expect(text).toMatchInlineSnapshot(`
    "condition,role,answers,cut,share,max_output_tokens,too_many
    baseline,generate,20,1,0.05,384,false
    resample-oracle,generate,40,2,0.05,384,false
    lucid,generate,20,1,0.05,384,false
    lucid,remediate,20,2,0.1,384,true
    lucid,regenerate,20,0,0,384,false
    "
  `);
});

test('the table shows shares by arm and role, marks what is too many, and leaves empty what an arm has not', () => {
  const [section] = truncatedAnswersSections(analyse(study(2)));
  expect(section && markdownSection(section).split('\n\n').at(-1)).toMatchInlineSnapshot(`
    "| condition       |       generate |         remediate |     regenerate |
    | --------------- | -------------: | ----------------: | -------------: |
    | baseline        | 1 / 20 = 5.0 % |                   |                |
    | resample-oracle | 2 / 40 = 5.0 % |                   |                |
    | lucid           | 1 / 20 = 5.0 % | 2 / 20 = 10.0 % ! | 0 / 20 = 0.0 % |"
  `);
});

test('a stage that only one of two compared arms has is an unequal handicap, one that both have alike is none', () => {
  const analysis = analyse(study(2));
  const named = unequalCuts(analysis.run, analysis.truncated).map(
    ({ more, other, less }) =>
      `${more.condition.name} ${more.role} ${more.cut}/${more.answers}, ${other.name} ${less?.cut}`,
  );
  expect(named).toEqual(['lucid remediate 2/20, resample-oracle undefined']);
});

test('a gap of 5 points between two arms is no unequal handicap', () => {
  const analysis = analyse(study(1));
  expect(unequalCuts(analysis.run, analysis.truncated)).toEqual([]);
});

test('rewrites are held against the fresh answers of an arm that has no rewrites', () => {
  const run = makeRun({
    tasks: TASKS,
    conditions: {
      baseline: { trials: alone },
      resample: { trials: once, laterRole: 'generate' },
      loop: { trials: once, comparator: 'resample' },
    },
    identity: { k: [1] },
    // All fresh answers and rewrites of the first two tasks: 4 of 40 and 2 of 20.
    call: (call, { taskId }) => (['t0', 't1'].includes(taskId) ? { ...call, finishReason: 'length' } : call),
  });
  const { truncated } = analyse(run);
  expect(truncated.map(({ condition, role, cut, answers }) => `${condition.name} ${role} ${cut}/${answers}`)).toEqual([
    'baseline generate 2/20',
    'resample generate 4/40',
    'loop generate 2/20',
    'loop regenerate 2/20',
  ]);
  expect(unequalCuts(run, truncated)).toEqual([]);
});

test('a run of which no call is known has neither table nor rows', () => {
  const { trajectories, ...rest } = makeRun({ tasks: ['a'], conditions: { baseline: { trials: ['s'] } } });
  const steps = trajectories.map((one) => ({
    ...one,
    steps: one.steps.map(({ calls: _, ...step }) => step),
  }));
  const analysis = analyse({ ...rest, trajectories: steps });
  expect(analysis.truncated).toEqual([]);
  expect(truncatedAnswersSections(analysis)).toEqual([]);
});
