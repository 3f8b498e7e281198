import type { ToolEvidence, ToolQuestion } from '../../types/consistency.ts';
import type { ExecutionTimes } from '../../types/execution.ts';
import type { ProofAnswer } from '../../types/proof.ts';
import type { Contract, TripleProblem } from '../../types/task.ts';
import { type AnnotationLanguage, compareAnnotations } from '../../verifiers/prover/annotation.ts';
import { printedByWords, provedByWords, sameByWords } from '../../verifiers/prover/by-words.ts';
import { compareCode } from '../../verifiers/prover/code.ts';
import { messagesOf, wordOf } from '../../verifiers/prover/prover.ts';
import type { ProofRunner } from '../../verifiers/prover/run.ts';
import { drawnInputs } from '../../verifiers/prover/values.ts';
import { clausesOf } from '../../verifiers/prover/witness.ts';
import { type Asked, examineBody, findWitness } from '../contract/evaluator.ts';
import { contractOf } from './contract-of.ts';
import type { By } from './examine.ts';
import { tripleLanguage } from './languages.ts';

/** Raised when an equal question gets another answer. */
export const TOOLS_VERSION = 'triple-tools-1';

const MOST_CHARACTERS = 600;

interface Answered {
  readonly evidence: ToolEvidence;
  readonly times: ExecutionTimes;
}

/** What answers questions about one triple, each anew. Throws `SandboxLostError`. */
export function createToolQuestions(
  problem: TripleProblem,
  { runner: given, languages }: By,
): (question: ToolQuestion) => Promise<Answered> {
  const { body, language: name, contract } = problem.task;
  const { task } = contractOf(problem);
  const language = tripleLanguage(name, languages);
  const { calls, inputs = [] } = problem;
  const own = { inputs, ...(calls === undefined ? {} : { calls }) };

  async function prove(by: { runner: ProofRunner }): Promise<ToolEvidence> {
    const { runner } = by;
    const { answer, isProvedByWords } = await examineBody(body, task, { language, suite: 'hidden' }, runner);
    const byWords = isProvedByWords ?? (await provedByWords(body, contract, { language, runner }));
    const types = language.code.readSignature(contract.signature)?.taken.map(({ type }) => type) ?? [];
    const tried = inputs.length > 0 ? inputs : drawnInputs(types, types.length === 0 ? 0 : INPUTS);
    const isOpen = answer.status === 'unknown' && tried.length > 0;
    const witness = isOpen ? await findWitness(body, task, tried, { language, runner }) : undefined;
    const shown = witness?.status === 'refuted' && witness.reason === 'witness' ? witness : answer;
    return { kind: 'proof', said: wordOf(shown), byWords, detail: textOf(shown) };
  }

  async function compile(code: string, suite: Asked['suite'], { runner }: { runner: ProofRunner }) {
    const mine = language.ownBody(code, contract.signature);
    const answer =
      'refused' in mine ? mine.refused : (await examineBody(mine.body, task, { language, suite }, runner)).answer;
    return { kind: 'compiler', said: wordOf(answer), detail: textOf(answer) } as const;
  }

  async function sameCode(code: string, { runner }: { runner: ProofRunner }): Promise<ToolEvidence> {
    const mine = language.ownBody(code, contract.signature);
    const found =
      'refused' in mine
        ? ({ relation: 'forbidden', detail: textOf(mine.refused) } as const)
        : await compareCode(contract, [body, mine.body], own, { language: language.code, runner });
    const ownInputs =
      ('ownInputs' in found ? found.ownInputs : undefined) ??
      (await printedByWords(contract, [body, code], own, { language, runner }));
    const detail = 'witness' in found ? `${found.witness}${found.isDrawn ? ' (drawn)' : ''}` : (found.detail ?? '');
    return { kind: 'code', said: found.relation, ownInputs, detail: detail.slice(0, MOST_CHARACTERS) };
  }

  async function sameAnnotation(annotation: string, { runner }: { runner: ProofRunner }): Promise<ToolEvidence> {
    const rebuilt = withFrame(contract, annotation);
    const by = { language: language.annotations, runner };
    const found = await compareAnnotations(contract, rebuilt, inputs, by);
    const byWords = await sameByWords(contract, annotation, { language, runner });
    const open = found.implications.flatMap((each) =>
      each.status === 'proved'
        ? []
        : [`${each.of}, ${each.direction}: ${'witness' in each ? each.witness : each.reason}`],
    );
    const detail = (found.detail ?? open.join('; ')).slice(0, MOST_CHARACTERS);
    return { kind: 'annotation', said: found.relation, byWords, detail };
  }

  async function compileAnnotation(annotation: string, { runner }: { runner: ProofRunner }): Promise<ToolEvidence> {
    const rebuilt = withFrame(contract, annotation);
    const refused = refusedClauses(rebuilt, language.annotations);
    const empty = { ...task, contract: rebuilt };
    const answer =
      refused ??
      (await examineBody(language.emptyBody(contract.signature), empty, { language, suite: 'public' }, runner)).answer;
    return { kind: 'compiler', said: wordOf(answer), detail: textOf(answer) };
  }

  return async (question) => {
    const { runner, times } = timed(given);
    const by = { runner };
    const evidence = await ask(question, by);
    return { evidence, times };
  };

  async function ask(question: ToolQuestion, by: { runner: ProofRunner }): Promise<ToolEvidence> {
    switch (question.ask) {
      case 'proof':
        return prove(by);
      case 'compiles':
        return compile(question.code, 'public', by);
      case 'proves':
        return compile(question.code, 'hidden', by);
      case 'same-code':
        return sameCode(question.code, by);
      case 'annotation-compiles':
        return compileAnnotation(question.annotation, by);
      case 'same-annotation':
        return sameAnnotation(question.annotation, by);
    }
  }
}

const INPUTS = 30;

/** Why a clause is not one expression. */
function refusedClauses(contract: Contract, { lemma }: AnnotationLanguage): ProofAnswer | undefined {
  const [pre, post] = [clausesOf(contract, 'requires'), clausesOf(contract, 'ensures')];
  const spliced = lemma({ signature: contract.signature, pre, post, shown: [], changes: [] });
  return spliced.status === 'refused' ? spliced.answer : undefined;
}

/** The given frame with rebuilt clauses. */
const withFrame = (contract: Contract, annotation: string): Contract => ({
  ...contract,
  clauses: [
    ...contract.clauses.filter((clause) => !/^(?:requires|ensures) /.test(clause)),
    ...annotation.split('\n').filter((clause) => clause.trim() !== ''),
  ],
});

/** Adds up what provers took for one question. */
function timed(runner: ProofRunner) {
  const times = { wallMs: 0, cpuMs: 0 };
  const prove: ProofRunner['prove'] = async (...asked) => {
    const found = await runner.prove(...asked);
    times.wallMs += found.times.wallMs;
    times.cpuMs += found.times.cpuMs;
    return found;
  };
  return { runner: { ...runner, prove }, times };
}

const textOf = (answer: ProofAnswer): string =>
  messagesOf(answer)
    .map(({ line, text }) => (line === undefined ? text : `line ${line}: ${text}`))
    .join('\n')
    .slice(0, MOST_CHARACTERS);
