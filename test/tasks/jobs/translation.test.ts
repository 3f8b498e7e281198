import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { judgeProved } from '../../../harness/critics/judge-proved.ts';
import { loadContractDataset } from '../../../harness/loading/load-dataset.ts';
import { loadConditions } from '../../../harness/run/load-conditions.ts';
import { memoryExecutions } from '../../../harness/sandbox/memory-executions.ts';
import { annotationEvaluator } from '../../../harness/tasks/jobs/annotation-evaluator.ts';
import { annotationDataset } from '../../../harness/tasks/jobs/problems.ts';
import { searchStep } from '../../../harness/types/search.ts';
import { createProofRunner } from '../../../harness/verifiers/prover/run.ts';
import { evaluatorOf, LANGUAGES_HERE, searchTranslation, translationOfKata } from '../../fixtures/translation.ts';
import { proverSandboxes } from '../../verifiers/prover/prover-sandboxes.ts';

const timeout = 1_800_000;
const [sandbox, ...others] = await proverSandboxes();
afterAll(() => Promise.all([sandbox, ...others].map((each) => each?.close())));
const runner = createProofRunner(sandbox ?? { missing: 'no prover' });

const larger = (clauses: readonly string[], body: string): string =>
  `def larger(a: int, b: int) -> int:\n${clauses.map((clause) => `    #@ ${clause}\n`).join('')}${body}`;
const RIGHT = '    if a > b:\n        return a\n    return b\n';
const CLAUSES = ['ensures result >= a', 'ensures result >= b', 'ensures result == a or result == b'];
const fenced = (text: string): string => `\`\`\`python\n${text}\`\`\``;

test('neither the jobs, nor the pools and their iterations, nor their prompts name a language', () => {
  const root = join(import.meta.dirname, '../../..');
  const folders = ['harness/tasks/jobs', 'harness/bootstrap'].flatMap((folder) =>
    readdirSync(join(root, folder)).map((file) => join(root, folder, file)),
  );
  for (const file of [...folders, join(root, 'conditions/shared/jobs/prompts.ts')]) {
    const text = readFileSync(file, 'utf8');
    expect([file, text.match(/dafny|why3|python|\bverus\b/i)?.[0] ?? 'none']).toEqual([file, 'none']);
  }
});

describe.skipIf(sandbox === undefined)('a translation that is proved for real', () => {
  test.each([
    ['as the dataset’s own', larger(CLAUSES, RIGHT), { status: 'solved' }],
    ['with a contract that says more', larger([...CLAUSES, 'ensures result + 1 > a'], RIGHT), { status: 'solved' }],
    [
      'with a weaker contract over a right body',
      larger(['ensures result >= a'], RIGHT),
      { status: 'unsolved', reason: 'contract-differs' },
    ],
    [
      'that does something else under a contract that lets it',
      larger(['ensures result == a'], '    return a\n'),
      { status: 'unsolved', reason: 'differs' },
    ],
    [
      'whose contract a body that does nothing fulfils',
      larger(['ensures result == result'], RIGHT),
      { status: 'unsolved', reason: 'trivial-contract' },
    ],
    [
      'whose preconditions contradict one another',
      larger(['requires a > 0 and a < 0', ...CLAUSES], '    return 5\n'),
      { status: 'unsolved', reason: 'trivial-contract' },
    ],
    ['that is not proved', larger(CLAUSES, '    return a\n'), { status: 'unsolved', reason: 'not-proved' }],
    [
      'that assumes what it is to show',
      larger(CLAUSES, '    #@ assume False\n    return a\n'),
      { status: 'unsolved', reason: 'forbidden' },
    ],
    ['that is not there', '', { status: 'unsolved', reason: 'empty' }],
  ])('%s', { timeout }, async (_, candidate, outcome) => {
    const evaluator = evaluatorOf(await translationOfKata('larger'), runner);
    const { execution } = (await evaluator.grade?.(candidate)) ?? {};
    expect([execution?.outcome, execution?.failures]).toEqual([outcome, expect.anything()]);
  });

  test('what rules refuse in it is forbidden, and no trivial contract', { timeout }, async () => {
    const problem = await translationOfKata('larger');
    const { reference } = problem;
    if (reference === undefined) throw new Error('expected the dataset’s own program');
    const assumes = { ...reference, body: '#@ assume False\nreturn a\n' };
    const judged = await judgeProved(assumes, problem, { languages: LANGUAGES_HERE, runner });
    expect(judged).toMatchObject({ status: 'rejected', reason: 'forbidden' });
  });

  test('a loop is told what the prover says, and nothing of what the grade asks more', { timeout }, async () => {
    const evaluator = evaluatorOf(await translationOfKata('larger'), runner);
    const { execution } = await evaluator.execute(larger(['ensures result >= a'], RIGHT), 'hidden');
    expect(execution.outcome).toEqual({ status: 'solved' });
  });

  test('where no prover is, there is no grade', async () => {
    const missing = createProofRunner({ missing: 'none in this test' });
    const graded = await evaluatorOf(await translationOfKata('larger'), missing).grade?.(larger(CLAUSES, RIGHT));
    expect(graded?.execution.outcome).toEqual({ status: 'ungraded', reason: 'prover-missing' });
  });

  test('a search refines what is not proved, forbidden programs are counted, prompts show half of a pool', {
    timeout,
  }, async () => {
    const [loaded] = await loadConditions(['search-treefinement']);
    if (loaded === undefined) throw new Error('expected a condition');
    const shown = (language: string, text: string) => ({ language, text });
    const examples = {
      translations: ['one', 'two', 'three'].map((name) => ({
        ...{ taskId: name, source: shown('dafny', `source ${name}`), target: shown('python', `target ${name}`) },
      })),
      repairs: [
        {
          taskId: 'one',
          program: shown('python', 'broken one'),
          messages: 'told one',
          final: shown('python', 'whole one'),
        },
      ],
    };
    const first = [
      fenced(larger(CLAUSES, '    return a\n')),
      fenced(larger(CLAUSES, '    #@ assume False\n    return a\n')),
    ];
    let drawn = 0;
    const { trajectory, requests } = await searchTranslation(loaded.condition, {
      problem: await translationOfKata('larger'),
      ...{ runner, examples, rounds: 5, bounds: { exploration: 2, breadth: 1, depth: 2 } },
      answer: (prompt) => (prompt.includes('Complaints') ? fenced(larger(CLAUSES, RIGHT)) : (first[drawn++] ?? '')),
    });
    expect(trajectory.end).toEqual({ status: 'submitted', reason: 'accepted' });
    const counted = trajectory.steps.map((step) => searchStep.in(step)?.counted);
    expect(counted.map((each) => (each?.status === 'no-node' ? each.reason : each?.status))).toEqual([
      'counted',
      'forbidden',
      'counted',
    ]);
    expect(trajectory.steps[2]?.parent).toBe(0);
    const prompts = [...requests.values()].map(({ messages }) => messages[0]?.content ?? '');
    const fresh = prompts.filter((prompt) => !prompt.includes('Complaints about it'));
    for (const prompt of fresh) expect(prompt.match(/target \w+/g)).toHaveLength(2);
    const refined = prompts.filter((prompt) => prompt.includes('Complaints about it'));
    expect(refined).toHaveLength(1);
    expect(refined[0]).toContain('told one');
    expect(refined[0]).toContain('Your last answer:\n```python\ndef larger');
    for (const prompt of prompts) expect(prompt).toContain('method Larger(a: int, b: int) returns (r: int)');
  });

  test('a language is added in one place, and translations into it are searched, proved and graded', {
    timeout,
  }, async () => {
    const { python } = LANGUAGES_HERE;
    if (python === undefined) throw new Error('expected a language');
    // Words of programs are capital letters: no other part knows that.
    const quiet = (text: string): string => text.toLowerCase();
    const splice: typeof python.splice = (body, contract) => python.splice(quiet(body), contract);
    const shouted = {
      ...python,
      title: 'Shouted Python',
      splice,
      code: { ...python.code, splice },
      split: (program: string) => python.split(quiet(program)),
      whole: (...given: Parameters<typeof python.whole>) => python.whole(...given).toUpperCase(),
    };
    const languages = { ...LANGUAGES_HERE, shouted };
    const problem = await translationOfKata('larger', { from: 'dafny', to: 'shouted' }, languages);
    expect(problem.task.target).toMatchObject({ language: 'shouted', title: 'Shouted Python' });
    const [loaded] = await loadConditions(['search-exploration']);
    if (loaded === undefined) throw new Error('expected a condition');
    const { trajectory, requests } = await searchTranslation(loaded.condition, {
      ...{ problem, runner, languages, rounds: 0, bounds: { exploration: 1, breadth: 1, depth: 1 } },
      answer: () => fenced(larger(CLAUSES, RIGHT).toUpperCase()),
    });
    expect([...requests.values()][0]?.messages[0]?.content).toContain('DEF FIVE_TIMES');
    expect(trajectory.end).toEqual({ status: 'submitted', reason: 'accepted' });
    const graded = await evaluatorOf(problem, runner, { languages }).grade?.(larger(CLAUSES, RIGHT).toUpperCase());
    // Without a program of the dataset's own in it, its contract is held against nothing.
    expect([problem.reference, graded?.execution.outcome]).toEqual([undefined, { status: 'solved' }]);
  });
});

describe.skipIf(sandbox === undefined)('a proof of a given body', () => {
  test('is proved where it is added, and refused where the body was changed', { timeout }, async () => {
    const kata = await loadContractDataset('kata-proved', { environment: {} });
    const { problems } = annotationDataset(kata, LANGUAGES_HERE);
    const problem = problems.find(({ task }) => task.id === 'kata-proved/python/sum_up_to+proof');
    if (problem === undefined) throw new Error('expected a program');
    const evaluator = annotationEvaluator(problem, { runner, grader: runner, executions: memoryExecutions() });
    const { canonical } = problem.contract;
    const outcomes = [];
    for (const candidate of [canonical, problem.given, canonical.replace('r + i', 'i + r')])
      outcomes.push((await evaluator.grade?.(candidate))?.execution.outcome);
    expect(outcomes).toEqual([
      { status: 'solved' },
      { status: 'unsolved', reason: 'not-proved' },
      { status: 'unsolved', reason: 'body-changed' },
    ]);
    const changed = await evaluator.count?.(canonical.replace('r + i', 'i + r'));
    expect(changed?.counted).toEqual({ status: 'no-node', reason: 'body-changed' });
    expect(problem.task.text).not.toContain('invariant');
  });
});
