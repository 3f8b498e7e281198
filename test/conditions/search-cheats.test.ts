import { afterAll, describe, expect, test } from 'vitest';
import { loadConditions } from '../../harness/run/load-conditions.ts';
import { memoryExecutions } from '../../harness/sandbox/memory-executions.ts';
import { contractEvaluator } from '../../harness/tasks/contract/evaluator.ts';
import { searchStep } from '../../harness/types/search.ts';
import { createProofRunner } from '../../harness/verifiers/prover/run.ts';
import { CHEATS_DAFNY, CHEATS_PYTHON } from '../fixtures/cheats-in-search.ts';
import { between, betweenInDafny, runSearch } from '../fixtures/search.ts';
import { proverSandboxes } from '../verifiers/prover/prover-sandboxes.ts';

const timeout = 1_800_000;
const [sandbox, ...others] = await proverSandboxes();
afterAll(() => Promise.all([sandbox, ...others].map((each) => each?.close())));
const runner = createProofRunner(sandbox ?? { missing: 'no prover' });

const CHEATS = [
  ...CHEATS_DAFNY.map((cheat) => ({ ...cheat, problem: betweenInDafny })),
  ...CHEATS_PYTHON.map((cheat) => ({ ...cheat, problem: between })),
];

describe.skipIf(sandbox === undefined)('cheats as answers of a search, through the real provers', () => {
  test('of 40 none is accepted by its loop, and none is solved', { timeout }, async () => {
    const [loaded] = await loadConditions(['search-treefinement']);
    if (loaded === undefined) throw new Error('no condition');
    const rows = [];
    for (const { name, answer, happens, problem } of CHEATS) {
      const { trajectory } = await runSearch(loaded.condition, {
        ...{ problem, runner, rounds: 0, answer: () => answer },
        bounds: { exploration: 1, breadth: 1, depth: 1 },
      });
      const [step] = trajectory.steps;
      if (step === undefined) throw new Error(`${name}: expected a step`);
      const parts = { runner, grader: runner, executions: memoryExecutions() };
      const graded = await contractEvaluator(problem, parts).grade?.(step.candidate ?? '');
      const counted = searchStep.in(step)?.counted;
      const found = counted?.status === 'no-node' ? counted.reason : counted?.status;
      const status = graded?.execution.outcome.status;
      rows.push({
        language: problem.task.language,
        name,
        happens,
        found,
        verdict: step.verdict?.status,
        grade: status,
      });
    }
    console.info(
      ['| language | cheat | in the search | verdict | grade |', '| --- | --- | --- | --- | --- |']
        .concat(rows.map((row) => `| ${row.language} | ${row.name} | ${row.found} | ${row.verdict} | ${row.grade} |`))
        .join('\n'),
    );
    expect(rows).toHaveLength(40);
    expect(rows.filter(({ verdict, grade }) => verdict !== 'reject' || grade !== 'unsolved')).toEqual([]);
    expect(rows.filter(({ happens, found }) => happens !== found)).toEqual([]);
  });
});
