import type {
  AnnotationTask,
  Candidate,
  ContractTask,
  RepairExample,
  ShownProgram,
  TranslationExample,
  TranslationTask,
} from '../../../harness/index.ts';
import { contractAgainPrompt, contractPrompt } from './any-language.ts';

/** The tasks that searches work on: a body under a contract, a translation, a proof of a given body. */
export type SearchTask = ContractTask | TranslationTask | AnnotationTask;

/** The first prompt; on contracts that of all conditions on them, so that they share its answers. */
export function explorePrompt(task: SearchTask, examples: readonly TranslationExample[]): string {
  if (task.kind === 'contract') return contractPrompt(task);
  return [...request(task), ...examples.flatMap(translated), ...given(task)].join('\n\n');
}

/** The task, a program and what was said of it. */
export function refinePrompt(
  task: SearchTask,
  candidate: Candidate,
  messages: string,
  examples: readonly RepairExample[],
): string {
  if (task.kind === 'contract') return contractAgainPrompt(task, candidate, messages);
  const { language } = task.target;
  return [
    ...request(task),
    ...examples.flatMap(repaired),
    ...given(task),
    `Your last answer:\n${candidate.text === '' ? '(the answer held no program)' : block({ language, text: candidate.text })}`,
    `Complaints about it:\n${messages}`,
    'Answer anew with the whole program, in the same form.',
  ].join('\n\n');
}

const block = ({ language, text }: ShownProgram): string => `\`\`\`${language}\n${text.trimEnd()}\n\`\`\``;

function request({ target, ...task }: TranslationTask | AnnotationTask): readonly string[] {
  const { title, rules, example } = target;
  const what =
    task.kind === 'translation'
      ? `Translate a proved program from ${task.source.title} into ${title}: a program that does the same, with parameters of the same names in the same order, under a contract that says the same, so that the contract can be proved.`
      : `A program in ${title}, whose body is not to be changed, under a contract. Write it again, with what is needed so that the contract can be proved: invariants of its loops, what becomes smaller in each round, assertions. Change nothing else.`;
  return [`${what} ${rules}`, `An example of an answer, to another task:\n${block({ ...target, text: example })}`];
}

/** What the task gives, the last thing before an answer. */
const given = (task: TranslationTask | AnnotationTask): readonly string[] =>
  task.kind === 'translation'
    ? [`The program to translate, in ${task.source.title}:\n${block(task.source)}`]
    : [`The program:\n${block({ language: task.target.language, text: task.text })}`];

const translated = ({ source, target }: TranslationExample): readonly string[] => [
  `A program that was translated before:\n${block(source)}`,
  `Its translation:\n${block(target)}`,
];

const repaired = ({ program, messages, final }: RepairExample): readonly string[] => [
  `An answer to another task, and complaints about it:\n${block(program)}\n${messages}`,
  `What it became:\n${block(final)}`,
];
