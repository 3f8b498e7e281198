import { loadContractDataset } from '../../loading/load-dataset.ts';
import { selectProblems } from '../../loading/select.ts';
import { memoryExecutions } from '../../sandbox/memory-executions.ts';
import type { Environment } from '../../storage/cache-folder.ts';
import type { Evaluator } from '../../types/evaluator.ts';
import type { Identity } from '../../types/record.ts';
import { createProofRunner } from '../../verifiers/prover/run.ts';
import { LANGUAGES, type Languages, languagesNamed } from '../contract/languages.ts';
import { type ContractTaskOptions, type ContractTaskParts, openWithProvers } from '../contract/open-tasks.ts';
import type { TaskSetup } from '../task-setup.ts';
import { tripleLanguages } from '../triple/languages.ts';
import { ANNOTATION_GRADER_VERSION, annotationEvaluator } from './annotation-evaluator.ts';
import { type Job, jobNamed } from './job.ts';
import { examplesFor } from './near-examples.ts';
import { readPools } from './pools.ts';
import { annotationDataset, translationDataset } from './problems.ts';
import {
  type JudgeTranslation,
  judgesNothing,
  TRANSLATION_GRADER_VERSION,
  translationEvaluator,
} from './translation-evaluator.ts';

const KNOWN = Object.keys(LANGUAGES) as (keyof Languages)[];

/** The job that a flag or an identity names; `undefined`: inference. Throws `UsageError`. */
export const jobOf = (name: string | undefined): Job | undefined => jobNamed(name, KNOWN);

/**
 * Opens the programs of a dataset of contracts as tasks of another job than inference, with the pools that prompts draw from. Throws as
 * `openContractTasks`, for a dataset that has nothing for the job, and for pools of another.
 */
export async function openJobTasks(
  job: Job,
  options: ContractTaskOptions,
  parts: ContractTaskParts,
  judge: JudgeTranslation,
): Promise<TaskSetup> {
  const { datasetsFolder: folder, environment } = parts;
  const loaded = await loadContractDataset(options.dataset, {
    environment,
    ...(folder === undefined ? {} : { folder }),
  });
  const { job: name = '' } = options;
  const read = options.pools === undefined ? undefined : await readPools(options.pools, job, name);
  const given = (task: Parameters<typeof examplesFor>[0], text: string) =>
    read === undefined ? {} : { examples: examplesFor(task, text, read.pools) };
  const settings = { job: name, ...(read === undefined ? {} : { pools: read.sha256 }) };
  const common = { synthetic: {}, settings, provesGenerations: true } as const;
  const languages = tripleLanguages(LANGUAGES);
  const setup =
    job.kind === 'annotation'
      ? await openWithProvers(selectProblems(annotationDataset(loaded, languages), options), options, parts, {
          ...common,
          graderVersion: ANNOTATION_GRADER_VERSION,
          programsOf: ({ contract }) => [contract],
          evaluator: (problem, found) =>
            annotationEvaluator(problem, { ...found, ...given(problem.task, problem.task.text) }),
        })
      : await openWithProvers(selectProblems(translationDataset(loaded, job, languages), options), options, parts, {
          ...common,
          graderVersion: TRANSLATION_GRADER_VERSION,
          programsOf: () => bothLanguages(job),
          evaluator: (problem, { languages: proved = LANGUAGES, ...found }) =>
            translationEvaluator(problem, {
              ...{ ...found, languages: tripleLanguages(proved), judge },
              ...given(problem.task, problem.task.source.text),
            }),
        });
  return { ...setup, ...(read === undefined ? {} : { poolsOf: read.pools.promptsSha256 }) };
}

/** A translation is proved in one and run beside its source in the other. */
const bothLanguages = ({ from, to }: Extract<Job, { kind: 'translation' }>) =>
  KNOWN.filter((name) => name === from || name === to).map((language) => ({ task: { language } }));

/** As `RecordsReader`. */
export async function jobEvaluators(
  job: Job,
  { dataset, graderVersion }: Identity,
  environment: Environment,
): Promise<readonly Evaluator[]> {
  const loaded = await loadContractDataset(dataset, { environment });
  const runner = createProofRunner({ missing: 'nothing is proved while records are read' });
  const proved = languagesNamed(graderVersion);
  const parts = { runner, grader: runner, executions: memoryExecutions() };
  const languages = tripleLanguages(proved);
  if (job.kind === 'annotation')
    return annotationDataset(loaded, languages).problems.map((problem) =>
      annotationEvaluator(problem, { ...parts, languages: proved }),
    );
  return translationDataset(loaded, job, languages).problems.map((problem) =>
    translationEvaluator(problem, { ...parts, languages, judge: judgesNothing }),
  );
}
