import { expect, test } from 'vitest';
import { analyse } from '../../harness/metrics/analysis.ts';
import { audit } from '../../harness/published/audit.ts';
import { repeatedConvergence } from '../../harness/report/published/repeated-section.ts';
import { warningStatements } from '../../harness/report/summary/summary-warnings.ts';
import { convergenceSections } from '../../harness/report/tables/convergence.ts';
import type { Grade, WholeRun } from '../../harness/types/record.ts';
import { makeRun } from '../fixtures/run.ts';

const tasks = Array.from({ length: 30 }, (_, index) => `HumanEval/${index}`);

/** Every first answer fails and its rewrite is right, whoever says what of it. */
const run = (grade: (grade: Grade) => Grade): WholeRun => {
  const made = makeRun({
    tasks,
    conditions: {
      lucid: { verifier: 'grading-tests', oracle: true, trials: tasks.map(() => 'a/s') },
      'lucid-random-verify': { verifier: 'coin', trials: tasks.map(() => 'a/s') },
    },
    identity: { k: [1] },
  });
  return { ...made, grades: made.grades.map((one) => (one.outcome.status === 'unsolved' ? grade(one) : one)) };
};
const prose = (grade: Grade): Grade => ({
  ...grade,
  outcome: { status: 'unsolved', reason: 'syntax' },
  failures: [{ message: 'SyntaxError: invalid syntax', source: 'Here is the function you asked for:' }],
});
const wrong = (grade: Grade): Grade => ({ ...grade, failures: [{ message: 'AssertionError' }] });
const onlyFlagged = (grade: Grade): Grade =>
  grade.condition === 'lucid' ? prose(grade) : { ...grade, outcome: { status: 'unsolved', reason: 'tests-failed' } };

const cells = (sections: ReturnType<typeof convergenceSections>) =>
  sections[0]?.tables?.[0]?.rows.map((row) => [row[0], row[6], row[9]]);

test('where C2 and C3 are shown for a loop whose verifier is chance, the table marks it and the summary warns', () => {
  const analysis = analyse(run(wrong));
  expect(cells(convergenceSections(analysis))).toEqual([
    ['lucid†', 'shown', 'shown'],
    ['lucid-random-verify§', 'shown', 'shown'],
  ]);
  expect(warningStatements(analysis).map(({ text }) => text)).toContain(
    'the gap closes for lucid-random-verify too, whose verifier is chance: that C2 or C3 are shown is no sign of verification here.',
  );
});

test('a loop that repaired real failures converges without the artefacts too', () => {
  const study = run(wrong);
  expect(cells(repeatedConvergence(study, audit(study)))?.[0]).toEqual(['lucid†', 'shown', 'shown']);
});

test('where the failures are prose, or nobody knows what they are beside prose, nothing is shown any more', () => {
  for (const grade of [prose, onlyFlagged]) {
    const study = run(grade);
    const [section] = repeatedConvergence(study, audit(study));
    expect(section?.tables[0]?.rows).toEqual([
      ['lucid†', '30', '0'],
      ['lucid-random-verify', '30', '0'],
    ]);
    expect(section?.notes?.at(-1)).toMatch(/^Nothing is left: /);
  }
});
