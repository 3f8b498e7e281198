import { createLimiter } from '../../concurrency.ts';
import type { ProofAnswer } from '../../types/proof.ts';
import type { TripleProblem } from '../../types/task.ts';
import { messagesOf, wordOf } from '../../verifiers/prover/prover.ts';
import { createProofRunner } from '../../verifiers/prover/run.ts';
import type { OpenedProvers } from '../contract/open-provers.ts';
import { describeCompared, describeComparedCode } from './compare-sets.ts';
import { examineTriple, type TripleFindings } from './examine.ts';

interface TriplePreflight {
  readonly lines: readonly string[];
  /** Labels that were not confirmed, a line each. */
  readonly faults: readonly string[];
  readonly findings: readonly TripleFindings[];
}

/**
 * Confirms labels. Each body must be proved under its own contract, whatever its label: all five sets are made so. What shows that a triple is
 * wrong must be refuted on its input, by running, and fulfil the contract of C2 and C3; no input may refute a right one; no wrong annotation may
 * be equivalent to the right one. How many published programs are proved as published is said for each set, and is no fault: they may be for
 * another version of the prover.
 */
export async function preflightTriples(
  problems: readonly TripleProblem[],
  { sandbox, languages }: OpenedProvers,
  slots: number,
  /** Is told what was found of a triple as soon as it is. */
  found: (finding: TripleFindings) => Promise<void> = async () => {},
): Promise<TriplePreflight> {
  const runner = createProofRunner(sandbox);
  const limiter = createLimiter(slots);
  const right = new Map(problems.filter(({ set }) => set === 'ground-truth').map((each) => [each.program, each]));
  const findings = await Promise.all(
    problems.map((problem) =>
      limiter(async () => {
        const finding = await examineTriple(problem, right.get(problem.program), { runner, languages });
        await found(finding);
        return finding;
      }),
    ),
  );
  const annotations = describeCompared(findings.flatMap(({ annotation }) => annotation ?? []));
  return {
    lines: [
      ...describePublished(findings),
      ...describeConfirmed(findings),
      ...annotations.lines,
      ...describeComparedCode(findings.flatMap(({ code }) => code ?? [])),
    ],
    faults: [...findings.flatMap(unconfirmed), ...annotations.faults].sort(),
    findings,
  };
}

function describeConfirmed(findings: readonly TripleFindings[]): string[] {
  const groups = Map.groupBy(
    findings.flatMap(({ confirmations }) => confirmations),
    ({ group }) => group,
  );
  return [...groups].map(([group, all]) => {
    const came = all.filter(({ answer, expected }) => wordOf(answer) === expected);
    return `${group}: ${came.length} of ${all.length}`;
  });
}

const unconfirmed = ({ problem: { task, set }, confirmations }: TripleFindings): string[] =>
  confirmations
    .filter(({ answer, expected }) => wordOf(answer) !== expected)
    .map(
      ({ group, answer, expected }) => `${task.id} (${set}): ${group}: expected ${expected}, got ${describe(answer)}`,
    );

/** How many of each set are proved as published, each other one with its reason, and what was changed of it. */
function describePublished(findings: readonly TripleFindings[]): string[] {
  const asked = findings.filter(({ published }) => published !== undefined);
  return [...Map.groupBy(asked, ({ problem }) => problem.set)].flatMap(([set, own]) => {
    const others = own.filter(({ published }) => published?.status !== 'proved');
    return [
      `${set}, as published: ${own.length - others.length} of ${own.length} proved`,
      ...others.map(({ problem, published }) => `  ${problem.program}: ${describe(published)}`),
      ...own.flatMap(({ problem: { program, published } }) =>
        (published?.changes ?? []).map((why) => `  changed: ${program}: ${why}`),
      ),
    ];
  });
}

/** An answer in a line. */
function describe(answer: ProofAnswer | undefined): string {
  if (answer === undefined) return '';
  const text = messagesOf(answer).map((message) => message.text);
  return `${wordOf(answer)} ${text.join('; ').slice(0, 200)}`.trim();
}
