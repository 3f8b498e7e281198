/** Tasks and datasets: what a condition may see of a task, and what only the grader may see. */

/**
 * Python source that tests the function called `entryPoint`; every `assert` in it is one assertion of the verdict. Anyone may have
 * written it: it runs apart from everything that is hidden, and what it says is no grade.
 */
export interface TestSuite {
  readonly source: string;
  /** Factor on the time limits of this suite, where its canonical solution needs it; 1 when absent. */
  readonly timeFactor?: number;
}

declare const ORIGIN: unique symbol;

/** Tests that came with a dataset and may grade; made by trusted-suite.ts and nowhere else. */
export interface TrustedSuite extends TestSuite {
  readonly [ORIGIN]: 'dataset';
}

/** What a condition may see. No field holds a hidden test or a reference solution. */
export interface Task {
  readonly kind: 'function';
  readonly id: string;
  readonly prompt: string;
  readonly entryPoint: string;
  /** Imports and helpers that stand in the prompt before the entry point; they run before every candidate. */
  readonly prelude: string;
  /** Examples of the prompt as assertions. */
  readonly publicTests: TrustedSuite;
}

export interface PoolCandidate {
  /** Complete source of the entry point, to be run after the task's prelude. */
  readonly code: string;
  readonly isRight: boolean;
  /** Where it comes from or in what way it is wrong. */
  readonly label: string;
}

/** A task with what only the grader, preflight and the simulated model may see. */
export interface Problem {
  readonly task: Task;
  readonly hiddenTests: TrustedSuite;
  /** Complete source of a right solution, to be run after the task's prelude. */
  readonly canonical: string;
  readonly pool: readonly PoolCandidate[];
  /** What kind of task it is, in the dataset's own words (topic, level), for tables by group. */
  readonly tags?: readonly string[];
}

export interface KnownDefect {
  readonly taskId: string;
  readonly note: string;
  /** Its right solution is solved with some hash seeds of the interpreter and not with others. */
  readonly flips?: true;
}

export interface Dataset<AnyProblem = Problem> {
  readonly id: string;
  readonly title: string;
  /** sha256 of the official file (or of the embedded one). */
  readonly sha256: string;
  readonly source: string;
  readonly problems: readonly AnyProblem[];
  readonly knownDefects: readonly KnownDefect[];
  /** Of its tasks, those on whose programs the wording of prompts was chosen. */
  readonly tuningTasks?: readonly string[];
  /** The model that wrote the tests that grade, and the reference, from a text: nobody has checked them. */
  readonly builtBy?: string;
}

/** What a condition may see of a task whose candidate is a patch. No field holds a hidden test or the gold patch. */
export interface PatchTask {
  readonly kind: 'patch';
  readonly id: string;
  /** The issue, as it was reported. */
  readonly prompt: string;
  /** `owner/name`. */
  readonly repository: string;
  /** The commit a candidate is a patch of. */
  readonly baseCommit: string;
}

/** Tests that a repository's own runner names in its log. */
export interface NamedTests {
  /** Brings the tests; applied after the candidate. */
  readonly testPatch: string;
  /** Fail before the gold patch and must pass. Ids as published, even where they are cut short. */
  readonly failToPass: readonly string[];
  /** Pass before the gold patch and must not break. */
  readonly passToPass: readonly string[];
}

/** As `Problem`, where the candidate is a patch. */
export interface PatchProblem {
  readonly task: PatchTask;
  readonly hiddenTests: NamedTests;
  /** The gold patch. */
  readonly canonical: string;
  /** The repository's version: with its name it decides the environment. */
  readonly version: string;
  /** The commit whose requirements files make the environment. */
  readonly environmentCommit: string;
  /** Discussion of the issue before the gold patch; a leak, shown only when asked for. */
  readonly hints: string;
  /** When the gold patch was proposed, as published. */
  readonly createdAt: string;
}

/** What a condition may see of a task whose candidate is the body under a given contract. No field holds a body. */
export interface ContractTask {
  readonly kind: 'contract';
  readonly id: string;
  readonly language: 'dafny' | 'python' | 'verus';
  readonly contract: Contract;
  /** What the contract says, in words. */
  readonly docstring: string;
}

/** As `Problem`, where the candidate is a body under a contract. */
export interface ContractProblem {
  readonly task: ContractTask;
  /** A body that is proved. */
  readonly canonical: string;
  /** Bodies that do not fulfil the contract, each with the clauses of a weaker one that it fulfils. */
  readonly wrong: readonly {
    readonly body: string;
    readonly weakened: readonly string[];
    /** One of `inputs`: there it does what the contract denies. */
    readonly shows?: string;
  }[];
  /** Arguments of calls in Python's notation, `[1, 2], True`: a body is run on them where it is not proved. */
  readonly inputs?: readonly string[];
  /** The whole program as its publisher wrote it, for another version of the prover, and what of it was changed here, a sentence each. */
  readonly published?: { readonly program: string; readonly changes: readonly string[] };
  readonly tags?: readonly string[];
}

/**
 * A program that is given whole: what it does in words, its contract, its body. The question is whether the three say the same, and no
 * field says so (Clover, arXiv 2310.17807, section 3).
 */
export interface TripleTask extends Omit<ContractTask, 'kind' | 'language'> {
  readonly kind: 'triple';
  readonly language: 'dafny' | 'python';
  readonly body: string;
}

/**
 * What of a right triple was changed (Clover, Table 3). C1: the words. C2: the contract says less. C3: both say less. C6: body and contract
 * agree, and the words are of another program. C4, C5 and C7 are left out there.
 */
export type TripleSet = 'ground-truth' | 'C1' | 'C2' | 'C3' | 'C6';

/** As `Problem`, where the candidate is given and its label is the grade. */
export interface TripleProblem {
  readonly task: TripleTask;
  /** The program it is a triple of: those of one share what they show, so intervals take it as their unit. */
  readonly program: string;
  readonly set: TripleSet;
  /** Arguments of calls in Python's notation, as in `ContractProblem`. */
  readonly inputs?: readonly string[];
  /** Declarations in the triple's language: `MakeCalls` among them calls the method on the dataset's inputs and prints what it gives, values apart. */
  readonly calls?: string;
  /** Why a wrong triple is wrong: on this input the body denies a clause. Of C2 and C3, it also fulfils the triple's own contract. */
  readonly shows?: { readonly body: string; readonly clauses: readonly string[]; readonly input: string };
  readonly published?: ContractProblem['published'];
  readonly tags?: readonly string[];
}

/** A whole program in the language of this name. */
export interface WholeProgram {
  readonly language: string;
  readonly contract: Contract;
  readonly body: string;
}

/** A language as prompts speak of it. */
export interface LanguageNotes {
  /** Its name; what a fenced block of it begins with. */
  readonly language: string;
  readonly title: string;
  /** How its programs and their contracts are written. */
  readonly rules: string;
  /** A proved program of no dataset. */
  readonly example: string;
}

/** What a condition may see of a task whose candidate is a whole program with its contract, made from a proved one in another language (AlphaVerus, section 3.1). */
export interface TranslationTask {
  readonly kind: 'translation';
  readonly id: string;
  /** The program that is translated, and what its language is called. */
  readonly source: Pick<LanguageNotes, 'language' | 'title'> & { readonly text: string };
  readonly target: LanguageNotes;
}

/** As `Problem`, where the candidate is a translation. */
export interface TranslationProblem {
  readonly task: TranslationTask;
  readonly source: WholeProgram;
  /** Arguments of calls in Python's notation, as in `ContractProblem`. */
  readonly inputs: readonly string[];
  /** The dataset's own program in the target language, where it has one; nobody who translates sees it. */
  readonly reference?: WholeProgram;
  readonly tags?: readonly string[];
}

/** What a condition may see of a task whose candidate adds a proof to a given body (AlphaVerus, Table 4). */
export interface AnnotationTask {
  readonly kind: 'annotation';
  readonly id: string;
  readonly target: LanguageNotes;
  /** The whole program without what proves it. */
  readonly text: string;
}

/** As `Problem`, where the candidate is a given body with its proof. */
export interface AnnotationProblem {
  readonly task: AnnotationTask;
  /** The contract and a body with its proof. */
  readonly contract: ContractProblem;
  /** The body without its proof. */
  readonly given: string;
  readonly tags?: readonly string[];
}

/** A task whose candidate is run. */
export type TestedTask = Task | PatchTask;

/** A task of any kind; `kind` tells which. */
export type AnyTask = TestedTask | ContractTask | TripleTask | TranslationTask | AnnotationTask;

export type AnyProblem =
  | Problem
  | PatchProblem
  | ContractProblem
  | TripleProblem
  | TranslationProblem
  | AnnotationProblem;

/** What a body must fulfil, as its dataset gives it, in a prover's language. It is trusted: nothing of a candidate becomes part of it. */
export interface Contract {
  /** Functions and predicates that its clauses speak of; empty where there are none. */
  readonly preamble: string;
  /** `method Largest(a: seq<int>) returns (r: int)`, `def largest(a: list[int]) -> int:`. */
  readonly signature: string;
  /** `requires ...`, `ensures ...`: one each. */
  readonly clauses: readonly string[];
}
