import { type BuiltLine, lineSha256, toBuiltProblem, type UncertifiedLine } from '../loading/built-line.ts';
import { createExecutor, GRADER_VERSION } from '../sandbox/executor.ts';
import { DEFAULT_LIMITS, type TimeLimitFactor } from '../sandbox/limits.ts';
import { memoryExecutions } from '../sandbox/memory-executions.ts';
import { CANARIES, measureStretch } from '../tasks/function/preflight.ts';
import type { Execution, Sandbox } from '../types/execution.ts';
import type { Problem } from '../types/task.ts';
import type { Suspect } from './product.ts';

/** The orders of sets that a reference must be right under. */
export const HASH_SEEDS = [0, 1, 2] as const;

/** Why a line has no certificate. */
interface Refusal {
  readonly reason: 'accepts-all' | 'not-certified';
  readonly detail: string;
}

/**
 * Labels the pool by the built tests and certifies the line: the reference is solved under three hash seeds, no canary is. A task that
 * accepts a program which does nothing is refused. `sandboxes` are one for each of `HASH_SEEDS`.
 */
export async function certify(
  line: UncertifiedLine,
  suspects: readonly Suspect[],
  sandboxes: readonly Sandbox[],
): Promise<BuiltLine | Refusal> {
  const problem = toBuiltProblem(line);
  const [first] = sandboxes;
  if (first === undefined) throw new Error('expected a sandbox for each hash seed');
  const run = runnerOf(problem, await measureStretch(problem, first, DEFAULT_LIMITS));
  for (const [index, sandbox] of sandboxes.entries()) {
    const { outcome } = await run(sandbox, line.canonical_solution);
    if (outcome.status === 'solved') continue;
    const detail = `the reference is ${outcome.status} (${outcome.reason}) under hash seed ${HASH_SEEDS[index]}`;
    return { reason: 'not-certified', detail };
  }
  const wrong: Execution[] = [];
  for (const { name, code } of CANARIES) {
    const execution = await run(first, code(problem));
    if (execution.outcome.status === 'solved') return { reason: 'accepts-all', detail: `${name} passes every test` };
    if (execution.outcome.status === 'ungraded')
      return { reason: 'not-certified', detail: `${name} could not be graded` };
    wrong.push(execution);
  }
  const pool: BuiltLine['pool'][number][] = [];
  for (const { code, label } of suspects) {
    const execution = await run(first, code);
    if (execution.outcome.status === 'ungraded') continue;
    const isRight = execution.outcome.status === 'solved';
    if (!isRight) wrong.push(execution);
    pool.push({ code, label, isRight });
  }
  const toothless = line.tests.flatMap((_, index) =>
    wrong.some(({ assertions }) => 'fe'.includes(assertions[index] ?? '-')) ? [] : [index],
  );
  const whole = { ...line, pool };
  const facts = { graderVersion: GRADER_VERSION, hashSeeds: [...HASH_SEEDS], canaries: CANARIES.length, toothless };
  return { ...whole, certificate: { lineSha256: lineSha256(whole), ...facts } };
}

/** As long as a run gives on this machine: what the reference takes stretches the limits, as preflight does. */
function runnerOf({ task, hiddenTests }: Problem, factor: TimeLimitFactor) {
  return async (sandbox: Sandbox, code: string): Promise<Execution> => {
    const executor = createExecutor(sandbox, DEFAULT_LIMITS, memoryExecutions(), () => factor);
    return (await executor.execute(task, code, hiddenTests)).execution;
  };
}
