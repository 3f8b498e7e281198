import { UsageError } from '../errors.ts';
import { loadContractDataset } from '../loading/load-dataset.ts';
import type { SandboxName } from '../sandbox/choose.ts';
import { openProvers } from '../tasks/contract/open-provers.ts';
import { contractEvaluators, openContractTasks } from '../tasks/contract/open-tasks.ts';
import { preflightBodies, preflightProvers } from '../tasks/contract/preflight.ts';
import type { Command, CommandParts, TaskKind } from './task-kind.ts';

/** Candidates are bodies under given contracts, graded by a deductive prover. */
export const contractKind: TaskKind = {
  kind: 'contract',
  recording: { evaluators: contractEvaluators },
  open: openContractTasks,
  async grade(command) {
    const { dataset } = command.opts<{ dataset: string }>();
    throw new UsageError(
      `${dataset} asks for bodies under contracts: npm run bench proves them, npm run grade does not`,
    );
  },
  preflight,
};

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
