import {
  type CheckName,
  type CheckTry,
  type ConditionContext,
  type ConsistencyTools,
  type ToolQuestion,
  type TripleTask,
  user,
} from '../../harness/index.ts';
import { judge } from './clover-judge.ts';
import { againPrompt, annotationPrompt, codePrompt, docstringPrompt } from './clover-prompts.ts';

/** In what one way of checking differs from another. */
export interface CloverWay {
  /** Names stay as they are; Clover hides them where artefacts are rebuilt from annotation and code (Listings 1.5 and 1.6). */
  readonly keepsNames?: true;
  /** Words are rebuilt from code without the invariants of its loops. */
  readonly hidesInvariants?: true;
  /** What a rebuilding is told of its last try. */
  readonly feedback?: 'prover';
}

/** One attempt at one check. */
interface Checking {
  readonly task: TripleTask;
  readonly tools: ConsistencyTools;
  readonly context: Pick<ConditionContext, 'ask' | 'askFor'>;
  readonly way: CloverWay;
  readonly check: CheckName;
  readonly attempt: number;
}

/** m in Algorithm 1: tries at an artefact that compiles; and docstrings a check. */
const TRIES = 3;

/** Each check by its name: what it tried, in order. */
export const STAGES: Readonly<Record<CheckName, (checking: Checking) => Promise<readonly CheckTry[]>>> = {
  'anno-sound': async (checking) => [await toolTry(checking, 1, { ask: 'proof' })],
  'anno-complete': (checking) =>
    rebuildCode(checking, codePrompt(checking.task, { annotated: hiding(checking).annotated })),
  doc2code: (checking) => rebuildCode(checking, codePrompt(checking.task, { head: checking.tools.named.head })),
  doc2anno: rebuildAnnotation,
  anno2doc: (checking) =>
    rebuildWords(checking, docstringPrompt(checking.task, hiding(checking).annotated, 'annotation')),
  code2doc: (checking) => {
    const { code, codeWithoutInvariants } = hiding(checking);
    const shown = checking.way.hidesInvariants ? codeWithoutInvariants : code;
    return rebuildWords(checking, docstringPrompt(checking.task, shown, 'code'));
  },
};

const hiding = ({ tools, way }: Checking) => (way.keepsNames ? tools.named : tools.hidden);

async function toolTry({ tools, check, attempt }: Checking, number: number, question: ToolQuestion): Promise<CheckTry> {
  return { check, attempt, try: number, ...(await tools.ask(question)) };
}

const nothing = ({ check, attempt }: Checking, number: number, detail: string): CheckTry => ({
  ...{ check, attempt, try: number },
  evidence: { kind: 'nothing', detail },
});

/** How one kind of artefact is taken from an answer and asked about. */
interface Rebuilding {
  readonly noun: string;
  read(response: string): string;
  compiles(artefact: string): ToolQuestion;
  compare(artefact: string): ToolQuestion;
}

const rebuildCode = (checking: Checking, prompt: string) =>
  rebuild(checking, prompt, {
    noun: 'program',
    read: checking.tools.codeIn,
    compiles: (code) => ({ ask: checking.way.feedback === 'prover' ? 'proves' : 'compiles', code }),
    compare: (code) => ({ ask: 'same-code', code }),
  });

function rebuildAnnotation(checking: Checking) {
  return rebuild(checking, annotationPrompt(checking.task, checking.tools.named.head), {
    noun: 'annotation',
    read: checking.tools.annotationIn,
    compiles: (annotation) => ({ ask: 'annotation-compiles', annotation }),
    compare: (annotation) => ({ ask: 'same-annotation', annotation }),
  });
}

/** Up to three tries until it compiles; the last one is compared with the given artefact, whatever the compiler said (Algorithm 1). */
async function rebuild(
  checking: Checking,
  prompt: string,
  { noun, read, compiles, compare }: Rebuilding,
): Promise<readonly CheckTry[]> {
  const tries: CheckTry[] = [];
  let asked = prompt;
  for (let number = 1; ; number++) {
    const response = await checking.context.ask([user(asked)], checking.check);
    const artefact = read(response);
    const isThere = artefact.trim() !== '';
    const compiled = isThere
      ? await toolTry(checking, number, compiles(artefact))
      : nothing(checking, number, `the answer held no ${noun}`);
    const isDone = 'said' in compiled.evidence && ['admitted', 'proved'].includes(compiled.evidence.said);
    if (isThere) tries.push(compiled);
    if (isDone || number === TRIES)
      return [...tries, isThere ? await toolTry(checking, number, compare(artefact)) : compiled];
    const complaint = 'detail' in compiled.evidence ? compiled.evidence.detail : '';
    asked = againPrompt(prompt, response, complaint || `It does not compile as a ${noun}.`);
  }
}

/** Three docstrings; one that is judged to say the same is enough. */
async function rebuildWords(checking: Checking, prompt: string): Promise<readonly CheckTry[]> {
  const tries: CheckTry[] = [];
  for (let number = 1; number <= TRIES; number++) {
    const words = (await checking.context.ask([user(prompt)], checking.check)).trim();
    const { check, attempt, task } = checking;
    const { said, byWords } = await judge(checking.context, task.docstring, words);
    const place = { check, attempt, try: number };
    tries.push(
      said === 'nothing'
        ? nothing(checking, number, 'the answer held no words')
        : { ...place, evidence: { kind: 'judge', said, byWords } },
    );
    if (said === 'yes') return tries;
  }
  return tries;
}
