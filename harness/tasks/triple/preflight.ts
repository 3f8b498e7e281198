import { createLimiter } from '../../concurrency.ts';
import type { ToolSandbox } from '../../sandbox/tools/sandbox.ts';
import type { ProofAnswer } from '../../types/proof.ts';
import type { TripleProblem } from '../../types/task.ts';
import { messagesOf, unknown, wordOf } from '../../verifiers/prover/prover.ts';
import { createProofRunner, type ProofRunner } from '../../verifiers/prover/run.ts';
import { findWitness, proveBody } from '../contract/evaluator.ts';
import { LANGUAGES } from '../contract/languages.ts';
import { compareCodeWithRight, compareWithRight, describeCompared, describeComparedCode } from './compare-sets.ts';
import { contractOf } from './evaluator.ts';

interface TriplePreflight {
  readonly lines: readonly string[];
  /** Labels that were not confirmed, a line each. */
  readonly faults: readonly string[];
}

/** One thing that must come out of a triple. */
interface Question {
  readonly group: string;
  readonly id: string;
  readonly expected: string;
  ask(runner: ProofRunner): Promise<ProofAnswer>;
}

/**
 * Confirms labels. Each body must be proved under its own contract, whatever its label: all five sets are made so. What shows that a triple is
 * wrong must be refuted on its input, by running, and fulfil the contract of C2 and C3; no input may refute a right one; no wrong annotation may be equivalent to the right one. A published program may be for another
 * version of the prover: how many are proved as published is said for each set, and is no fault.
 */
export async function preflightTriples(
  problems: readonly TripleProblem[],
  sandbox: ToolSandbox,
  slots: number,
): Promise<TriplePreflight> {
  const runner = createProofRunner(async () => sandbox);
  const limiter = createLimiter(slots);
  const groups = new Map<string, { came: number; of: number }>();
  const faults: string[] = [];
  const answered = await Promise.all(
    problems
      .flatMap(questionsOn)
      .map((question) => limiter(async () => ({ ...question, answer: await question.ask(runner) }))),
  );
  for (const { group, id, expected, answer } of answered) {
    const came = wordOf(answer) === expected;
    const count = groups.get(group) ?? { came: 0, of: 0 };
    groups.set(group, { came: count.came + (came ? 1 : 0), of: count.of + 1 });
    if (!came) faults.push(`${id}: ${group}: expected ${expected}, got ${describe(answer)}`);
  }
  const published = await Promise.all(problems.map((problem) => limiter(() => provePublished(problem, runner))));
  const right = new Map(problems.filter(({ set }) => set === 'ground-truth').map((each) => [each.program, each]));
  const compared = await Promise.all(
    problems.flatMap((problem) => {
      const own = right.get(problem.program);
      // C1's is the right one by its making.
      return own === undefined || problem.set === 'C1' ? [] : [limiter(() => compareWithRight(problem, own, runner))];
    }),
  );
  const annotations = describeCompared(compared);
  const code = await Promise.all(
    problems.flatMap((problem) => {
      const own = right.get(problem.program);
      return own === undefined || problem.set !== 'C6'
        ? []
        : [limiter(() => compareCodeWithRight(problem, own, runner))];
    }),
  );
  return {
    lines: [
      ...describePublished(published.flatMap((one) => one ?? [])),
      ...[...groups].map(countLine),
      ...annotations.lines,
      ...describeComparedCode(code),
    ],
    faults: [...faults, ...annotations.faults].sort(),
  };
}

const countLine = ([group, { came, of }]: [string, { came: number; of: number }]): string =>
  `${group}: ${came} of ${of}`;

function questionsOn(problem: TripleProblem): Question[] {
  const { task, set, inputs = [], shows } = problem;
  const own = contractOf(problem).task;
  const id = `${task.id} (${set})`;
  const question = (group: string, expected: string, ask: Question['ask']): Question => ({ group, id, expected, ask });
  return [
    question(`${set}: bodies proved under their own contracts`, 'proved', (runner) => proved(task.body, own, runner)),
    ...(set !== 'ground-truth' || inputs.length === 0
      ? []
      : [
          question(`${set}: bodies that no input refutes`, 'not-proved', (runner) =>
            run(task.body, own, inputs, runner),
          ),
        ]),
    ...(shows === undefined
      ? []
      : [
          question(`${set}: shown to be wrong by a run`, 'witness', (runner) =>
            run(shows.body, { ...own, contract: { ...own.contract, clauses: shows.clauses } }, [shows.input], runner),
          ),
        ]),
    ...(shows !== undefined && (set === 'C2' || set === 'C3')
      ? [
          question(`${set}: the contract is fulfilled by a wrong body`, 'proved', (runner) =>
            proved(shows.body, own, runner),
          ),
        ]
      : []),
  ];
}

type OwnTask = ReturnType<typeof contractOf>['task'];

const proved = async (body: string, task: OwnTask, runner: ProofRunner): Promise<ProofAnswer> =>
  (await proveBody(body, task, runner)).answer;

const run = async (body: string, task: OwnTask, inputs: readonly string[], runner: ProofRunner): Promise<ProofAnswer> =>
  (await findWitness(body, task, inputs, runner)) ?? unknown('not-available', { text: 'it cannot be run' });

interface PublishedProof {
  readonly problem: TripleProblem;
  readonly answer: ProofAnswer;
}

async function provePublished(problem: TripleProblem, runner: ProofRunner): Promise<PublishedProof | undefined> {
  const { published, task } = problem;
  if (published === undefined) return undefined;
  return { problem, answer: (await runner.prove(LANGUAGES[task.language].prover, published.program)).answer };
}

/** How many of each set are proved as published, each other one with its reason, and what was changed of it. */
function describePublished(proofs: readonly PublishedProof[]): string[] {
  const sets = Map.groupBy(proofs, ({ problem }) => problem.set);
  return [...sets].flatMap(([set, own]) => {
    const others = own.filter(({ answer }) => answer.status !== 'proved');
    return [
      `${set}, as published: ${own.length - others.length} of ${own.length} proved`,
      ...others.map(({ problem, answer }) => `  ${problem.program}: ${describe(answer)}`),
      ...own.flatMap(({ problem: { program, published } }) =>
        (published?.changes ?? []).map((why) => `  changed: ${program}: ${why}`),
      ),
    ];
  });
}

const describe = (answer: ProofAnswer): string => {
  const text = messagesOf(answer).map((message) => message.text);
  return `${wordOf(answer)} ${text.join('; ').slice(0, 200)}`.trim();
};
