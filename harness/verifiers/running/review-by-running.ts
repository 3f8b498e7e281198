import { type Axis, type AxisReview, axisReviewShape, type Edit } from '../../types/codegrad.ts';
import type { Bench } from '../../types/evaluator.ts';
import { type Observed, observe } from '../claims/observe.ts';
import { type AssertionOutcome, runAssertions, whyNotRunnable } from '../claims/run-assertions.ts';
import { changedCalls } from './changed-inputs.ts';
import { type Example, examplesOf } from './examples.ts';
import { growthOf } from './growth.ts';
import { resultAnnotation, typeTest } from './result-types.ts';

/** What running showed on one axis; a claim is put beside it by whoever asks. */
export type Finding = Omit<AxisReview, 'claim'>;
export const findingShape = axisReviewShape.omit({ claim: true });

const MOST_EDITS = 2;
/** Lines that grow faster than quadratically are at fault. */
const MOST_GROWTH = 2.5;
/** Errors of programs that do not treat an input; any other may be what the task demands. */
const ERRORS =
  /^(?:TypeError|IndexError|KeyError|ArithmeticError|ZeroDivisionError|OverflowError|FloatingPointError|RecursionError)\b/;

/**
 * Judges a program on CodeGrad's four axes by running it: no model and no test that grades is asked. What cannot be decided is unknown. Each run
 * takes `timeFactor` of the usual time. Throws `SandboxLostError`.
 */
export async function reviewByRunning(bench: Bench, program: string, timeFactor: number): Promise<readonly Finding[]> {
  const why = await whyNotRunnable(bench, program);
  if (why !== undefined) return notRunnable(why);
  const examples = examplesOf(bench.task);
  return [
    await correctness(bench, program, examples),
    await inputOutput(bench, program, examples),
    await efficiency(bench, program, examples),
    await completeness(bench, program, examples, timeFactor),
  ];
}

const passes = (axis: Axis, reason: string): Finding => ({ axis, verdict: 'PASS', reason, edits: [] });
const unknown = (axis: Axis, reason: string): Finding => ({ axis, verdict: 'NOT-APPLICABLE', reason, edits: [] });
const fails = (axis: Axis, reason: string, edits: readonly Edit[]): Finding => ({
  ...{ axis, verdict: 'FAIL', reason },
  edits: edits.slice(0, MOST_EDITS),
});

function notRunnable(why: string): readonly Finding[] {
  const edit = { location: 'program', action: `make it run: ${why}` };
  const others = (['input-output', 'efficiency', 'completeness'] as const).map((axis) => unknown(axis, 'does not run'));
  return [fails('correctness', `The program does not run: ${why}`, [edit]), ...others];
}

/** The prompt's examples. */
async function correctness(bench: Bench, program: string, examples: readonly Example[]): Promise<Finding> {
  const outcomes = await runAssertions(
    bench,
    program,
    examples.map(({ check: source }) => ({ source })),
  );
  const failed = outcomes.flatMap((outcome, index) => {
    const example = examples[index];
    return outcome.status === 'failed' && example !== undefined ? [{ example, gave: gaveOf(outcome) }] : [];
  });
  const [first] = failed;
  if (first !== undefined) {
    const edits = failed.map(({ example: { call, expected = 'what the example shows' }, gave }) => ({
      location: call,
      action: `it must give ${expected}; it gives ${gave}`,
    }));
    return fails('correctness', `${first.example.call} gives ${first.gave}`, edits);
  }
  const held = outcomes.filter(({ status }) => status === 'held').length;
  return held > 0 && held === examples.length
    ? passes('correctness', `${held} examples hold`)
    : unknown('correctness', examples.length === 0 ? 'the prompt has no examples' : 'not all examples could be run');
}

const gaveOf = ({ evidence }: Extract<AssertionOutcome, { status: 'failed' }>): string =>
  evidence.exception ?? evidence.got ?? 'something else';

/** Types of results on the examples against the annotation. */
async function inputOutput(bench: Bench, program: string, examples: readonly Example[]): Promise<Finding> {
  const annotation = resultAnnotation(bench.task.prompt, bench.task.entryPoint);
  const test = annotation && typeTest(annotation);
  if (annotation === undefined || test === undefined)
    return unknown('input-output', annotation === undefined ? 'no result is annotated' : `${annotation} is not known`);
  const checks = examples.map(({ call }) => ({ source: `value = ${call}\nassert ${test}` }));
  const outcomes = await runAssertions(bench, program, checks);
  const wrong = examples.filter((_, index) => {
    const outcome = outcomes[index];
    return outcome?.status === 'failed' && outcome.evidence.exception === undefined;
  });
  const [first] = wrong;
  if (first !== undefined) {
    const edits = wrong.map(({ call }) => ({ location: call, action: `it must return ${annotation}` }));
    return fails('input-output', `${first.call} does not return ${annotation}`, edits);
  }
  const held = outcomes.filter(({ status }) => status === 'held').length;
  if (held === 0) return unknown('input-output', 'no example gave a result');
  return passes('input-output', `${held} results are ${annotation}`);
}

/** Executed lines over doubled inputs. */
async function efficiency(bench: Bench, program: string, examples: readonly Example[]): Promise<Finding> {
  const growth = await growthOf(bench, program, examples);
  if (growth === undefined) return unknown('efficiency', 'no input could be grown');
  const { counts, exponent } = growth;
  const seen = `it executes ${counts.join(', ')} lines for inputs of 16, 32, 64`;
  if (exponent <= MOST_GROWTH) return passes('efficiency', seen);
  const edit = {
    location: 'the innermost loop',
    action: `keep what was computed before in place of computing it again: ${seen}`,
  };
  return fails('efficiency', `${seen}: about n^${exponent.toFixed(1)}`, [edit]);
}

/** Inputs changed from those of the examples raise no error of a program that does not treat them. */
async function completeness(
  bench: Bench,
  program: string,
  examples: readonly Example[],
  timeFactor: number,
): Promise<Finding> {
  const calls = changedCalls(bench.task.entryPoint, examples);
  const seen: { readonly call: string; readonly observed: Observed | undefined }[] = [];
  for (const call of calls) seen.push({ call, observed: (await observe(bench, program, [call], timeFactor))[0] });
  const broken = seen.flatMap(({ call, observed }) =>
    observed?.status === 'raised' && ERRORS.test(observed.exception) ? [{ call, exception: observed.exception }] : [],
  );
  const [first] = broken;
  if (first !== undefined) {
    const edits = broken.map(({ call, exception }) => ({
      location: call,
      action: `treat this input: it raises ${exception}`,
    }));
    return fails('completeness', `${first.call} raises ${first.exception}`, edits);
  }
  const returned = seen.filter(({ observed }) => observed?.status === 'returned').length;
  return returned === 0
    ? unknown('completeness', 'no changed input could be run')
    : passes('completeness', `${returned} changed inputs raise no such error`);
}
