import { loadTripleDataset } from '../../loading/load-dataset.ts';
import { selectProblems } from '../../loading/select.ts';
import { resolveSimulatedForTriples } from '../../models/simulated/resolve-simulated.ts';
import { memoryExecutions } from '../../sandbox/memory-executions.ts';
import type { Evaluator } from '../../types/evaluator.ts';
import type { Identity } from '../../types/record.ts';
import { createProofRunner } from '../../verifiers/prover/run.ts';
import { languagesNamed } from '../contract/languages.ts';
import { type ContractTaskOptions, type ContractTaskParts, openWithProvers } from '../contract/open-tasks.ts';
import type { RecordsParts, TaskSetup } from '../task-setup.ts';
import { contractOf } from './contract-of.ts';
import { docstringPairs } from './docstring-pairs.ts';
import { TRIPLE_GRADER_VERSION, tripleEvaluator } from './evaluator.ts';
import { tripleTexts } from './texts.ts';

/** Opens a dataset of triples and the sandbox its provers run in; throws as `openContractTasks`. */
export async function openTripleTasks(options: ContractTaskOptions, parts: ContractTaskParts): Promise<TaskSetup> {
  const { datasetsFolder: folder, environment } = parts;
  const whole = await loadTripleDataset(options.dataset, { environment, ...(folder === undefined ? {} : { folder }) });
  const dataset = selectProblems(whole, options);
  const pairsOf = docstringPairs(whole.problems);
  return openWithProvers(dataset, options, parts, {
    graderVersion: TRIPLE_GRADER_VERSION,
    synthetic: { simulated: resolveSimulatedForTriples(whole, tripleTexts) },
    programsOf: (problem) => [contractOf(problem)],
    evaluator: (problem, evaluatorParts) => tripleEvaluator(problem, evaluatorParts, pairsOf(problem)),
  });
}

/** As `RecordsReader`. */
export async function tripleEvaluators(
  { dataset, graderVersion }: Identity,
  { environment }: RecordsParts,
): Promise<readonly Evaluator[]> {
  const { problems } = await loadTripleDataset(dataset, { environment });
  const runner = createProofRunner({ missing: 'nothing is proved while records are read' });
  const executions = memoryExecutions();
  const languages = languagesNamed(graderVersion);
  return problems.map((problem) => tripleEvaluator(problem, { runner, grader: runner, executions, languages }));
}
