import { UsageError } from '../errors.ts';
import { contractGrader, readSamples } from '../grading/grade-samples.ts';
import { loadContractDataset } from '../loading/load-dataset.ts';
import type { SandboxName } from '../sandbox/choose.ts';
import { defaultSlots } from '../sandbox/docker/spec.ts';
import { openProvers } from '../tasks/contract/open-provers.ts';
import {
  contractEvaluatorIn,
  contractEvaluators,
  openContractTasks,
  refuseUnlessConforming,
} from '../tasks/contract/open-tasks.ts';
import { preflightBodies, preflightProvers } from '../tasks/contract/preflight.ts';
import type { ExecutionStore } from '../types/evaluator.ts';
import { gradeToFile } from './grade-to-file.ts';
import type { Command, CommandParts, TaskKind } from './task-kind.ts';

/** Candidates are bodies under given contracts, graded by a deductive prover. */
export const contractKind: TaskKind = {
  kind: 'contract',
  recording: { evaluators: contractEvaluators },
  open: openContractTasks,
  grade,
  preflight,
};

interface GradeFlags {
  readonly answers?: string;
  readonly concurrency?: number;
  readonly dataset: string;
  readonly out: string;
  readonly sandbox: SandboxName;
}

/** Every answer is proved anew, whoever calls it proved. */
async function grade(command: Command, { environment, signal, say }: CommandParts): Promise<string> {
  const { answers: path, concurrency = defaultSlots(), dataset: id, out, sandbox: name } = command.opts<GradeFlags>();
  if (path === undefined) throw new UsageError(`--answers: expected a file of answers for ${id}`);
  const dataset = await loadContractDataset(id, { environment });
  const samples = await readSamples(path, dataset);
  const sandbox = await openProvers(name, concurrency);
  if ('missing' in sandbox) throw new UsageError(`${id} needs a prover, and there is none: ${sandbox.missing}`);
  say(`sandbox: ${sandbox.kind}`);
  try {
    const problems = [...new Set(samples.map(({ problem }) => problem))];
    await refuseUnlessConforming(problems, sandbox, environment, say);
    const graderIn = (executions: ExecutionStore) => contractGrader(contractEvaluatorIn(sandbox, executions));
    return await gradeToFile(samples, graderIn, { out, concurrency }, { signal, say });
  } finally {
    await sandbox.close();
  }
}

interface PreflightFlags {
  readonly dataset: string;
  readonly sandbox: SandboxName;
  readonly maxSandboxes: number;
}

async function preflight(command: Command, { environment, say }: CommandParts) {
  const { dataset: id, sandbox: name, maxSandboxes } = command.opts<PreflightFlags>();
  const { problems } = await loadContractDataset(id, { environment });
  const sandbox = await openProvers(name, maxSandboxes);
  if ('missing' in sandbox) throw new UsageError(`${id} needs a prover, and there is none: ${sandbox.missing}`);
  try {
    say(`sandbox: ${sandbox.kind}`);
    const provers = await preflightProvers(problems, sandbox);
    const bodies = await preflightBodies(problems, sandbox, maxSandboxes);
    const faults = [...provers.faults, ...bodies.faults];
    const verdict = faults.length === 0 ? 'sound: every program came out as it must' : faults.join('\n');
    return { text: [...provers.lines, ...bodies.lines, verdict].join('\n'), isSound: faults.length === 0 };
  } finally {
    await sandbox.close();
  }
}
