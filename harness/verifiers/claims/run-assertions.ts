import { SandboxLostError } from '../../errors.ts';
import type { Check, CheckEvidence } from '../../types/claims.ts';
import type { Bench, CheckRun } from '../../types/evaluator.ts';
import type { Outcome } from '../../types/execution.ts';
import type { Task } from '../../types/task.ts';
import { assertedCall } from './read-assertions.ts';
import { BEFORE_ANY_CALL, type CheckPart, checkSuite } from './suite.ts';

/** What one check of kind `assertions` showed on one program. `unusable` says nothing of the program: the check is at fault. */
export type AssertionOutcome =
  | { readonly status: 'held' }
  | { readonly status: 'failed'; readonly evidence: CheckEvidence }
  | { readonly status: 'unusable'; readonly reason: string }
  /** The program did not start, or was lost before this check. */
  | { readonly status: 'unknown'; readonly reason: string };

interface RunOptions {
  /** Runs the same once more: what was executed already is not reused. */
  readonly isAgain?: boolean;
  /** Share of the usual time; 1 when absent. */
  readonly timeFactor?: number;
}

/** An execution reports its first five failures: so many checks a run, or some would fail without evidence. */
const AT_ONCE = 5;

/** Runs checks on a program; the answers are in the checks' order. Throws `SandboxLostError`. */
export async function runAssertions(
  bench: Bench,
  program: string,
  checks: readonly Pick<Check, 'source'>[],
  options: RunOptions = {},
): Promise<AssertionOutcome[]> {
  const chunks: AssertionOutcome[][] = [];
  for (let from = 0; from < checks.length; from += AT_ONCE) {
    const sources = checks.slice(from, from + AT_ONCE).map(({ source }) => source);
    chunks.push(await runChunk(bench, program, sources, options));
  }
  return chunks.flat();
}

/** Runs one check and gives what the program printed too. Throws `SandboxLostError`. */
export async function runAlone(
  bench: Bench,
  program: string,
  { source }: Pick<Check, 'source'>,
): Promise<{ readonly outcome: AssertionOutcome; readonly output: string }> {
  const [outcome = { status: 'unknown', reason: 'did not run' } as const] = await runAssertions(bench, program, [
    { source },
  ]);
  // The same job: what it showed is stored.
  const suite = checkSuite([source], bench.task.entryPoint);
  const { output } = await bench.executor.check(bench.task, program, { source: suite.source });
  return { outcome, output };
}

/** Why a program cannot be run at all: it does not compile, raises on import, does not define the entry point. */
export async function whyNotRunnable({ task, executor }: Bench, program: string): Promise<string | undefined> {
  const run = await executor.check(task, program, { source: `assert callable(${task.entryPoint})\n` });
  const { said, failures } = reached(run, task);
  if (said.status === 'solved') return undefined;
  if (said.reason === 'empty') return `the answer held no code that defines ${task.entryPoint}`;
  return `${said.reason}: ${failures[0]?.message ?? 'the program does not run'}`;
}

async function runChunk(
  bench: Bench,
  program: string,
  sources: readonly string[],
  options: RunOptions,
): Promise<AssertionOutcome[]> {
  const { task, executor } = bench;
  const suite = checkSuite(sources, task.entryPoint);
  const source = options.isAgain === true ? `${suite.source}# again\n` : suite.source;
  const { timeFactor } = options;
  const run = await executor.check(task, program, { source, ...(timeFactor === undefined ? {} : { timeFactor }) });
  if (run.said.status === 'ungraded' && run.said.reason === 'check-error') {
    if (sources.length === 1) return [{ status: 'unusable', reason: run.failures[0]?.message ?? 'cannot be run' }];
    const alone = [];
    for (const one of sources) alone.push(...(await runChunk(bench, program, [one], options)));
    return alone;
  }
  const read = readChunk(reached(run, task), suite.parts, sources, task.entryPoint);
  const cut = read.indexOf('cut');
  if (cut === -1) return read.flatMap((outcome) => (outcome === 'cut' ? [] : [outcome]));
  // The program was ended within a check: the ones after it are run without it.
  const before = read.slice(0, cut).flatMap((outcome) => (outcome === 'cut' ? [] : [outcome]));
  const failed = cutOutcome(run, sources[cut] ?? '', task.entryPoint);
  const rest = sources.slice(cut + 1);
  return [...before, failed, ...(rest.length === 0 ? [] : await runChunk(bench, program, rest, options))];
}

function reached(run: CheckRun, task: Task): CheckRun & { said: Exclude<Outcome, { status: 'ungraded' }> } {
  const { said } = run;
  if (said.status === 'ungraded') throw new SandboxLostError(`no verdict on ${task.id}: ${said.reason}`);
  return { ...run, said };
}

function readChunk(
  { assertions, failures }: CheckRun,
  parts: readonly CheckPart[],
  sources: readonly string[],
  entryPoint: string,
): (AssertionOutcome | 'cut')[] {
  if (!/[pfe]/.test(assertions)) {
    const reason = failures[0]?.message ?? 'the program does not run';
    return sources.map(() => ({ status: 'unknown', reason }));
  }
  return parts.map((part, index): AssertionOutcome | 'cut' => {
    const source = sources[index] ?? '';
    const own = assertions.slice(part.first, part.first + part.count);
    const failureOf = (number: number) => failures.find(({ assertion }) => assertion === number);
    if (assertions[part.called] === '-') return 'cut';
    const raised = assertions[part.raised] === 'f' ? (failureOf(part.raised)?.message ?? 'an exception') : undefined;
    if (assertions[part.called] !== 'p') return { status: 'unusable', reason: uncalled(raised, entryPoint) };
    const firstFailed = [...own].findIndex((letter) => letter === 'f' || letter === 'e');
    if (firstFailed >= 0) {
      const failure = failureOf(part.first + firstFailed);
      return { status: 'failed', evidence: evidenceOf(source, entryPoint, failure) };
    }
    if (raised === undefined) return { status: 'held' };
    return { status: 'failed', evidence: evidenceOf(source, entryPoint, { message: withoutMark(raised) }) };
  });
}

function uncalled(raised: string | undefined, entryPoint: string): string {
  return raised === undefined
    ? `does not call ${entryPoint}`
    : `raises before it calls ${entryPoint}: ${withoutMark(raised)}`;
}

const withoutMark = (message: string): string => message.replace(/^AssertionError: /, '').replace(BEFORE_ANY_CALL, '');

function cutOutcome({ failures }: CheckRun, source: string, entryPoint: string): AssertionOutcome {
  const failure = failures.at(-1);
  return {
    status: 'failed',
    evidence: evidenceOf(source, entryPoint, { message: failure?.message ?? 'the run was cut' }),
  };
}

function evidenceOf(
  source: string,
  entryPoint: string,
  failure: CheckRun['failures'][number] | undefined,
): CheckEvidence {
  const asserted = assertedCall(source, entryPoint);
  const { got, message = 'AssertionError' } = failure ?? {};
  const isPlain = message.startsWith('AssertionError');
  return {
    assertion: failure?.source ?? source,
    ...(asserted === undefined || asserted.input === '' ? {} : { input: asserted.input }),
    ...(asserted?.expected === undefined ? {} : { expected: asserted.expected }),
    ...(got === undefined ? {} : { got }),
    ...(isPlain ? {} : { exception: message }),
  };
}
