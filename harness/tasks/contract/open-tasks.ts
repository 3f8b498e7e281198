import { UsageError } from '../../errors.ts';
import { loadContractDataset } from '../../loading/load-dataset.ts';
import { type Selection, selectProblems } from '../../loading/select.ts';
import type { Recording } from '../../models/recorded/read-recording.ts';
import { resolveSimulatedForContracts } from '../../models/simulated/resolve-simulated.ts';
import { memoryExecutions } from '../../sandbox/memory-executions.ts';
import type { ToolsMissing } from '../../sandbox/tools/tool-set.ts';
import type { Environment } from '../../storage/cache-folder.ts';
import type { Evaluator, ExecutionStore, SandboxInfo } from '../../types/evaluator.ts';
import type { Identity } from '../../types/record.ts';
import type { AnyProblem, ContractProblem, Dataset } from '../../types/task.ts';
import { createProofRunner, PROOF_BOUNDS, PROVER_LIMITS } from '../../verifiers/prover/run.ts';
import type { TaskSetup } from '../task-setup.ts';
import { CONTRACT_GRADER_VERSION, type ContractEvaluatorParts, contractEvaluator } from './evaluator.ts';
import { BODY_EXTRACTOR_VERSION } from './extract-body.ts';
import { keptConformance } from './kept-conformance.ts';
import { languagesNamed, toolsOf } from './languages.ts';
import { noProver, type OpenedProvers, openProvers, type ProverFlags } from './open-provers.ts';
import { preflightProvers } from './preflight.ts';

export interface ContractTaskOptions extends Selection, ProverFlags {
  readonly dataset: string;
  readonly maxSandboxes: number;
  /** Another job than inference: `annotation`, or a pair of languages. */
  readonly job?: string | undefined;
  /** A file of examples that prompts draw from. */
  readonly pools?: string | undefined;
}

export interface ContractTaskParts {
  /** The recording that is replayed or completed: what loops are told. */
  readonly recording: Recording | undefined;
  readonly isReplay: boolean;
  readonly environment: Environment;
  /** Where dataset files are, in place of the repository's; for tests. */
  readonly datasetsFolder?: string;
  /** In place of those that are here; for tests. */
  readonly openProvers?: typeof openProvers;
  say(line: string): void;
}

/**
 * Opens a dataset of contracts and the sandbox its provers run in. A replay needs no prover: loops are told what was recorded, and nothing is
 * graded. Throws `UsageError` for bad flags, missing data, no prover elsewhere, and others than those of the recording.
 */
export async function openContractTasks(options: ContractTaskOptions, parts: ContractTaskParts): Promise<TaskSetup> {
  const { datasetsFolder: folder, environment } = parts;
  const dataset = selectProblems(
    await loadContractDataset(options.dataset, { environment, ...(folder === undefined ? {} : { folder }) }),
    options,
  );
  return openWithProvers(dataset, options, parts, {
    graderVersion: CONTRACT_GRADER_VERSION,
    synthetic: { simulated: resolveSimulatedForContracts(dataset) },
    programsOf: (problem) => [problem],
    provesGenerations: true,
    evaluator: contractEvaluator,
  });
}

type InLanguage = Parameters<typeof preflightProvers>[0][number];

/** In what kinds of task differ that provers work on. */
interface ProvedKind<Problem extends AnyProblem> {
  readonly graderVersion: string;
  readonly synthetic: TaskSetup['synthetic'];
  /** What is proved or run of a problem. */
  programsOf(problem: Problem): readonly InLanguage[];
  /** Each generation is proved: a plan says how long that takes. */
  readonly provesGenerations?: true;
  /** What its identity has of it beside the grader's version. */
  readonly settings?: Pick<Identity, 'job' | 'pools'>;
  evaluator(problem: Problem, parts: ContractEvaluatorParts): Evaluator;
}

/** As `openContractTasks`, for the chosen problems of any kind that provers work on. */
export async function openWithProvers<Problem extends AnyProblem>(
  dataset: Dataset<Problem>,
  options: ContractTaskOptions,
  parts: ContractTaskParts,
  kind: ProvedKind<Problem>,
): Promise<TaskSetup> {
  const { recording, isReplay, environment, say } = parts;
  const contracts = dataset.problems.flatMap(kind.programsOf);
  const used = [...new Set(contracts.map(({ task }) => task.language))];
  if (!isReplay && parts.openProvers === undefined) refuseWithoutVerus(dataset.id, used, options);
  const opened = await (parts.openProvers ?? openProvers)({ ...options, environment }, options.maxSandboxes);
  if ('missing' in opened && !isReplay) throw noProver(dataset.id, opened);
  // Where nothing is proved, records go on to name what proved them.
  const recorded = languagesNamed(recording?.manifest.identity.graderVersion ?? '');
  const { sandbox, languages } = 'missing' in opened ? { sandbox: opened, languages: recorded } : opened;
  const tools = used.map((language) => toolsOf(languages[language]));
  const runner = createProofRunner(sandbox);
  const grader = createProofRunner(sandbox);
  const close = async (): Promise<void> => {
    if ('close' in sandbox) await sandbox.close();
  };
  try {
    if (recording !== undefined) refuseOtherTools(recording, tools);
  } catch (error) {
    await close();
    throw error;
  }
  const { seconds } = PROOF_BOUNDS;
  return {
    dataset,
    settings: {
      limits: { ...PROVER_LIMITS, wallMs: 1000 * seconds, cpuSeconds: seconds },
      extractorVersion: BODY_EXTRACTOR_VERSION,
      graderVersion: [kind.graderVersion, ...tools].join('; '),
      ...kind.settings,
    },
    sandbox: describeProvers(opened, tools, options),
    provenance: {
      provers: [
        ...tools,
        ...(options.dafny === undefined ? [] : [`dafny is ${options.dafny}`]),
        ...(options.verus === undefined ? [] : [`verus is ${options.verus}`]),
      ].join('; '),
    },
    files: new Map(),
    synthetic: kind.synthetic,
    async proofTime() {
      if ('missing' in opened || kind.provesGenerations !== true) return undefined;
      const provers = used.map((language) => languages[language].prover);
      const times = await Promise.all(provers.map((prover) => runner.prove(prover, prover.known)));
      return { seconds: Math.max(...times.map(({ times: { cpuMs } }) => cpuMs)) / 1000, boundSeconds: seconds };
    },
    async check() {
      if ('missing' in opened) return { references: [] };
      await refuseUnlessConforming(contracts, opened, environment, say);
      return { references: [] };
    },
    evaluators: (executions) =>
      dataset.problems.map((problem) =>
        kind.evaluator(problem, {
          runner,
          grader,
          executions,
          languages,
          ...(recording === undefined ? {} : { recorded: recording }),
        }),
      ),
    close,
  };
}

/** No distribution packages Verus: whoever has one names it. Throws `UsageError` where a task needs one and none is named. */
export function refuseWithoutVerus(
  dataset: string,
  used: readonly string[],
  { verus }: Pick<ProverFlags, 'verus'>,
): void {
  if (!used.includes('verus') || verus !== undefined) return;
  throw new UsageError(
    `${dataset} needs Verus, and its cells are not run: no Verus; expected --verus PATH (datasets/README.md)`,
  );
}

/** Throws `UsageError` where a prover of these tasks answers one of its cases otherwise than it may. */
export async function refuseUnlessConforming(
  problems: readonly InLanguage[],
  provers: OpenedProvers,
  environment: Environment,
  say: (line: string) => void,
): Promise<void> {
  const { lines, faults } = await preflightProvers(problems, provers, keptConformance(environment));
  say(`preflight: ${lines.join(', ')}`);
  if (faults.length === 0) return;
  const ofVerus = faults.filter((fault) => fault.startsWith('verus: '));
  if (ofVerus.length === faults.length)
    throw new UsageError(
      `--verus: expected a Verus that passes its conformance set, got one that differs in ${faults.length} of its cases, the first ${faults[0]}`,
    );
  throw new UsageError(
    `preflight failed, so nothing was started: a prover that errs here cannot be trusted.\n${faults.join('\n')}`,
  );
}

/** Where proofs are made, for the manifest and the person who waits. */
function describeProvers(
  opened: OpenedProvers | ToolsMissing,
  tools: readonly string[],
  { dafny, verus }: ProverFlags,
): SandboxInfo {
  if ('missing' in opened) {
    return {
      kind: 'none',
      description: 'no prover is here: answers are replayed, loops are told what was recorded, nothing is graded',
      why: `none: no prover is here, so answers are replayed and nothing is graded (${opened.missing})`,
    };
  }
  const { kind, imageDigest } = opened.sandbox;
  const given = [dafny, verus].filter((path) => path !== undefined);
  const own = given.length === 0 ? '' : `; ${given.join(' and ')} is untested until its conformance set has run`;
  return {
    kind,
    description: `${kind}: each proof in a sandbox of its own, without network`,
    ...(imageDigest === undefined ? {} : { imageDigest }),
    why: `${kind}: the provers are there (${tools.join('; ')}${own})`,
  };
}

/** Answers of other provers are other answers: a loop was told those of the recording. */
function refuseOtherTools({ manifest: { study, identity } }: Recording, tools: readonly string[]): void {
  const recorded = identity.graderVersion.split('; ');
  const others = tools.filter((tool) => !recorded.includes(tool));
  if (others.length === 0) return;
  throw new UsageError(
    `the recording ${study} was proved by ${recorded.slice(1).join('; ')}, here it would be by ${others.join('; ')}: expected the same versions`,
  );
}

/** As `RecordsReader`. */
export async function contractEvaluators(
  { dataset, graderVersion }: Identity,
  environment: Environment,
): Promise<readonly Evaluator[]> {
  const { problems } = await loadContractDataset(dataset, { environment });
  const runner = createProofRunner({ missing: 'nothing is proved while records are read' });
  const executions = memoryExecutions();
  const languages = languagesNamed(graderVersion);
  return problems.map((problem) => contractEvaluator(problem, { runner, grader: runner, executions, languages }));
}

/** What proves the bodies of a problem in a sandbox, each body once. */
export function contractEvaluatorIn(
  { sandbox, languages }: OpenedProvers,
  executions: ExecutionStore,
): (problem: ContractProblem) => Evaluator {
  const runner = createProofRunner(sandbox);
  return (problem) => contractEvaluator(problem, { runner, grader: runner, executions, languages });
}
