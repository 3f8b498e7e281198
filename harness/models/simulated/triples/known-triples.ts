import { CHECKS, type CheckName, type TripleParts } from '../../../types/consistency.ts';
import type { Message } from '../../../types/model.ts';
import type { TripleProblem, TripleTask } from '../../../types/task.ts';

/** The texts of a triple as a model is shown them and as it answers with them. */
export interface TripleTexts {
  /** With the name hidden, and with its own. */
  readonly shown: readonly TripleParts[];
  readonly code: string;
  readonly annotation: string;
}

/** An artefact that a model is shown, and what it may answer with. */
export interface ShownArtefact {
  /** The same for equal requests: triples of several sets may show the same. */
  readonly key: string;
  readonly language: TripleTask['language'];
  /** What an answer is compared with, and in the triples of which sets. */
  readonly counterparts: readonly { readonly text: string; readonly sets: readonly string[] }[];
  /** Of the program’s other annotations one that is none of them: the weaker before the wrong. None where code is asked for, which may do the same. */
  readonly other: string | undefined;
}

/** What a check compares an answer with. */
type Kind = 'code' | 'annotation' | 'docstring';
const KINDS: Readonly<Record<Exclude<CheckName, 'anno-sound'>, Kind>> = {
  'anno-complete': 'code',
  doc2code: 'code',
  doc2anno: 'annotation',
  anno2doc: 'docstring',
  code2doc: 'docstring',
};

/** Sets whose annotation stands in for a wrong one, C2’s being weaker. */
const OTHERS = ['C2', 'C6', 'ground-truth'];

/** Finds the artefact of a dataset that a check’s messages show; `undefined` where none of its texts stands in them. */
export function createKnownTriples(
  problems: readonly TripleProblem[],
  textsOf: (task: TripleTask) => TripleTexts,
): (check: string, messages: readonly Message[]) => { readonly kind: Kind; readonly shown: ShownArtefact } | undefined {
  const triples = problems.map((problem) => ({ problem, texts: textsOf(problem.task) }));
  return (name, messages) => {
    const check = CHECKS.find((one) => one === name);
    if (check === undefined || check === 'anno-sound') return undefined;
    const content = messages.map((message) => message.content).join('\n');
    const found = triples
      .flatMap((triple) => shownIn(triple, check, content).map((key) => ({ ...triple, key })))
      .toSorted((a, b) => b.key.length - a.key.length);
    const [longest] = found;
    if (longest === undefined) return undefined;
    const same = found.filter(({ key }) => key === longest.key);
    const { language } = longest.problem.task;
    const own = triples.filter(({ problem }) => problem.program === longest.problem.program);
    const kind = KINDS[check];
    const sets = Map.groupBy(same, (triple) => textOf(triple, kind));
    const counterparts = [...sets].map(([text, group]) => ({ text, sets: group.map(({ problem }) => problem.set) }));
    const other = OTHERS.flatMap((set) => own.filter(({ problem }) => problem.set === set))
      .map((triple) => textOf(triple, kind))
      .find((text) => kind === 'annotation' && !sets.has(text));
    return { kind, shown: { key: `${check} ${longest.key}`, language, counterparts, other } };
  };
}

interface Triple {
  readonly problem: TripleProblem;
  readonly texts: TripleTexts;
}

/** The texts of a triple that a check shows, where they stand in the messages. */
function shownIn({ problem: { task }, texts }: Triple, check: CheckName, content: string): string[] {
  if (check === 'doc2code' || check === 'doc2anno')
    return texts.shown
      .filter(({ head }) => content.includes(task.docstring) && content.includes(head))
      .map(({ head }) => `${task.docstring}\n${head}`);
  const options = texts.shown.flatMap((parts) =>
    check === 'code2doc' ? [parts.code, parts.codeWithoutInvariants] : [parts.annotated],
  );
  return [...new Set(options)].filter((text) => content.includes(text));
}

function textOf({ problem, texts }: Triple, kind: Kind): string {
  return kind === 'docstring' ? problem.task.docstring : texts[kind];
}
