import { wholeNumber } from '../command-line.ts';
import { judgeProved } from '../critics/judge-proved.ts';
import { UsageError } from '../errors.ts';
import { contractGrader, readSamples } from '../grading/grade-samples.ts';
import { loadContractDataset } from '../loading/load-dataset.ts';
import type { SandboxName } from '../sandbox/choose.ts';
import { defaultSlots } from '../sandbox/docker/spec.ts';
import { requireProvers } from '../tasks/contract/open-provers.ts';
import {
  contractEvaluatorIn,
  contractEvaluators,
  openContractTasks,
  refuseUnlessConforming,
  refuseWithoutVerus,
} from '../tasks/contract/open-tasks.ts';
import { preflightBodies, preflightProvers } from '../tasks/contract/preflight.ts';
import { jobEvaluators, jobOf, openJobTasks } from '../tasks/jobs/open-jobs.ts';
import type { ExecutionStore } from '../types/evaluator.ts';
import { MOST_SEARCH, SEARCH_BOUNDS } from '../types/search.ts';
import type { ContractProblem } from '../types/task.ts';
import { gradeToFile } from './grade-to-file.ts';
import type { Command, CommandParts, TaskKind } from './task-kind.ts';

/** Candidates are bodies under given contracts, graded by a deductive prover. */
export const contractKind: TaskKind = {
  kind: 'contract',
  recording: {
    evaluators(identity, { environment }) {
      const job = jobOf(identity.job);
      return job === undefined ? contractEvaluators(identity, environment) : jobEvaluators(job, identity, environment);
    },
  },
  addStudyFlags(command) {
    addProverFlags(command);
    addSearchFlags(command);
    addJobFlags(command);
  },
  open(options, parts) {
    const job = jobOf(options.job);
    if (job !== undefined) return openJobTasks(job, options, parts, judgeProved);
    if (options.pools !== undefined)
      throw new UsageError(`--pools ${options.pools}: expected a --job whose prompts draw examples, got none`);
    return openContractTasks(options, parts);
  },
  addGradeFlags: addProverFlags,
  addPreflightFlags: addProverFlags,
  grade,
  preflight,
};

function addProverFlags(command: Command): void {
  command
    .option(
      '--dafny <path>',
      'contracts: the program dafny of another Dafny (4, say), run in bubblewrap; untested until its conformance set has run, which is before anything else',
    )
    .option(
      '--verus <path>',
      'contracts in Verus: the program verus of an official release, run in bubblewrap with the Rust that rustup has for it; its conformance set is run before anything else',
    );
}

/** AlphaVerus, A.3. */
function addSearchFlags(command: Command): void {
  const count = wholeNumber(1, MOST_SEARCH);
  const { exploration, breadth, depth } = SEARCH_BOUNDS;
  command
    .option(
      '--exploration <n>',
      `searches: programs drawn afresh before any is refined (${exploration}; paper 256)`,
      count,
    )
    .option('--breadth <n>', `searches: refinements at each depth (${breadth}, as in the paper)`, count)
    .option('--depth <n>', `searches: how often a program may be refined in turn (${depth}, as in the paper)`, count);
}

function addJobFlags(command: Command): void {
  command
    .option(
      '--job <job>',
      "contracts: inference (a body under the contract, when left out), annotation (a proof of the given body), or a translation such as 'dafny->python'",
    )
    .option('--pools <file>', 'jobs: examples that prompts draw from, as bootstrap writes them');
}

interface GradeFlags {
  readonly dafny?: string;
  readonly verus?: string;
  readonly answers?: string;
  readonly concurrency?: number;
  readonly dataset: string;
  readonly out: string;
  readonly sandbox: SandboxName;
}

/** Every answer is proved anew, whoever calls it proved. */
async function grade(command: Command, { environment, signal, say }: CommandParts): Promise<string> {
  const flags = command.opts<GradeFlags>();
  const { answers: path, concurrency = defaultSlots(), dataset: id, out } = flags;
  if (path === undefined) throw new UsageError(`--answers: expected a file of answers for ${id}`);
  const dataset = await loadContractDataset(id, { environment });
  const samples = await readSamples(path, dataset);
  refuseWithoutVerus(id, languagesIn(samples.map(({ problem }) => problem)), flags);
  const provers = await requireProvers(id, { ...flags, environment }, concurrency);
  say(`sandbox: ${provers.sandbox.kind}`);
  try {
    const problems = [...new Set(samples.map(({ problem }) => problem))];
    await refuseUnlessConforming(problems, provers, environment, say);
    const graderIn = (executions: ExecutionStore) => contractGrader(contractEvaluatorIn(provers, executions));
    return await gradeToFile(samples, graderIn, { out, concurrency }, { signal, say });
  } finally {
    await provers.sandbox.close();
  }
}

const languagesIn = (problems: readonly ContractProblem[]): readonly string[] => [
  ...new Set(problems.map(({ task }) => task.language)),
];

interface PreflightFlags {
  readonly dafny?: string;
  readonly verus?: string;
  readonly dataset: string;
  readonly sandbox: SandboxName;
  readonly maxSandboxes: number;
}

async function preflight(command: Command, { environment, say }: CommandParts) {
  const flags = command.opts<PreflightFlags>();
  const { dataset: id, maxSandboxes } = flags;
  const { problems } = await loadContractDataset(id, { environment });
  refuseWithoutVerus(id, languagesIn(problems), flags);
  const provers = await requireProvers(id, { ...flags, environment }, maxSandboxes);
  try {
    say(`sandbox: ${provers.sandbox.kind}`);
    const conformance = await preflightProvers(problems, provers);
    const bodies = await preflightBodies(problems, provers, maxSandboxes);
    const faults = [...conformance.faults, ...bodies.faults];
    const verdict = faults.length === 0 ? 'sound: every program came out as it must' : faults.join('\n');
    return { text: [...conformance.lines, ...bodies.lines, verdict].join('\n'), isSound: faults.length === 0 };
  } finally {
    await provers.sandbox.close();
  }
}
