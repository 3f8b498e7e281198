import { UsageError } from '../../errors.ts';
import { loadContractDataset } from '../../loading/load-dataset.ts';
import { type Selection, selectProblems } from '../../loading/select.ts';
import type { SandboxName } from '../../sandbox/choose.ts';
import type { Environment } from '../../storage/cache-folder.ts';
import { createProofRunner, PROOF_BOUNDS, PROVER_LIMITS } from '../../verifiers/prover/run.ts';
import type { TaskSetup } from '../task-setup.ts';
import { CONTRACT_GRADER_VERSION, contractEvaluator } from './evaluator.ts';
import { BODY_EXTRACTOR_VERSION } from './extract-body.ts';
import { toolsOf } from './languages.ts';
import { openProvers } from './open-provers.ts';
import { preflightProvers } from './preflight.ts';

interface ContractTaskOptions extends Selection {
  readonly dataset: string;
  readonly sandbox: SandboxName;
  readonly maxSandboxes: number;
}

interface ContractTaskParts {
  readonly environment: Environment;
  /** Where dataset files are, in place of the repository's; for tests. */
  readonly datasetsFolder?: string;
  say(line: string): void;
}

/** Opens a dataset of contracts and the sandbox its provers run in. Throws `UsageError` for bad flags, missing data and no prover. */
export async function openContractTasks(options: ContractTaskOptions, parts: ContractTaskParts): Promise<TaskSetup> {
  const { environment, datasetsFolder: folder, say } = parts;
  const dataset = selectProblems(
    await loadContractDataset(options.dataset, { environment, ...(folder === undefined ? {} : { folder }) }),
    options,
  );
  const sandbox = await openProvers(options.sandbox, options.maxSandboxes);
  if ('missing' in sandbox) throw new UsageError(`${dataset.id} needs a prover, and there is none: ${sandbox.missing}`);
  const runner = createProofRunner(async () => sandbox);
  const tools = [...new Set(dataset.problems.map(({ task }) => task.language))].map(toolsOf).join('; ');
  const description = `${sandbox.kind}: each proof in a sandbox of its own, without network`;
  const { seconds } = PROOF_BOUNDS;
  return {
    dataset,
    settings: {
      limits: { ...PROVER_LIMITS, wallMs: 1000 * seconds, cpuSeconds: seconds },
      extractorVersion: BODY_EXTRACTOR_VERSION,
      graderVersion: `${CONTRACT_GRADER_VERSION}; ${tools}`,
    },
    sandbox: {
      kind: sandbox.kind,
      description,
      ...(sandbox.imageDigest === undefined ? {} : { imageDigest: sandbox.imageDigest }),
      why: `${sandbox.kind}: the provers are there (${tools})`,
    },
    provenance: { provers: tools },
    files: new Map(),
    synthetic: {},
    async check() {
      const { lines, faults } = await preflightProvers(dataset.problems, sandbox);
      say(`preflight: ${lines.join(', ')}`);
      if (faults.length === 0) return { references: [] };
      throw new UsageError(
        `preflight failed, so nothing was started: a prover that errs here cannot be trusted.\n${faults.join('\n')}`,
      );
    },
    evaluators: () => dataset.problems.map((problem) => contractEvaluator(problem, runner)),
    close: () => runner.close(),
  };
}
