import { argumentsOf } from '../python/entry-point.ts';
import type { Example, RetryReason, Specification } from './build-record.ts';

const GIVEN =
  'These modules are imported already: bisect, collections, functools, heapq, itertools, math, re, string, typing. Write no import; use no file, network or system access.';

/** Stage 3: a specification from a text. */
export function specificationPrompt(text: string, examples: readonly Example[]): string {
  return [
    'Write a precise specification of the one Python function that this request asks for.',
    `Request:\n"""\n${text}\n"""`,
    ...(examples.length === 0 ? [] : [`Its user gives these examples, which are right:\n${shownExamples(examples)}`]),
    'Answer with JSON only, with these fields:',
    '"title": a few words.',
    '"description": what the function returns for every valid input, all cases named.',
    '"constraints": Python expressions over the parameters that hold for every valid input, such as "len(nums) <= 1000".',
    '"examples": up to three, each {"input": the arguments in Python\'s notation with commas between them, "output": the value}.',
    '"starter_code": `class Solution:` with one method `def solve(self, ...)`, its parameters and result annotated and in the order of the request, and `pass` as its body; an empty text if the request asks for no function.',
    '"comparison": "exact", or "unordered" if the order of the result does not matter, or "float" if it holds fractions.',
  ].join('\n');
}

const shownExamples = (examples: readonly Example[]): string =>
  examples.map(({ input, output }) => `solve(${input}) == ${output}`).join('\n');

/** Canonical arguments are a tuple; a call shows them without it. */
const bare = ({ input, output }: Example): Example => ({ input: argumentsOf(input), output });

/** What every later stage is told of the task. */
export function shownSpecification(
  specification: Pick<Specification, 'title' | 'description' | 'constraints' | 'starterCode'>,
  examples: readonly Example[],
): string {
  const { title, description, constraints, starterCode } = specification;
  return [
    `${title}\n\n${description}`,
    ...(constraints.length === 0 ? [] : [`Constraints:\n${constraints.map((one) => `- ${one}`).join('\n')}`]),
    ...(examples.length === 0 ? [] : [`Examples:\n${shownExamples(examples.map(bare))}`]),
    `\`\`\`python\n${starterCode.trim()}\n\`\`\``,
  ].join('\n\n');
}

/** Stage 4, as functions. */
export function functionsPrompt(task: string): string {
  return [
    `Write test inputs for this task:\n\n${task}`,
    'Write exactly two Python functions in one ```python block and nothing else:',
    '`generate_inputs()` returns a list of pairs (category, arguments): category is "basic", "edge", "stress", "adversarial" or "domain-specific", arguments is the tuple of arguments of `solve`. Give at least 15 inputs, some of every category. Write the arguments of a large input as a text that holds the Python expression, such as "([0] * 100000,)".',
    "`is_valid_input(*args)` returns whether these arguments fulfil the task's constraints.",
    GIVEN,
  ].join('\n');
}

/** Stage 4, as values. */
export function valuesPrompt(task: string): string {
  return [
    `Write test inputs for this task:\n\n${task}`,
    'Give at least 15 different valid inputs: basic, edge, stress, adversarial and domain-specific ones. Do not give outputs.',
    'Answer with JSON only: {"inputs": [{"category": "basic|edge|stress|adversarial|domain-specific", "arguments": {parameter: value}}]}',
  ].join('\n');
}

export const TOLD: Readonly<Record<RetryReason, string>> = {
  'function-missing': 'a part of what was asked for is missing',
  'forbidden-construct': 'it has a form that is not permitted',
  'run-time-error': 'it raised an error or took too long',
  'too-few-tests': 'too few of the inputs are new and valid',
  'mismatch-downstream': 'two solutions disagree on many of these inputs, so they are outside the task or not clear',
};

/** Why stage 4 is asked again. */
export function retryPrompt(reason: RetryReason, detail: string): string {
  return `That did not suffice: ${TOLD[reason]}${detail === '' ? '' : ` (${detail})`}. Answer again, whole, with other inputs.`;
}

export const MANNERS = {
  optimised: 'Write an efficient solution of this task.',
  'brute-force': 'Write the simplest solution of this task that is obviously right: brute force, however slow.',
} as const;

/** Stage 5: one of the two solutions. */
export function solutionPrompt(task: string, manner: keyof typeof MANNERS): string {
  return `${MANNERS[manner]}\n\n${task}\n\n${ANSWER}`;
}

const ANSWER = `Answer with the whole class \`Solution\` in one \`\`\`python block and nothing else. ${GIVEN}`;

/** An answer of stage 3 or 5 that could not be used. */
export function againPrompt(why: string): string {
  return `That answer could not be used: ${why}. Answer again, whole and in the form that was asked for.`;
}

interface Mismatch {
  readonly program: string;
  readonly input: string;
  readonly own: string;
  readonly expected: string;
}

/** Stage 5, healing: from a failing input. */
export function healingPrompt(task: string, { program, input, own, expected }: Mismatch): string {
  return [
    `This solution is wrong.\n\n${task}`,
    `\`\`\`python\n${program.trim()}\n\`\`\``,
    `For the arguments ${input} it gives ${own}; expected is ${expected}.`,
    `Write the corrected solution. ${ANSWER}`,
  ].join('\n\n');
}
