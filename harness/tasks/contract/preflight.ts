import { createLimiter } from '../../concurrency.ts';
import type { ProofAnswer } from '../../types/proof.ts';
import type { ContractProblem, ContractTask } from '../../types/task.ts';
import { checkConformance } from '../../verifiers/prover/conformance.ts';
import { messagesOf, unknown, wordOf } from '../../verifiers/prover/prover.ts';
import { createProofRunner, type ProofRunner } from '../../verifiers/prover/run.ts';
import { findWitness, proveBody } from './evaluator.ts';
import type { KeptConformance } from './kept-conformance.ts';
import { LANGUAGES, type Languages, toolsOf } from './languages.ts';
import type { OpenedProvers } from './open-provers.ts';

interface ContractPreflight {
  readonly lines: readonly string[];
  /** What did not come out as it must, a line each. */
  readonly faults: readonly string[];
}

/** The conformance set of each prover that these tasks need, but for one that is `kept` as passed. Throws `SandboxLostError`. */
export async function preflightProvers(
  problems: readonly { readonly task: Pick<ContractTask, 'language'> }[],
  { sandbox, languages }: OpenedProvers,
  kept?: KeptConformance,
): Promise<ContractPreflight> {
  const lines: string[] = [];
  const faults: string[] = [];
  for (const language of new Set(problems.map(({ task }) => task.language))) {
    const { prover, conformance } = languages[language];
    const tools = toolsOf(languages[language]);
    // Of a Dafny of the user's own nothing says that it is the one of before.
    const keeping = languages[language] === LANGUAGES[language] ? kept : undefined;
    if (await keeping?.hasPassed(prover, conformance, sandbox)) {
      lines.push(`${prover.name} (${tools}): conforms, as was found here before`);
      continue;
    }
    const findings = await checkConformance(prover, conformance, sandbox);
    const differing = findings.filter(({ expected, got }) => expected !== got);
    if (differing.length === 0) await keeping?.passed(prover, conformance, sandbox);
    lines.push(`${prover.name} (${tools}): ${findings.length - differing.length} of ${findings.length} conform`);
    faults.push(
      ...differing.map(({ name, expected, got, detail = '' }) =>
        `${prover.name}: ${name}: expected ${expected}, got ${got} ${detail}`.trim(),
      ),
    );
  }
  return { lines, faults };
}

/**
 * Each task's own bodies: the right one must be proved and refuted by no input, a wrong one must not be proved, must be refuted by the input
 * that shows it, and must be proved under the contract that says less. A program as it was
 * published may be for another version: how many are proved is said, and is no fault.
 */
export async function preflightBodies(
  problems: readonly ContractProblem[],
  { sandbox, languages }: OpenedProvers,
  slots: number,
): Promise<ContractPreflight> {
  const runner = createProofRunner(sandbox);
  const limiter = createLimiter(slots);
  const faults: string[] = [];
  const by = ({ language }: ContractTask) => ({ language: languages[language], runner });
  const prove = (body: string, task: ContractTask) => async () => (await proveBody(body, task, by(task))).answer;
  const run = (body: string, task: ContractTask, inputs: readonly string[]) => async () =>
    (await findWitness(body, task, inputs, by(task))) ?? unknown('not-available', { text: 'it cannot be run' });
  const isRun = ({ language }: ContractTask): boolean => languages[language].witness !== undefined;
  const counts = new Map<string, { came: number; of: number }>();
  const check = async (group: string, { id }: ContractTask, expected: string, ask: () => Promise<ProofAnswer>) => {
    const answer = await limiter(ask);
    const got = wordOf(answer);
    const count = counts.get(group) ?? { came: 0, of: 0 };
    counts.set(group, { came: count.came + (got === expected ? 1 : 0), of: count.of + 1 });
    if (got !== expected) faults.push(`${id}: ${group}: expected ${expected}, got ${got} ${textOf(answer)}`.trim());
  };
  const [admitted, refused] = [true, false].map((isAdmitted) =>
    problems.filter((problem) => isAdmitted === (whyRefused(problem, languages) === undefined)),
  );
  await Promise.all(
    (admitted ?? []).flatMap(({ task, canonical, wrong, inputs = [] }) => [
      check('bodies proved', task, 'proved', prove(canonical, task)),
      ...(inputs.length === 0 || !isRun(task)
        ? []
        : [check('bodies that no input refutes', task, 'not-proved', run(canonical, task, inputs))]),
      ...wrong.flatMap(({ body, weakened, shows }) => [
        check('wrong bodies not proved', task, 'not-proved', prove(body, task)),
        ...(shows === undefined || !isRun(task)
          ? []
          : [check('wrong bodies refuted by their input', task, 'witness', run(body, task, [shows]))]),
        check(
          'wrong bodies proved under the weakened contract',
          task,
          'proved',
          prove(body, weakenedTo(task, weakened)),
        ),
      ]),
    ]),
  );
  const lines = [...counts].map(([group, { came, of }]) => `${group}: ${came} of ${of}`);
  const asPublished = await Promise.all(
    problems.map((problem) => limiter(() => provePublished(problem, languages, runner))),
  );
  const published = describePublished(asPublished.flatMap((one) => one ?? []));
  return { lines: [...published, ...describeRefused(refused ?? [], languages), ...lines], faults: faults.sort() };
}

/** A published body may have what no body may have here, and is then no fault of the grader's; `undefined` where it is admitted. */
function whyRefused({ task, canonical, published }: ContractProblem, languages: Languages): string | undefined {
  if (published === undefined) return undefined;
  const spliced = languages[task.language].splice(canonical, task.contract);
  return spliced.status === 'refused' ? textOf(spliced.answer) : undefined;
}

function describeRefused(problems: readonly ContractProblem[], languages: Languages): readonly string[] {
  if (problems.length === 0) return [];
  const reasons = Map.groupBy(problems, (problem) => whyRefused(problem, languages) ?? '');
  const counts = [...reasons].map(([why, own]) => [own.length, `  ${own.length}: ${why}`] as const);
  return [
    `published bodies that may not be given as answers here: ${problems.length}`,
    ...counts.sort(([one], [other]) => other - one).map(([, line]) => line),
  ];
}

interface PublishedProof {
  readonly id: string;
  readonly answer: ProofAnswer;
  readonly changes: readonly string[];
}

async function provePublished(
  { task: { id, language }, published }: ContractProblem,
  languages: Languages,
  runner: ProofRunner,
): Promise<PublishedProof | undefined> {
  if (published === undefined) return undefined;
  const { answer } = await runner.prove(languages[language].prover, published.program);
  return { id, answer, changes: published.changes };
}

/** How many programs are proved as published, each other one with its reason, and what was changed of it. */
function describePublished(proofs: readonly PublishedProof[]): string[] {
  if (proofs.length === 0) return [];
  const others = proofs.flatMap(({ id, answer }) =>
    answer.status === 'proved' ? [] : [`  ${id}: ${wordOf(answer)}: ${textOf(answer)}`],
  );
  const changed = proofs.flatMap(({ id, changes }) => changes.map((why) => `  ${id}: ${why}`));
  return [
    `programs as published, proved: ${proofs.length - others.length} of ${proofs.length}`,
    ...others,
    ...(changed.length === 0 ? [] : ['changed for this prover:', ...changed]),
  ];
}

const textOf = (answer: ProofAnswer): string =>
  messagesOf(answer)
    .map(({ text }) => text)
    .join('; ')
    .slice(0, 200);

const weakenedTo = (task: ContractTask, clauses: readonly string[]): ContractTask => ({
  ...task,
  contract: { ...task.contract, clauses },
});
