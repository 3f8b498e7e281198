import type { ConditionIdentity, Run } from '../../types/record.ts';
import { inTaskOrder, isGradedTransition, type Loop, readTransitions } from './loop-trials.ts';

/** What the rounds of a condition did to single tests of the repositories: regressions below the level of whole instances. */
export interface TestTransitions {
  readonly condition: ConditionIdentity;
  /** Candidates that were replaced, with results of the same tests on both sides. */
  readonly rounds: number;
  /** Replaced candidates without: the patch did not apply, the suite did not run, or a side is ungraded. */
  readonly leftOut: number;
  readonly passedBefore: number;
  /** Of these, how many did not pass afterwards. */
  readonly broken: number;
  readonly failedBefore: number;
  /** Of these, how many passed afterwards. */
  readonly repaired: number;
  /** Tasks in which a round broke a test, in the manifest's order. */
  readonly brokenTasks: readonly string[];
}

/** Tests that passed before a round and not after it, and the other way round, by condition. None but for patches. */
export function testTransitions(run: Run, loops: readonly Loop[]): TestTransitions[] {
  if (run.manifest.identity.patches === undefined) return [];
  return loops.map((loop) => {
    const transitions = [...readTransitions(loop)];
    const compared = transitions.flatMap((transition) => {
      const [before, after] = [transition.before.grade?.assertions ?? '', transition.after.grade?.assertions ?? ''];
      const isComparable = isGradedTransition(transition) && before !== '' && before.length === after.length;
      return isComparable ? [{ taskId: transition.taskId, ...compare(before, after) }] : [];
    });
    const sum = (read: (transition: (typeof compared)[number]) => number): number =>
      compared.reduce((total, transition) => total + read(transition), 0);
    return {
      condition: loop.condition,
      rounds: compared.length,
      leftOut: transitions.length - compared.length,
      passedBefore: sum(({ passedBefore }) => passedBefore),
      broken: sum(({ broken }) => broken),
      failedBefore: sum(({ failedBefore }) => failedBefore),
      repaired: sum(({ repaired }) => repaired),
      brokenTasks: inTaskOrder(
        run,
        compared.filter(({ broken }) => broken > 0).map(({ taskId }) => taskId),
      ),
    };
  });
}

function compare(before: string, after: string) {
  const pairs = [...before].map((letter, index) => [letter === 'p', after[index] === 'p'] as const);
  const passed = pairs.filter(([was]) => was);
  const failed = pairs.filter(([was]) => !was);
  return {
    passedBefore: passed.length,
    broken: passed.filter(([, is]) => !is).length,
    failedBefore: failed.length,
    repaired: failed.filter(([, is]) => is).length,
  };
}
