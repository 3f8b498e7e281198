import type { Edit, ProgramRun } from '../../../harness/index.ts';
import { taskAndCode } from '../prompts.ts';
import { wordingOf } from '../wording.ts';
import type { FunctionTask, Judging } from './stages.ts';

// Every prompt of CodeGrad's conditions: the paper gives none, so all of them are ours.

const paragraphs = (...texts: readonly (string | false)[]): string => texts.filter(Boolean).join('\n\n');
const numbered = (texts: readonly string[]): string => texts.map((text, index) => `${index + 1}. ${text}`).join('\n');

/** III.B: the critic's review on four axes. `runs`: what it had run before (IV.B). */
export const reviewPrompt = ({ task, candidate }: Judging, runs: readonly ProgramRun[] = []): string =>
  paragraphs(
    taskAndCode(task, candidate),
    runs.length > 0 && `Calls of this code and what each gave:\n${shownRuns(runs)}`,
    'You review code that somebody else wrote. Much of it is right: report only what you can show.',
    [
      'correctness: take one example of the task and go through the code with it. Does it return what the task demands?',
      'input-output: does it take the arguments, and return a value of the type, that the task demands?',
      'efficiency: does it do needless work that makes a large input slow?',
      'completeness: is there an input that the task allows (empty, one element, repeated, negative, large) for which it goes wrong?',
    ].join('\n'),
    'For each of the four write first, as a short finding, the most likely fault of this code: the line, and an input for which it goes wrong. Then the verdict: "fail" if that fault is real, "pass" if it is none. A "fail" has one or two edits, each with the location (copy the line of code) and the action (what to write there instead); a "pass" has none.',
    'Answer with JSON only: {"correctness": {"finding": "...", "verdict": "fail|pass", "edits": [{"location": "...", "action": "..."}]}, "input-output": {...}, "efficiency": {...}, "completeness": {...}}',
  );

/** What a program raises is its own text: it stays on the line of its call. */
const shownRuns = (runs: readonly ProgramRun[]): string =>
  runs.map(({ call, shown }) => `${call} -> ${shown.replaceAll(/[\r\n]+/g, ' ')}`).join('\n');

/** IV.B: the critic writes calls before it reviews. */
export const probePrompt = ({ task, candidate }: Judging): string =>
  paragraphs(
    taskAndCode(task, candidate),
    `You are about to review this code and may run it first. Write at most three calls of \`${task.entryPoint}\` whose results would show a fault: other inputs than the examples, such as empty, repeated, negative or large ones. Each is one Python expression on one line, with concrete arguments.`,
    `Answer with JSON only: {"calls": ["${task.entryPoint}(...)"]}`,
  );

/** Eqs. 3 and 4: a draft from task, program, edits and invariants. */
export const updatePrompt = ({ task, candidate }: Judging, edits: string, invariants: readonly string[]): string =>
  paragraphs(
    taskAndCode(task, candidate),
    edits === '' ? 'A review of the current code found nothing to change.' : `Make these changes:\n${edits}`,
    `The corrected code must satisfy:\n${numbered(invariants)}`,
    wordingOf(task).answer,
  );

/** III.B: the writer's proof, one argument an invariant. */
export const provePrompt = ({ task, candidate }: Judging, invariants: readonly string[]): string =>
  paragraphs(
    taskAndCode(task, candidate),
    `Show that each of these statements holds for this code:\n${numbered(invariants)}`,
    'For each one, in their order, copy the line of the code that makes it hold, and say in one or two sentences why it does.',
    'Answer with JSON only: {"1": {"line": "...", "argument": "..."}, "2": {...}, "3": {...}}',
  );

/** III.B: the critic checks the proof. */
export const verifyPrompt = ({ task, candidate }: Judging, proof: readonly StatedArgument[]): string =>
  paragraphs(
    taskAndCode(task, candidate),
    `Somebody states the following of this code, each with a reason:\n${proof.map(shownArgument).join('\n')}`,
    'Check each statement against the code: try one input on it. Judge whether the statement is true of the code, not how well the reason is worded. "PASS": you found no input for which it is false. "FAIL": you can name an input or a line that shows it is false.',
    'Answer with JSON only: {"1": {"why": "...", "verdict": "PASS|FAIL"}, "2": {...}, "3": {...}}',
  );

export interface StatedArgument {
  readonly text: string;
  readonly line: string;
  readonly argument: string;
}

const shownArgument = ({ text, line, argument }: StatedArgument, index: number): string =>
  [`${index + 1}. ${text}`, `   line: ${oneLine(line)}`, `   reason: ${oneLine(argument)}`].join('\n');

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** An edit as it is shown. */
export const shownEdit = ({ location, action }: Edit): string =>
  location === '' ? oneLine(action) : `at \`${oneLine(location)}\`: ${oneLine(action)}`;

/** III.A: four sentences of a task. */
export function invariantTexts({ entryPoint }: FunctionTask, signature: string): readonly string[] {
  return [
    `The code is valid Python and defines \`${entryPoint}\`.`,
    `\`${signature}\` takes the arguments and returns a value of the form that the task and its examples show.`,
    'It gives what the task demands for every input that the task allows, also for empty, one-element, repeated, negative and large ones.',
    'Its time and memory suit large inputs: it does no step again that it could have kept.',
  ];
}

/** Of a review that coins or tests made. */
export const JUDGED_WRONG = 'It was judged to be wrong.';

/** Twenty-four edits that are right of many programs and come from no review: the placebo of a gradient. */
export const GENERAL_EDITS: readonly string[] = [
  'check the bounds of the loop, the first and the last index',
  'check what happens with an empty input',
  'check what happens with an input of one element',
  'check what happens with repeated values',
  'check what happens with negative numbers',
  'check what happens with zero',
  'check what happens with very large numbers',
  'check that the type of the result is the one that is asked for',
  'check every comparison: < or <=, > or >=',
  'check the initial value of each variable',
  'check the value that is returned at the end',
  'check that no case of the conditions is left out',
  'check the order in which the conditions are tested',
  'check that the input is not changed on the way',
  'check the handling of upper and lower case',
  'check the handling of blanks and punctuation',
  'check the rounding of divisions',
  'check the order of the result',
  'check that each branch returns a value',
  'check that a value that is needed again is kept',
  'check that a loop ends as early as it can',
  'check that no element is counted twice',
  'check that the examples of the task give the results that are shown',
  'check that names are spelled alike wherever they stand',
];
