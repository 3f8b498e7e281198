import { UsageError } from '../errors.ts';
import type { Evaluator } from '../types/evaluator.ts';
import type { ConditionIdentity } from '../types/record.ts';

/**
 * A task as one arm has it: candidates taken by the arm's extractor, verdicts told in the arm's form. Grades are the same for all.
 * Throws `UsageError` where tasks of this kind have no published form.
 */
export function asArm(
  evaluator: Evaluator,
  { name, extractor, feedback }: Pick<ConditionIdentity, 'name' | 'extractor' | 'feedback'>,
): Evaluator {
  if (extractor === undefined && feedback === undefined) return evaluator;
  const { asPublished, recorded } = evaluator;
  if (asPublished === undefined)
    throw new UsageError(
      `${name} asks for a published extractor or feedback; tasks like ${evaluator.task.id} have none`,
    );
  const isTold = feedback === 'traceback';
  return {
    ...evaluator,
    ...(extractor === 'published' ? { extract: asPublished.extract } : {}),
    ...(isTold ? { describe: asPublished.describe } : {}),
    ...(isTold && recorded !== undefined ? { recorded: (candidate, suite) => asTold(recorded(candidate, suite)) } : {}),
  };
}

/** What was recorded, with the feedback that such an arm was given. */
function asTold(verdict: ReturnType<NonNullable<Evaluator['recorded']>>): typeof verdict {
  if (verdict === undefined) return undefined;
  const { status, assertions, traceback } = verdict;
  return { status, assertions, ...(traceback === undefined ? {} : { feedback: traceback }) };
}
