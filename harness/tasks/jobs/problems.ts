import { UsageError } from '../../errors.ts';
import { canonicalJson, sha256 } from '../../storage/hash.ts';
import type {
  AnnotationProblem,
  ContractProblem,
  Dataset,
  LanguageNotes,
  TranslationProblem,
  WholeProgram,
} from '../../types/task.ts';
import { contractVariables } from '../../verifiers/prover/values.ts';
import type { TripleLanguage } from '../triple/languages.ts';
import type { Job } from './job.ts';

/** The values of languages, by name. */
export type LanguagesByName = Readonly<Record<string, TripleLanguage>>;

/** A language as prompts speak of it. */
function notesOf(language: string, { title, rules, example, whole }: TripleLanguage): LanguageNotes {
  return { language, title, rules, example: whole(example.contract, example.body) };
}

export function languageNamed(name: string, languages: LanguagesByName): TripleLanguage {
  const found = languages[name];
  if (found !== undefined) return found;
  throw new UsageError(`expected a language of ${Object.keys(languages).join(', ')}, got ${name}`);
}

const programOf = ({ task: { language, contract }, canonical }: ContractProblem): WholeProgram => ({
  ...{ language, contract, body: canonical },
});

/**
 * The proved programs in the first language of a pair as tasks in the second: those whose parameters, results and frame it can state. Throws
 * `UsageError` where a source has no contract, and where the dataset has none that can be translated.
 */
export function translationDataset(
  dataset: Dataset<ContractProblem>,
  { from, to }: Extract<Job, { kind: 'translation' }>,
  languages: LanguagesByName,
): Dataset<TranslationProblem> {
  const [source, target] = [languageNamed(from, languages), languageNamed(to, languages)];
  const own = dataset.problems.filter(({ task }) => task.language === from);
  const problems = own.flatMap((problem): TranslationProblem[] => {
    const program = programOf(problem);
    const { id, contract } = problem.task;
    if (!contract.clauses.some((clause) => clause.startsWith('ensures ')))
      throw new UsageError(`${id}: expected a source with a contract that ensures something, got none`);
    const variables = contractVariables(contract, source.portable);
    if (variables === undefined || !target.canState(variables)) return [];
    const reference = referenceOf(problem, to, dataset.problems);
    const { title, whole } = source;
    return [
      {
        task: {
          kind: 'translation',
          id: `${id}->${to}`,
          source: { language: from, title, text: whole(contract, program.body).trimEnd() },
          target: notesOf(to, target),
        },
        source: program,
        inputs: problem.inputs ?? [],
        ...(reference === undefined ? {} : { reference }),
        ...(problem.tags === undefined ? {} : { tags: problem.tags }),
      },
    ];
  });
  if (problems.length === 0)
    throw new UsageError(
      `--job '${from}->${to}': expected a dataset with proved programs in ${from} that ${to} can state, ${dataset.id} has ${own.length} programs in ${from} and none of these`,
    );
  return derived(dataset, problems);
}

/** `DATASET/LANGUAGE/NAME`: the dataset's own program of this name in another language. */
function referenceOf({ task }: ContractProblem, to: string, all: readonly ContractProblem[]): WholeProgram | undefined {
  const id = task.id.replace(`/${task.language}/`, `/${to}/`);
  const found = id === task.id ? undefined : all.find((other) => other.task.id === id && other.task.language === to);
  return found && programOf(found);
}

/** The proved programs of a dataset without their proofs. */
export function annotationDataset(
  dataset: Dataset<ContractProblem>,
  languages: LanguagesByName,
): Dataset<AnnotationProblem> {
  const problems = dataset.problems.map((contract): AnnotationProblem => {
    const { task, canonical, tags } = contract;
    const language = languageNamed(task.language, languages);
    const given = language.withoutProof(canonical);
    return {
      task: {
        kind: 'annotation',
        id: `${task.id}+proof`,
        target: notesOf(task.language, language),
        text: language.whole(task.contract, given).trimEnd(),
      },
      ...{ contract, given },
      ...(tags === undefined ? {} : { tags }),
    };
  });
  return derived(dataset, problems);
}

/** Other tasks than the dataset's own: what prompts show of them is part of what they are. */
function derived<Problem extends { readonly task: { readonly id: string } }>(
  dataset: Dataset<ContractProblem>,
  problems: readonly Problem[],
): Dataset<Problem> {
  return { ...dataset, problems, sha256: sha256(canonicalJson([dataset.sha256, problems])) };
}
