import type { TripleTask } from '../../types/task.ts';
import type { AnnotationLanguage } from '../../verifiers/prover/annotation.ts';
import { dafnyCounterexample } from '../../verifiers/prover/dafny/counterexample.ts';
import { dafny } from '../../verifiers/prover/dafny/dafny.ts';
import { dafnyLemma } from '../../verifiers/prover/dafny/lemma.ts';
import { pythonCounterexample } from '../../verifiers/prover/why3/counterexample.ts';
import { pythonLemma } from '../../verifiers/prover/why3/lemma.ts';
import { why3 } from '../../verifiers/prover/why3/why3.ts';

/** How annotations are compared in each language that is proved. */
export const ANNOTATION_LANGUAGES: Readonly<Record<TripleTask['language'], AnnotationLanguage>> = {
  dafny: { prover: dafny, lemma: dafnyLemma, counterexample: dafnyCounterexample },
  python: { prover: why3, lemma: pythonLemma, counterexample: pythonCounterexample },
};
