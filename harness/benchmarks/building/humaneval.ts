import { errorShares, type GradedTwice } from '../../building/truth/bias-tables.ts';
import { createLimiter } from '../../concurrency.ts';
import { loadDataset } from '../../loading/load-dataset.ts';
import { createProgress, standardProgress } from '../../progress.ts';
import { createRandom, shuffled } from '../../random.ts';
import { chooseSandbox } from '../../sandbox/choose.ts';
import { createExecutor } from '../../sandbox/executor.ts';
import { DEFAULT_LIMITS } from '../../sandbox/limits.ts';
import { memoryExecutions } from '../../sandbox/memory-executions.ts';
import type { Environment } from '../../storage/cache-folder.ts';
import { measureStretch } from '../../tasks/function/preflight.ts';
import { markdownTable } from '../../text/markdown-table.ts';
import type { Outcome, Sandbox } from '../../types/execution.ts';
import type { PoolCandidate, Problem } from '../../types/task.ts';
import { type Measured, SLOTS } from './measure.ts';

/** A program of the pool, graded by both suites. */
export interface Judged {
  readonly taskId: string;
  /** Who published it. */
  readonly source: string;
  readonly own: Outcome;
  readonly truth: Outcome;
}

/**
 * Takes HumanEval's own tests for those of a built dataset and HumanEval+'s (Liu et al. 2023) for truth, and grades the pool by both: what the
 * measure of built datasets says of tests that people wrote. Of each task `each` programs, drawn by its id, or all.
 */
export async function measureHumanEval(each: number | undefined, environment: Environment): Promise<Measured> {
  const [own, truth] = [
    await loadDataset('humaneval', { environment }),
    await loadDataset('humaneval-plus', { environment }),
  ];
  const sandbox = await chooseSandbox('auto', { slots: SLOTS, needsIsolation: true });
  const limit = createLimiter(SLOTS);
  const tasks = own.problems.filter(({ pool }) => pool.length > 0);
  const progress = createProgress('tasks', tasks.length, standardProgress);
  try {
    const judged = await Promise.all(
      tasks.map((problem) =>
        limit(async () => {
          const other = truth.problems.find(({ task }) => task.id === problem.task.id);
          if (other === undefined) throw new Error(`HumanEval+ has no ${problem.task.id}`);
          const programs = shuffled(problem.pool, createRandom(problem.task.id)).slice(0, each);
          const found = await judgeBoth(programs, problem, other, sandbox);
          progress.done(undefined);
          return found;
        }),
      ),
    );
    progress.finish();
    const which = each === undefined ? 'all programs of the pool' : `${each} programs a task, drawn from the pool`;
    const title = `# HumanEval’s own tests as a built dataset, HumanEval+’s as truth: ${which} (${sandbox.kind})`;
    return { text: [title, judgedTables(judged.flat())].join('\n\n'), isSound: true };
  } finally {
    await sandbox.close();
  }
}

async function judgeBoth(
  programs: readonly PoolCandidate[],
  own: Problem,
  truth: Problem,
  sandbox: Sandbox,
): Promise<Judged[]> {
  const [byOwn, byTruth] = [await graderOf(own, sandbox), await graderOf(truth, sandbox)];
  const judged: Judged[] = [];
  for (const { code, label } of programs) {
    const source = label.split('/', 1)[0] ?? label;
    judged.push({ taskId: own.task.id, source, own: await byOwn(code), truth: await byTruth(code) });
  }
  return judged;
}

async function graderOf(problem: Problem, sandbox: Sandbox): Promise<(code: string) => Promise<Outcome>> {
  const factor = await measureStretch(problem, sandbox, DEFAULT_LIMITS);
  const executor = createExecutor(sandbox, DEFAULT_LIMITS, memoryExecutions(), () => factor);
  return async (code) => (await executor.execute(problem.task, code, problem.hiddenTests)).execution.outcome;
}

/** Both error rates of the first suite, over all programs and by who published them; intervals are clustered by task. */
export function judgedTables(judged: readonly Judged[]): string {
  const told = judged.flatMap((one): (GradedTwice & Judged)[] =>
    one.own.status === 'ungraded' || one.truth.status === 'ungraded'
      ? []
      : [{ ...one, isTaken: one.own.status === 'solved', isRight: one.truth.status === 'solved' }],
  );
  const row = (name: string, of: readonly GradedTwice[]): string[] => [
    name,
    String(new Set(of.map(({ taskId }) => taskId)).size),
    String(of.length),
    ...errorShares(of),
  ];
  const bySource = [...Map.groupBy(told, ({ source }) => source)].sort(([one], [other]) => (one < other ? -1 : 1));
  const isMissed = ({ isTaken, isRight }: GradedTwice): boolean => isTaken && !isRight;
  const lenient = new Set(told.filter(isMissed).map(({ taskId }) => taskId)).size;
  const slow = told.filter((one) => isMissed(one) && isTimeout(one.truth)).length;
  return [
    markdownTable({
      header: ['programs of', 'tasks', 'graded by both', 'wrong ones accepted', 'right ones rejected'],
      rows: [row('all', told), ...bySource.map(([name, of]) => row(name, of))],
    }),
    `A wrong program is accepted on ${lenient} of ${new Set(told.map(({ taskId }) => taskId)).size} tasks; ${slow} of those accepted ran out of time on HumanEval+’s inputs. ${judged.length - told.length} programs that one of the two could not grade are in no figure.`,
  ].join('\n\n');
}

const isTimeout = (outcome: Outcome): boolean => outcome.status === 'unsolved' && outcome.reason === 'timeout';
