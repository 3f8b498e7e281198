import type { ContractTask } from '../../types/task.ts';
import type { AnnotationLanguage } from '../../verifiers/prover/annotation.ts';
import type { PastedLanguage } from '../../verifiers/prover/by-words.ts';
import type { CodeLanguage } from '../../verifiers/prover/code.ts';
import { dafnyCounterexample } from '../../verifiers/prover/dafny/counterexample.ts';
import { dafnyLemma } from '../../verifiers/prover/dafny/lemma.ts';
import { dafnyCallOutputs, dafnyOutputs } from '../../verifiers/prover/dafny/outputs.ts';
import { dafnyOwnBody } from '../../verifiers/prover/dafny/own-body.ts';
import { pastedDafny } from '../../verifiers/prover/dafny/pasted.ts';
import { readDafnySignature } from '../../verifiers/prover/dafny/signature.ts';
import type { OwnBody } from '../../verifiers/prover/own-body.ts';
import { ofVerus } from '../../verifiers/prover/verus/language.ts';
import { pythonCounterexample } from '../../verifiers/prover/why3/counterexample.ts';
import { pythonLemma } from '../../verifiers/prover/why3/lemma.ts';
import { pythonOutputs } from '../../verifiers/prover/why3/outputs.ts';
import { pythonOwnBody } from '../../verifiers/prover/why3/own-body.ts';
import { pastedPython } from '../../verifiers/prover/why3/pasted.ts';
import { readPythonSignature } from '../../verifiers/prover/why3/signature.ts';
import { neutralBody } from '../../verifiers/prover/why3/splice.ts';
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
  },
  python: {
    annotations: { lemma: pythonLemma, counterexample: pythonCounterexample },
    code: { readSignature: readPythonSignature, outputs: pythonOutputs, callOutputs: () => undefined },
    pasted: pastedPython,
    ownBody: pythonOwnBody,
    emptyBody: (signature) => neutralBody({ signature }),
    title: 'Python with annotations for the Why3 prover',
    beforeClause: '    #@ ',
  },
  verus: ofVerus,
};

/** How annotations and bodies of a language are compared, and its prover. */
export interface TripleLanguage extends Language, Pick<OfLanguage, 'ownBody' | 'emptyBody' | 'title' | 'beforeClause'> {
  readonly annotations: AnnotationLanguage;
  readonly code: CodeLanguage;
  readonly pasted: PastedLanguage;
}

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
