import { type BuiltLine, toBuiltProblem } from '../../loading/built-line.ts';
import { createExecutor } from '../../sandbox/executor.ts';
import { DEFAULT_LIMITS } from '../../sandbox/limits.ts';
import { memoryExecutions } from '../../sandbox/memory-executions.ts';
import type { Observation } from '../../statistics/clustered-proportion.ts';
import { measureStretch } from '../../tasks/function/preflight.ts';
import { markdownTable } from '../../text/markdown-table.ts';
import type { Sandbox } from '../../types/execution.ts';
import type { Problem } from '../../types/task.ts';
import { createPrograms } from '../programs.ts';
import { asSolution } from '../solutions.ts';
import { shareText } from './share-text.ts';
import { truthGrader } from './truth-grading.ts';

/** What truth says of one built test: a right expected value, a wrong one, or an input on which the true solution has no value. */
type TestTruth = 'right' | 'wrong' | 'out-of-domain';

/** A built task held against the task its text was made from. */
export interface TaskTrust {
  readonly taskId: string;
  readonly tests: readonly {
    readonly category: string;
    readonly source: string;
    readonly truth: TestTruth;
    /** No program that truth knows to be wrong fails it; absent where it knows none. */
    readonly isToothless?: boolean;
  }[];
  /** By truth's tests; absent where that could not be told. */
  readonly reference?: boolean;
  readonly bruteForce?: boolean;
  /** The first version where healing made another one of it. */
  readonly beforeHealing?: boolean;
  /** Programs that truth knows, by what they are and whether the built tests take them. */
  readonly pool: readonly { readonly isRight: boolean; readonly isTaken: boolean }[];
}

/** Truth's solution answers an input as long as this, in seconds of CPU time. */
const SECONDS = 4;

/** Holds one built task against the task its text was made from. Runs after a build; nothing of it reaches a model. */
export async function trustOf(line: BuiltLine, truth: Problem, sandbox: Sandbox): Promise<TaskTrust> {
  const { task, canonical, pool } = truth;
  const programs = createPrograms(sandbox, task.id);
  const inputs = line.tests.map((test) => test.arguments);
  const built = toBuiltProblem(line);
  // As long as runs on either dataset give on this machine.
  const [builtFactor, truthFactor] = [
    await measureStretch(built, sandbox, DEFAULT_LIMITS),
    await measureStretch(truth, sandbox, DEFAULT_LIMITS),
  ];
  const seconds = SECONDS * truthFactor.cpu;
  const answers = await programs.callEach(`${task.prelude}\n${canonical}`, task.entryPoint, inputs, seconds);
  const pairs = line.tests.flatMap(({ expected }, index) => {
    const answer = answers[index];
    return answer?.status === 'value' ? [[expected, answer.text] as const] : [];
  });
  const agreed = (await programs.agree(pairs, line.comparison)).values();
  const truthOf = (index: number): TestTruth => {
    if (answers[index]?.status !== 'value') return 'out-of-domain';
    return agreed.next().value === true ? 'right' : 'wrong';
  };
  const tests = line.tests.map(({ category, source }, index) => ({ category, source, truth: truthOf(index) }));
  const executor = createExecutor(sandbox, DEFAULT_LIMITS, memoryExecutions(), () => builtFactor);
  const grade = truthGrader([line], [truth], sandbox, { factorOf: () => truthFactor });
  const byTruth = async (solution: string | undefined): Promise<boolean | undefined> => {
    if (solution === undefined) return undefined;
    const { status } = await grade(task.id, solution);
    return status === 'ungraded' ? undefined : status === 'solved';
  };
  const taken: { isRight: boolean; isTaken: boolean }[] = [];
  const wrong: string[] = [];
  for (const { code, isRight } of pool) {
    const solution = asSolution(`${task.prelude}\n${code}`, task.entryPoint);
    const { outcome, assertions } = (await executor.execute(built.task, solution, built.hiddenTests)).execution;
    if (outcome.status === 'ungraded') continue;
    taken.push({ isRight, isTaken: outcome.status === 'solved' });
    if (!isRight) wrong.push(assertions);
  }
  const codeOf = (label: string) => line.pool.find((one) => one.label === label)?.code;
  const reference = await byTruth(line.canonical_solution);
  const bruteForce = await byTruth(codeOf('brute force'));
  const beforeHealing = await byTruth(codeOf('discarded version 1'));
  return {
    taskId: task.id,
    tests: tests.map((test, index) =>
      wrong.length === 0
        ? test
        : { ...test, isToothless: !wrong.some((letters) => 'fe'.includes(letters[index] ?? '-')) },
    ),
    pool: taken,
    ...(reference === undefined ? {} : { reference }),
    ...(bruteForce === undefined ? {} : { bruteForce }),
    ...(beforeHealing === undefined ? {} : { beforeHealing }),
  };
}

/** The tables of what a built dataset's tests are worth; intervals are clustered by task. */
export function trustTables(found: readonly TaskTrust[]): string {
  const tests = found.flatMap(({ taskId, tests: own }) => own.map((test) => ({ taskId, ...test })));
  const groups: [string, typeof tests][] = [
    ['all', tests],
    ...[...Map.groupBy(tests, ({ category }) => `category ${category}`)].sort(byName),
    ...[...Map.groupBy(tests, ({ source }) => `source ${source}`)].sort(byName),
  ];
  const row = ([name, of]: (typeof groups)[number]): string[] => {
    const share = (truth: TestTruth) =>
      shareText(of.map((test): Observation => ({ taskId: test.taskId, isCounted: test.truth === truth })));
    return [name, String(of.length), share('right'), share('wrong'), share('out-of-domain')];
  };
  const pool = found.flatMap(({ taskId, pool: own }) => own.map((one) => ({ taskId, ...one })));
  const rejected = (isRight: boolean): string =>
    shareText(
      pool.flatMap((one): Observation[] =>
        one.isRight === isRight ? [{ taskId: one.taskId, isCounted: !one.isTaken }] : [],
      ),
    );
  const bitten = tests.flatMap((test): Observation[] =>
    test.isToothless === undefined ? [] : [{ taskId: test.taskId, isCounted: test.isToothless }],
  );
  const pairs = Map.groupBy(found, ({ reference, bruteForce }) => `${word(reference)} x ${word(bruteForce)}`);
  const healed = found.filter(({ beforeHealing }) => beforeHealing !== undefined);
  const healing = (before: boolean, after: boolean): string =>
    String(healed.filter(({ beforeHealing, reference }) => beforeHealing === before && reference === after).length);
  return [
    markdownTable({ header: ['tests', 'n', 'right', 'wrong', 'out of domain'], rows: groups.map(row) }),
    markdownTable({
      header: ['programs of truth', 'rejected by built tests'],
      rows: [
        ['wrong ones', rejected(false)],
        ['right ones', rejected(true)],
      ],
    }),
    `Tests that no wrong program of truth fails: ${shareText(bitten)}.`,
    markdownTable({
      header: ['reference x brute force, by truth', 'tasks'],
      rows: [...pairs].sort(byName).map(([name, of]) => [name, String(of.length)]),
    }),
    markdownTable({
      header: ['healing', 'tasks'],
      rows: [
        ['repaired', healing(false, true)],
        ['broke', healing(true, false)],
        ['neither', String(healed.length - Number(healing(false, true)) - Number(healing(true, false)))],
      ],
    }),
  ].join('\n\n');
}

const byName = ([one]: readonly [string, ...unknown[]], [other]: readonly [string, ...unknown[]]): number =>
  one < other ? -1 : 1;

const word = (isRight: boolean | undefined): string =>
  isRight === undefined ? 'unknown' : isRight ? 'right' : 'wrong';
