import type { TripleTask } from '../../types/task.ts';
import type { AnnotationLanguage } from '../../verifiers/prover/annotation.ts';
import type { CodeLanguage } from '../../verifiers/prover/code.ts';
import { dafnyCounterexample } from '../../verifiers/prover/dafny/counterexample.ts';
import { dafnyLemma } from '../../verifiers/prover/dafny/lemma.ts';
import { dafnyCallOutputs, dafnyOutputs } from '../../verifiers/prover/dafny/outputs.ts';
import { readDafnySignature } from '../../verifiers/prover/dafny/signature.ts';
import { pythonCounterexample } from '../../verifiers/prover/why3/counterexample.ts';
import { pythonLemma } from '../../verifiers/prover/why3/lemma.ts';
import { pythonOutputs } from '../../verifiers/prover/why3/outputs.ts';
import { readPythonSignature } from '../../verifiers/prover/why3/signature.ts';
import type { Language, Languages } from '../contract/languages.ts';

type Annotations = Omit<AnnotationLanguage, 'prover'>;
type Programs = Omit<CodeLanguage, 'splice'>;

const OF_EACH: Readonly<
  Record<TripleTask['language'], { readonly annotations: Annotations; readonly code: Programs }>
> = {
  dafny: {
    annotations: { lemma: dafnyLemma, counterexample: dafnyCounterexample },
    code: { readSignature: readDafnySignature, outputs: dafnyOutputs, callOutputs: dafnyCallOutputs },
  },
  python: {
    annotations: { lemma: pythonLemma, counterexample: pythonCounterexample },
    code: { readSignature: readPythonSignature, outputs: pythonOutputs, callOutputs: () => undefined },
  },
};

/** How annotations and bodies of a language are compared, and its prover. */
export interface TripleLanguage extends Language {
  readonly annotations: AnnotationLanguage;
  readonly code: CodeLanguage;
}

/** With these provers. Where nothing here runs their programs, no annotation is refuted and no two bodies are compared. */
export function tripleLanguage(name: TripleTask['language'], languages: Languages): TripleLanguage {
  const language = languages[name];
  const { prover, splice, witness } = language;
  const { annotations, code } = OF_EACH[name];
  const isRun = witness !== undefined;
  return {
    ...language,
    annotations: { ...annotations, prover, ...(isRun ? {} : { counterexample: () => undefined }) },
    code: { ...code, splice, ...(isRun ? {} : { outputs: () => undefined, callOutputs: () => undefined }) },
  };
}
