import { list } from '../command-line.ts';
import { UsageError } from '../errors.ts';
import { loadTripleDataset } from '../loading/load-dataset.ts';
import type { SandboxName } from '../sandbox/choose.ts';
import { writeAtomically } from '../storage/line-file.ts';
import { requireProvers } from '../tasks/contract/open-provers.ts';
import { preflightProvers } from '../tasks/contract/preflight.ts';
import { contractOf } from '../tasks/triple/contract-of.ts';
import type { TripleFindings } from '../tasks/triple/examine.ts';
import { findingsCsv } from '../tasks/triple/findings-csv.ts';
import { openTripleTasks, tripleEvaluators } from '../tasks/triple/open-tasks.ts';
import { preflightTriples } from '../tasks/triple/preflight.ts';
import type { KnownDefect, TripleProblem } from '../types/task.ts';
import type { Command, CommandParts, TaskKind } from './task-kind.ts';

/** Candidates are given with their words and contracts; whether the three are consistent is the label, and the label is the grade. */
export const tripleKind: TaskKind = {
  kind: 'triple',
  simulated: 'simulated:clover-gpt4',
  recording: { evaluators: tripleEvaluators },
  open: openTripleTasks,
  grade: () =>
    Promise.reject(
      new UsageError('triples are given with their grades: expected a dataset whose answers can be graded'),
    ),
  preflight,
  addPreflightFlags(command) {
    command
      .option('--findings <file>', 'triples: writes what was found of each to a CSV file, a row a triple')
      .option('--programs <names>', 'triples: only those of these programs, with commas', list);
  },
};

interface PreflightFlags {
  readonly dafny?: string;
  readonly dataset: string;
  readonly findings?: string;
  readonly programs?: readonly string[];
  readonly sandbox: SandboxName;
  readonly maxSandboxes: number;
}

async function preflight(command: Command, { environment, say }: CommandParts) {
  const flags = command.opts<PreflightFlags>();
  const { dataset: id, maxSandboxes } = flags;
  const { problems: all, knownDefects } = await loadTripleDataset(id, { environment });
  const problems = ofPrograms(all, flags.programs);
  const provers = await requireProvers(id, flags, maxSandboxes);
  try {
    say(`sandbox: ${provers.sandbox.kind}`);
    const conformance = await preflightProvers(problems.map(contractOf), provers);
    const triples = await preflightTriples(problems, provers, maxSandboxes, findingsWriter(flags.findings, problems));
    const faults = [...conformance.faults, ...triples.faults];
    const verdict = faults.length === 0 ? 'sound: every label was confirmed' : faults.join('\n');
    const text = [...conformance.lines, ...describeDefects(all.length, knownDefects), ...triples.lines, verdict];
    return { text: text.join('\n'), isSound: faults.length === 0 };
  } finally {
    await provers.sandbox.close();
  }
}

/** The triples of the programs that a flag names, all without one. Throws `UsageError` for a name that no program has. */
function ofPrograms(
  problems: readonly TripleProblem[],
  names: readonly string[] | undefined,
): readonly TripleProblem[] {
  if (names === undefined) return problems;
  const known = new Set(problems.map(({ program }) => program));
  const unknown = names.filter((name) => !known.has(name));
  if (unknown.length > 0)
    throw new UsageError(
      `--programs: no program of this dataset is called ${unknown.join(', ')}; it has ${[...known].join(', ')}`,
    );
  return problems.filter(({ program }) => names.includes(program));
}

/** Rows of what was found so far, in the dataset's order: a run of an hour that is stopped leaves what it found. */
function findingsWriter(file: string | undefined, problems: readonly TripleProblem[]) {
  const all = new Map<string, TripleFindings>();
  return async (finding: TripleFindings): Promise<void> => {
    all.set(finding.problem.task.id, finding);
    const rows = problems.flatMap(({ task }) => all.get(task.id) ?? []);
    if (file !== undefined) await writeAtomically(file, findingsCsv(rows));
  };
}

function describeDefects(count: number, defects: readonly KnownDefect[]): string[] {
  if (defects.length === 0) return [];
  return [
    `not what its source says of its set (--exclude-defects leaves them out): ${defects.length} of ${count}`,
    ...defects.map(({ note }) => `  ${note}`),
  ];
}
