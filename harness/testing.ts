/** The door for tests of one's own conditions: a whole trial without a model, a key or a sandbox. */
import { UsageError } from './errors.ts';
import { createScriptedModel } from './models/simulated/scripted.ts';
import { createSampler } from './models/stored/sampling.ts';
import { suiteOfDataset } from './sandbox/trusted-suite.ts';
import type { Condition } from './trial/condition.ts';
import { runTrial } from './trial/trial.ts';
import type { Evaluator } from './types/evaluator.ts';
import type { ModelRequest } from './types/model.ts';
import type { Trajectory } from './types/record.ts';

interface TryOptions {
  /** What the model answers to each request. */
  readonly answer: (request: ModelRequest) => string;
  /** Whether the tests accept a program. */
  readonly accepts?: (program: string) => boolean;
  /** Repair rounds allowed; 3 when absent. */
  readonly rounds?: number;
}

const TASK = {
  kind: 'function',
  id: 'try/double',
  prompt: 'def double(x):\n    """Twice x.\n    >>> double(1)\n    2\n    """\n',
  entryPoint: 'double',
  prelude: '',
  publicTests: suiteOfDataset('assert double(1) == 2\n'),
} as const;

/**
 * Runs a condition on a task of its own (`double`), with answers and tests made up by the test. A whole answer is the program. Returns what
 * would be recorded. Throws `UsageError` where the condition ended in an error.
 */
export async function tryCondition(
  condition: Condition,
  { answer, accepts = () => false, rounds = 3 }: TryOptions,
): Promise<Trajectory> {
  const settings = {
    ...({ rounds, stop: 'verdict', temperature: 'published', maxOutputTokens: 1024, maxClaims: 5 } as const),
    randomAcceptance: 0.5,
    seed: 1,
  };
  const sampler = createSampler(createScriptedModel(answer));
  const { signal } = new AbortController();
  const id = { condition: 'tried', taskId: TASK.id, sample: 0 };
  const { trajectory } = await runTrial(id, condition, madeUp(accepts), settings, { sampler, signal });
  const { end } = trajectory;
  if (end.status === 'error') throw new UsageError(`${end.kind}: ${end.message}`);
  return trajectory;
}

function madeUp(accepts: (program: string) => boolean): Evaluator {
  return {
    task: TASK,
    noun: 'program',
    extract: (response) => ({ text: response, extraction: { status: 'clean', cuts: [] } }),
    hasTests: () => true,
    gradedSha256: (candidate) => candidate,
    async execute(candidate) {
      const isRight = accepts(candidate);
      const outcome = isRight
        ? ({ status: 'solved' } as const)
        : ({ status: 'unsolved', reason: 'assertion' } as const);
      const failures = isRight ? [] : [{ source: 'assert double(1) == 2', message: 'AssertionError' }];
      return { execution: { outcome, assertions: isRight ? 'p' : 'f', failures, output: '' }, gradedSha256: candidate };
    },
    describe: ({ outcome }) => (outcome.status === 'solved' ? 'All tests passed.' : '1 of 1 tests did not pass.'),
  };
}
