import { expect, test } from 'vitest';
import { readProvedPrograms } from '../../../datasets/shared/proved-programs.ts';
import { memoryExecutions } from '../../../harness/sandbox/memory-executions.ts';
import type { ToolRun } from '../../../harness/sandbox/tools/job.ts';
import type { ToolSandbox } from '../../../harness/sandbox/tools/sandbox.ts';
import { contractEvaluator } from '../../../harness/tasks/contract/evaluator.ts';
import { LANGUAGES } from '../../../harness/tasks/contract/languages.ts';
import { preflightProvers } from '../../../harness/tasks/contract/preflight.ts';
import type { ContractProblem } from '../../../harness/types/task.ts';
import { dafny } from '../../../harness/verifiers/prover/dafny/dafny.ts';
import { createProofRunner } from '../../../harness/verifiers/prover/run.ts';

const larger = readProvedPrograms().find(({ name }) => name === 'larger');
const { body, contract, wrong, weakened } = larger?.versions.dafny ?? { body: '', wrong: '', weakened: [] };
if (contract === undefined) throw new Error('no program larger');
const problem: ContractProblem = {
  task: { kind: 'contract', id: 'kata-proved/dafny/larger', language: 'dafny', contract, docstring: '' },
  canonical: body,
  wrong: [{ body: wrong, weakened }],
};

const reported = (stdout: string, exit: number): ToolRun => ({
  ended: 'reported',
  exit: 'exit 0',
  report: [{ ended: 'exited', exit, stdout, stderr: '' }],
  output: '',
  wallMs: 7,
  cpuMs: 5,
});
const summary = (rest: string): string => `Dafny 2.3.0.10506\n\nDafny program verifier finished with ${rest}\n`;
const PROVED = reported(summary('2 verified, 0 errors'), 0);
const NOT_PROVED = reported(
  `Dafny 2.3.0.10506\nprogram.dfy(4,0): Error BP5003: A postcondition might not hold on this return path.\n${summary('1 verified, 1 error').slice(18)}`,
  4,
);
const VERSIONS: ToolRun = {
  ...PROVED,
  report: ['Dafny 2.3.0.10506', 'Z3 version 4.8.12 - 64 bit'].map((stdout) => ({
    ...{ ended: 'exited', exit: 0, stderr: '' },
    stdout,
  })),
};
const KILLED: ToolRun = { ended: 'died', exit: 'signal 9', report: undefined, output: '', wallMs: 7, cpuMs: 5 };

/** A sandbox whose tool ends as it is told, run after run; a contract's probe is not proved, and the tool's known program is. */
function scripted(...ends: readonly ToolRun[]): ToolSandbox & { readonly runs: () => number } {
  let runs = 0;
  return {
    kind: 'bubblewrap',
    async run({ files }) {
      if (files['program.dfy']?.includes('assert false ;') || files['program.dfy']?.includes('assert false;'))
        return NOT_PROVED;
      if (files['program.dfy'] === dafny.known) return PROVED;
      if (files['program.dfy'] === undefined) return VERSIONS;
      return ends[Math.min(runs++, ends.length - 1)] ?? KILLED;
    },
    close: async () => undefined,
    runs: () => runs,
  };
}

function evaluatorIn(loops: ToolSandbox, grades = loops) {
  const executions = memoryExecutions();
  const [runner, grader] = [loops, grades].map((sandbox) => createProofRunner(sandbox));
  if (runner === undefined || grader === undefined) throw new Error('two runners');
  return { evaluator: contractEvaluator(problem, { runner, grader, executions }), executions };
}

test('a tool that is killed is asked once more, and what it then says stands', async () => {
  const sandbox = scripted(KILLED, PROVED);
  const { execution } = await evaluatorIn(sandbox).evaluator.execute(body, 'hidden');
  expect(execution.outcome).toEqual({ status: 'solved' });
  expect(sandbox.runs()).toBe(2);
});

test('a tool that is killed twice says nothing of the program: ungraded, not stored, and asked anew the next time', async () => {
  const sandbox = scripted(KILLED, KILLED, PROVED);
  const { evaluator, executions } = evaluatorIn(sandbox);
  const first = await evaluator.execute(body, 'hidden');
  expect(first.execution.outcome).toEqual({ status: 'ungraded', reason: 'prover-failed' });
  expect(executions.get(first.gradedSha256)).toBeUndefined();
  expect((await evaluator.execute(body, 'hidden')).execution.outcome).toEqual({ status: 'solved' });
});

test('a search that met its clock without a core has as much more time; one that had a core has not', async () => {
  const limits: string[] = [];
  const busy = (cpuMs: number): ToolSandbox => ({
    kind: 'bubblewrap',
    async run({ files }) {
      if (files['program.dfy']?.includes('assert false;')) return NOT_PROVED;
      const [, limit = ''] = files['job.json']?.match(/timeLimit:(\d+)/) ?? [];
      limits.push(limit);
      return limit === '20' ? { ...NOT_PROVED, wallMs: 25_000, cpuMs } : PROVED;
    },
    close: async () => undefined,
  });
  const outcomeOf = async (cpuMs: number) =>
    (await evaluatorIn(busy(cpuMs)).evaluator.execute(body, 'hidden')).execution.outcome;
  expect(await outcomeOf(10_000)).toEqual({ status: 'solved' });
  expect(limits.splice(0)).toEqual(['20', '50']);
  expect(await outcomeOf(0)).toEqual({ status: 'solved' });
  expect(limits.splice(0)).toEqual(['20', '100']);
  expect(await outcomeOf(24_000)).toEqual({ status: 'unsolved', reason: 'not-proved' });
  expect(limits).toEqual(['20']);
});

const CRASHED = reported('Unhandled exception: System.Exception', 1);

/** A sandbox whose tool crashes at one program and answers another as it is told. */
const crashingAt = (body: string, others: ToolRun): ToolSandbox => ({
  kind: 'bubblewrap',
  run: async ({ files }) => (files['program.dfy']?.includes(body) ? CRASHED : others),
  close: async () => undefined,
});

test('a tool that crashes at one program each time, and proves a known one beside it, is broken by that program: unsolved', async () => {
  const { evaluator } = evaluatorIn(crashingAt('r := a', PROVED));
  const { execution } = await evaluator.execute(body, 'hidden');
  expect(execution.outcome).toEqual({ status: 'unsolved', reason: 'breaks-prover' });
  expect(execution.failures[0]?.message).toContain('Unhandled exception');
});

test.each([
  ['crashes at it too', CRASHED],
  ['does not prove it', NOT_PROVED],
  ['is killed with its driver', KILLED],
])('a tool that crashes at one program, and of a known one %s, says nothing of either: ungraded', async (_, others) => {
  const { evaluator } = evaluatorIn(crashingAt('r := a', others));
  const { execution } = await evaluator.execute(body, 'hidden');
  expect(execution.outcome).toEqual({ status: 'ungraded', reason: 'prover-failed' });
});

test('the public suite is what a compiler says: nothing is proved for it, and what it admits may be wrong', async () => {
  const asked: string[] = [];
  const sandbox: ToolSandbox = {
    kind: 'bubblewrap',
    async run({ files }) {
      asked.push(files['job.json'] ?? '');
      return files['program.dfy']?.includes('true')
        ? reported('program.dfy(5,5): Error: boolean\n1 resolution/type errors detected in program.dfy\n', 2)
        : reported(summary('0 verified, 0 errors'), 0);
    },
    close: async () => undefined,
  };
  const { evaluator } = evaluatorIn(sandbox);
  expect((await evaluator.execute(wrong, 'public')).execution.outcome).toEqual({ status: 'solved' });
  const { execution } = await evaluator.execute('r := true;', 'public');
  expect(execution.outcome).toEqual({ status: 'unsolved', reason: 'type' });
  expect(evaluator.describe(execution)).toBe('- Error: boolean (r := true ;)');
  expect(asked.map((job) => job.includes('/noVerify'))).toEqual([true, true]);
  expect((await evaluator.execute(wrong, 'hidden')).execution.outcome.status).not.toBe('solved');
  expect(asked.slice(2).some((job) => job.includes('/noVerify'))).toBe(false);
});

test('a body that leaves nothing to prove is not proved; where the contract leaves nothing, nothing is graded', async () => {
  const nothing = reported(summary('0 verified, 0 errors'), 0);
  const left = await evaluatorIn(scripted(nothing)).evaluator.execute(body, 'hidden');
  expect(left.execution.outcome).toEqual({ status: 'unsolved', reason: 'not-proved' });
  const always: ToolSandbox = { kind: 'bubblewrap', run: async () => nothing, close: async () => undefined };
  const never = await evaluatorIn(always).evaluator.execute(body, 'hidden');
  expect(never.execution.outcome).toEqual({ status: 'ungraded', reason: 'prover-failed' });
});

test('no answer that a loop was given becomes a grade: the grade is proved in a process of its own', async () => {
  const [loops, grades] = [scripted(PROVED), scripted(NOT_PROVED)];
  const { evaluator } = evaluatorIn(loops, grades);
  expect((await evaluator.execute(body, 'hidden')).execution.outcome.status).toBe('solved');
  const graded = await evaluator.grade?.(body);
  expect(graded?.execution.outcome).toEqual({ status: 'unsolved', reason: 'not-proved' });
  expect((await evaluator.execute(body, 'hidden')).execution.outcome.status).toBe('solved');
});

test('what was proved once is not proved again: by a loop, by a grade, nor after a stop', async () => {
  const sandbox = scripted(PROVED);
  const { evaluator, executions } = evaluatorIn(sandbox);
  await Promise.all([evaluator.execute(body, 'hidden'), evaluator.execute(body, 'hidden')]);
  await evaluator.grade?.(body);
  await evaluator.grade?.(body);
  expect(sandbox.runs()).toBe(2);
  const resumed = scripted(KILLED);
  const [runner, grader] = [resumed, resumed].map((each) => createProofRunner(each));
  if (runner === undefined || grader === undefined) throw new Error('two runners');
  const after = contractEvaluator(problem, { runner, grader, executions });
  expect((await after.grade?.(body))?.execution.outcome).toEqual({ status: 'solved' });
  expect((await after.execute(body, 'hidden')).execution.outcome).toEqual({ status: 'solved' });
  expect(resumed.runs()).toBe(0);
});

test('a tool that prints success whatever it is asked is refused before a run', async () => {
  const { faults } = await preflightProvers([problem], { sandbox: scripted(PROVED), languages: LANGUAGES });
  expect(faults.length).toBeGreaterThan(10);
  expect(faults.join('\n')).toContain('dafny: wrong: expected not-proved, got proved');
});

test('text that is refused needs no prover, and says why', async () => {
  const sandbox = scripted(KILLED);
  const { evaluator } = evaluatorIn(sandbox);
  const outcomeOf = async (candidate: string) => (await evaluator.execute(candidate, 'hidden')).execution.outcome;
  expect(await outcomeOf('assume false;')).toEqual({ status: 'unsolved', reason: 'forbidden' });
  expect(await outcomeOf('method Larger(a: int, b: int) returns (r: int) { r := a; }')).toEqual({
    status: 'unsolved',
    reason: 'contract-changed',
  });
  expect(await outcomeOf('var s := "\ud800"; r := a;')).toEqual({ status: 'unsolved', reason: 'forbidden' });
  expect(await outcomeOf(`r := a; // ${'x'.repeat(65_536)}`)).toEqual({ status: 'unsolved', reason: 'forbidden' });
  expect(await outcomeOf('')).toEqual({ status: 'unsolved', reason: 'empty' });
  expect(sandbox.runs()).toBe(0);
});
