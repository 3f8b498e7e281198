import { asSolution, ENTRY_POINT } from '../../building/solutions.ts';
import { type TaskTrust, trustOf } from '../../building/truth/trust.ts';
import type { BuiltLine, UncertifiedLine } from '../../loading/built-line.ts';
import { findFunction } from '../../python/source.ts';
import { createRandom, shuffled } from '../../random.ts';
import type { Sandbox } from '../../types/execution.ts';
import type { Problem } from '../../types/task.ts';
import { assertedCall, readAssertions } from '../../verifiers/claims/read-assertions.ts';

type Truth = 'right' | 'wrong' | 'out-of-domain';

/** A built task whose faults are known, for they were put in; and the task that its text would have been made from. */
export interface Planted {
  readonly line: BuiltLine;
  readonly truth: Problem;
  readonly tests: readonly { readonly truth: Truth; readonly isToothless: boolean }[];
  readonly reference: boolean;
  readonly bruteForce: boolean;
  readonly beforeHealing?: boolean;
}

const OUTSIDE = 'planted: out of domain';
const TOOTHLESS = 'planted: toothless';

/**
 * So many planted tasks, made from canonical solutions in turn: up to three wrong expected values, two inputs outside the domain and two
 * that no wrong program fails in each, and wrong references, brute forces and first versions, all drawn by the task's number.
 */
export function plantedTasks(problems: readonly Problem[], count: number): readonly Planted[] {
  const usable = problems.filter((problem) => callsOf(problem).length >= 5);
  return Array.from({ length: count }, (_, number) => {
    const problem = usable[number % usable.length];
    if (problem === undefined) throw new Error('expected a task with five literal calls in its tests, found none');
    return plant(problem, number);
  });
}

function plant(problem: Problem, number: number): Planted {
  const { task, canonical } = problem;
  const id = `${task.id}/planted-${number}`;
  const random = createRandom(id);
  const below = (bound: number): number => Math.floor(random() * bound);
  const wrong = below(4);
  const tests = shuffled(
    [
      ...callsOf(problem).map(({ input, expected }, index) =>
        index < wrong
          ? { input, expected: `('planted', ${expected})`, truth: 'wrong' as const, isToothless: false }
          : { input, expected, truth: 'right' as const, isToothless: false },
      ),
      ...marked(problem, OUTSIDE, below(3)).map((input) => ({
        ...{ input, expected: '0', truth: 'out-of-domain' as const, isToothless: false },
      })),
      ...marked(problem, TOOTHLESS, below(3)).map((input) => ({
        ...{ input, expected: '0', truth: 'right' as const, isToothless: true },
      })),
    ],
    random,
  );
  const [reference, bruteForce, isHealed, beforeHealing] = [
    random() > 0.2,
    random() > 0.2,
    random() < 0.3,
    random() > 0.5,
  ];
  const name = task.entryPoint;
  const own = (isRight: boolean): string => solutionOf(problem, isRight);
  const pool = [
    { code: own(bruteForce), label: 'brute force', isRight: bruteForce },
    ...(isHealed ? [{ code: own(beforeHealing), label: 'discarded version 1', isRight: beforeHealing }] : []),
  ];
  const line: UncertifiedLine = {
    task_id: id,
    prompt: task.prompt,
    entry_point: ENTRY_POINT,
    prelude: task.prelude,
    canonical_solution: own(reference),
    public_tests: [],
    comparison: 'exact',
    tests: tests.map(({ input, expected }) => {
      const [category, source] = [CATEGORIES[below(3)] ?? 'basic', SOURCES[below(3)] ?? 'user'];
      return { category, arguments: `(${input},)`, expected, source };
    }),
    pool,
    built: { model: 'planted', form: 'values', textSha256: '', version: 1 },
  };
  return {
    line: { ...line, certificate: { lineSha256: '', graderVersion: '', hashSeeds: [], canaries: 0, toothless: [] } },
    truth: {
      ...problem,
      task: { ...task, id },
      canonical: functionOf(canonical, name, 'return known(*values)'),
      pool: [
        { code: functionOf(canonical, name, 'return known(*values)'), label: 'right', isRight: true },
        { code: functionOf(canonical, name, "return ('wrong', known(*values))"), label: 'wrong', isRight: false },
      ],
    },
    tests: tests.map(({ truth, isToothless }) => ({ truth, isToothless })),
    reference,
    bruteForce,
    ...(isHealed ? { beforeHealing } : {}),
  };
}

const CATEGORIES = ['basic', 'edge', 'adversarial'] as const;
const SOURCES = ['user', 'brute-force', 'reference'] as const;

/** Distinct literal calls of the hidden tests with their expected values, at most eight. */
function callsOf({ task, hiddenTests }: Problem): readonly { readonly input: string; readonly expected: string }[] {
  const calls = readAssertions(hiddenTests.source).checks.flatMap((check) => {
    const call = assertedCall(check, task.entryPoint);
    return call?.expected === undefined ? [] : [{ input: call.input, expected: call.expected }];
  });
  return [...new Map(calls.map((call) => [call.input, call])).values()].slice(0, 8);
}

/** So many different inputs that hold a mark. */
function marked({ task }: Problem, mark: string, count: number): readonly string[] {
  const parameters = findFunction(task.prompt, task.entryPoint)?.parameters.length ?? 1;
  return Array.from({ length: count }, (_, index) =>
    [`('${mark}', ${index})`, ...Array<string>(parameters - 1).fill('0')].join(', '),
  );
}

/** The canonical function, which knows the marks; `answer` is what it does otherwise. */
const functionOf = (canonical: string, name: string, answer: string): string => `${canonical}
known = ${name}
def ${name}(*values):
    mark = values[0][0] if isinstance(values[0], tuple) and len(values[0]) == 2 else None
    if mark == '${OUTSIDE}':
        raise ValueError(mark)
    if mark == '${TOOTHLESS}':
        return 0
    ${answer}
`;

function solutionOf({ task, canonical }: Problem, isRight: boolean): string {
  const answer = isRight ? 'return known(*values)' : "return ('wrong', known(*values))";
  return asSolution(functionOf(canonical, task.entryPoint, answer), task.entryPoint);
}

/** What trust says of a planted task otherwise than was planted, a sentence each. */
export async function misreported(planted: Planted, sandbox: Sandbox): Promise<{ trust: TaskTrust; faults: string[] }> {
  const { line, truth, tests, reference, bruteForce, beforeHealing } = planted;
  const trust = await trustOf(line, truth, sandbox);
  const differs = (what: string, said: unknown, is: unknown): string[] =>
    said === is ? [] : [`${line.task_id}: ${what} is ${String(is)}, reported as ${String(said)}`];
  const isSound = tests.every((test) => test.truth === 'right');
  const faults = [
    ...tests.flatMap((test, index) => [
      ...differs(`test ${index}`, trust.tests[index]?.truth, test.truth),
      ...differs(`toothlessness of test ${index}`, trust.tests[index]?.isToothless, test.isToothless),
    ]),
    ...differs('the reference', trust.reference, reference),
    ...differs('the brute force', trust.bruteForce, bruteForce),
    ...differs('the version before healing', trust.beforeHealing, beforeHealing),
    ...differs('a right program’s acceptance', trust.pool.find(({ isRight }) => isRight)?.isTaken, isSound),
    ...differs('a wrong program’s acceptance', trust.pool.find(({ isRight }) => !isRight)?.isTaken, false),
  ];
  return { trust, faults };
}
