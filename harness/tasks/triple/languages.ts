import type { TripleTask } from '../../types/task.ts';
import type { AnnotationLanguage } from '../../verifiers/prover/annotation.ts';
import type { CodeLanguage } from '../../verifiers/prover/code.ts';
import { dafnyCounterexample } from '../../verifiers/prover/dafny/counterexample.ts';
import { dafny } from '../../verifiers/prover/dafny/dafny.ts';
import { dafnyLemma } from '../../verifiers/prover/dafny/lemma.ts';
import { dafnyOutputs } from '../../verifiers/prover/dafny/outputs.ts';
import { readDafnySignature } from '../../verifiers/prover/dafny/signature.ts';
import { spliceDafny } from '../../verifiers/prover/dafny/splice.ts';
import { pythonCounterexample } from '../../verifiers/prover/why3/counterexample.ts';
import { pythonLemma } from '../../verifiers/prover/why3/lemma.ts';
import { pythonOutputs } from '../../verifiers/prover/why3/outputs.ts';
import { readPythonSignature } from '../../verifiers/prover/why3/signature.ts';
import { splicePython } from '../../verifiers/prover/why3/splice.ts';
import { why3 } from '../../verifiers/prover/why3/why3.ts';

/** How annotations are compared in each language that is proved. */
export const ANNOTATION_LANGUAGES: Readonly<Record<TripleTask['language'], AnnotationLanguage>> = {
  dafny: { prover: dafny, lemma: dafnyLemma, counterexample: dafnyCounterexample },
  python: { prover: why3, lemma: pythonLemma, counterexample: pythonCounterexample },
};

/** How programs are run beside one another in each of them. */
export const CODE_LANGUAGES: Readonly<Record<TripleTask['language'], CodeLanguage>> = {
  dafny: { readSignature: readDafnySignature, splice: spliceDafny, outputs: dafnyOutputs },
  python: { readSignature: readPythonSignature, splice: splicePython, outputs: pythonOutputs },
};
