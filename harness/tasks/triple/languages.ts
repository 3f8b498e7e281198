import type { Contract, ContractTask } from '../../types/task.ts';
import type { AnnotationLanguage } from '../../verifiers/prover/annotation.ts';
import type { PastedLanguage } from '../../verifiers/prover/by-words.ts';
import type { CodeLanguage } from '../../verifiers/prover/code.ts';
import { dafnyCounterexample } from '../../verifiers/prover/dafny/counterexample.ts';
import { dafnyLemma } from '../../verifiers/prover/dafny/lemma.ts';
import { dafnyCallOutputs, dafnyOutputs } from '../../verifiers/prover/dafny/outputs.ts';
import { dafnyOwnBody } from '../../verifiers/prover/dafny/own-body.ts';
import { pastedDafny } from '../../verifiers/prover/dafny/pasted.ts';
import { readDafnySignature } from '../../verifiers/prover/dafny/signature.ts';
import { portableDafny, splitWholeDafny, wholeDafny } from '../../verifiers/prover/dafny/whole.ts';
import { doneInDafny, withoutProofInDafny } from '../../verifiers/prover/dafny/without-proof.ts';
import type { OwnBody } from '../../verifiers/prover/own-body.ts';
import type { Variables } from '../../verifiers/prover/values.ts';
import { ofVerus } from '../../verifiers/prover/verus/language.ts';
import type { SplitProgram } from '../../verifiers/prover/whole.ts';
import { pythonCounterexample } from '../../verifiers/prover/why3/counterexample.ts';
import { pythonLemma } from '../../verifiers/prover/why3/lemma.ts';
import { pythonOutputs } from '../../verifiers/prover/why3/outputs.ts';
import { pythonOwnBody } from '../../verifiers/prover/why3/own-body.ts';
import { pastedPython } from '../../verifiers/prover/why3/pasted.ts';
import { readPythonSignature } from '../../verifiers/prover/why3/signature.ts';
import { neutralBody } from '../../verifiers/prover/why3/splice.ts';
import { canStatePython, splitWholePython, wholePython } from '../../verifiers/prover/why3/whole.ts';
import { doneInPython, withoutProofInPython } from '../../verifiers/prover/why3/without-proof.ts';
import type { Language, Languages } from '../contract/languages.ts';

type Annotations = Omit<AnnotationLanguage, 'prover'>;
type Programs = Omit<CodeLanguage, 'splice'>;

interface OfLanguage {
  ownBody(program: string, signature: string): OwnBody;
  /** A body that does nothing, whose types fit. */
  emptyBody(signature: string): string;
  /** What a prompt calls it. */
  readonly title: string;
  /** What a clause begins its line with. */
  readonly beforeClause: string;
  readonly annotations: Annotations;
  readonly code: Programs;
  readonly pasted: PastedLanguage;
  /** A whole program that a model wrote, with a contract of its own. */
  split(program: string): SplitProgram;
  /** A whole program as its author would write it. */
  whole(contract: Contract, body: string): string;
  /** What a program takes and gives, where another language can say it too. */
  portable(signature: string): Variables | undefined;
  /** Whether a program of the language can take and give these. */
  canState(variables: Variables): boolean;
  /** A body without what proves it. */
  withoutProof(body: string): string;
  /** What a candidate's body does, as one text: equal for two that differ in their proofs, in spaces and in comments alone. Throws `ForbiddenText`. */
  done(candidate: string, contract: Contract): string;
  /** How prompts say that a whole program is written. */
  readonly rules: string;
  /** A proved program of no dataset, which shows how one is written. */
  readonly example: { readonly contract: Contract; readonly body: string };
}

const OF_EACH: Readonly<Record<ContractTask['language'], OfLanguage>> = {
  dafny: {
    annotations: { lemma: dafnyLemma, counterexample: dafnyCounterexample },
    code: { readSignature: readDafnySignature, outputs: dafnyOutputs, callOutputs: dafnyCallOutputs },
    pasted: pastedDafny,
    ownBody: dafnyOwnBody,
    emptyBody: () => '',
    title: 'Dafny',
    beforeClause: '  ',
    split: splitWholeDafny,
    whole: wholeDafny,
    portable: portableDafny,
    canState: () => true,
    withoutProof: withoutProofInDafny,
    done: doneInDafny,
    rules:
      'Answer with one whole method: its signature, a `requires` or `ensures` line for each clause, and its body, in one ```dafny block and nothing else. Below each `while` write the `invariant` lines that the proof needs. Use no other method, lemma or function and no `assume`.',
    example: {
      contract: {
        preamble: '',
        signature: 'method FiveTimes(n: int) returns (r: int)',
        clauses: ['requires n >= 0', 'ensures r == 5 * n'],
      },
      body: 'r := 0;\nvar i := 0;\nwhile i < n\n  invariant 0 <= i <= n\n  invariant r == 5 * i\n{\n  r := r + 5;\n  i := i + 1;\n}',
    },
  },
  python: {
    annotations: { lemma: pythonLemma, counterexample: pythonCounterexample },
    code: { readSignature: readPythonSignature, outputs: pythonOutputs, callOutputs: () => undefined },
    pasted: pastedPython,
    ownBody: pythonOwnBody,
    emptyBody: (signature) => neutralBody({ signature }),
    title: 'Python with annotations for the Why3 prover',
    beforeClause: '    #@ ',
    split: splitWholePython,
    whole: wholePython,
    portable: readPythonSignature,
    canState: canStatePython,
    withoutProof: withoutProofInPython,
    done: doneInPython,
    rules:
      'Answer with one whole function: its signature with types, below it a `#@ requires` or `#@ ensures` line for each clause, in which `result` is what it returns, and its body, in one ```python block and nothing else. Below each `while` write the `#@ invariant` lines that the proof needs and one `#@ variant` line, a number that becomes smaller in each round. Only integers, booleans, lists of integers (`list[int]`), `while`, `if`, `return` and `len` are known, and in clauses `forall i. ... -> ...`: no docstring, no import, no other function.',
    example: {
      contract: {
        preamble: '',
        signature: 'def five_times(n: int) -> int:',
        clauses: ['requires n >= 0', 'ensures result == 5 * n'],
      },
      body: 'r = 0\ni = 0\nwhile i < n:\n    #@ invariant 0 <= i <= n\n    #@ invariant r == 5 * i\n    #@ variant n - i\n    r = r + 5\n    i = i + 1\nreturn r',
    },
  },
  verus: ofVerus,
};

/** All that is known of a language: its prover, how annotations and bodies are compared, how programs are read, and what prompts say of it. */
export interface TripleLanguage extends Language, Omit<OfLanguage, 'annotations' | 'code'> {
  readonly annotations: AnnotationLanguage;
  readonly code: CodeLanguage;
}

/** The values of all languages that are proved here, by name: the one place where a language is added. */
export const tripleLanguages = (languages: Languages): Readonly<Record<string, TripleLanguage>> =>
  Object.fromEntries(
    (Object.keys(languages) as (keyof Languages)[]).map((name) => [name, tripleLanguage(name, languages)]),
  );

/** With these provers. Where nothing here runs their programs, no annotation is refuted and no two bodies are compared. */
export function tripleLanguage(name: ContractTask['language'], languages: Languages): TripleLanguage {
  const language = languages[name];
  const { prover, splice, witness } = language;
  const { annotations, code, ...others } = OF_EACH[name];
  const isRun = witness !== undefined;
  return {
    ...language,
    ...others,
    annotations: { ...annotations, prover, ...(isRun ? {} : { counterexample: () => undefined }) },
    code: { ...code, splice, ...(isRun ? {} : { outputs: () => undefined, callOutputs: () => undefined }) },
  };
}
