import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Asker } from '../../building/asker.ts';
import type { Input, Specification } from '../../building/build-record.ts';
import { compare, testsOf } from '../../building/compare.ts';
import { createOracle } from '../../building/oracle.ts';
import { createPrograms, PRELUDE, type Programs } from '../../building/programs.ts';
import { SandboxLostError } from '../../errors.ts';
import { toBuiltProblem, type UncertifiedLine } from '../../loading/built-line.ts';
import { createExecutor } from '../../sandbox/executor.ts';
import { DEFAULT_LIMITS } from '../../sandbox/limits.ts';
import { memoryExecutions } from '../../sandbox/memory-executions.ts';
import type { Sandbox, SandboxExecution } from '../../types/execution.ts';
import type { Program } from '../programs/programs.ts';

/** The parts of a build that a model writes, and a submission to what was built. */
export const ROLES = ['generator', 'validator', 'optimised', 'brute-force', 'submission'] as const;
type HostileRole = (typeof ROLES)[number];

/** What a hostile program did in each role, in a few words; and what the static check says of its form. */
export interface RolesRow {
  readonly name: string;
  /** The first fault of its form, or `passes`. */
  readonly form: string;
  readonly did: Readonly<Record<HostileRole, string>>;
  /** It saw its sandbox's environment or the frames around it: what is forbidden to it by form. */
  readonly isThrough: boolean;
  /** A forged verdict, a leak, or an honest program after it that did not do what it does: a sentence each. */
  readonly harm: readonly string[];
}

const TASK = 'benchmark/built-add';

/** The task of all: `Solution.solve(a, b)` is their sum; `oppo` + `sites` is what a program may look for. */
const TESTS = [
  ['1, 2', '3'],
  ['20, 22', '42'],
  ["'oppo', 'sites'", "'opposites'"],
  ['[1], [2]', '[1, 2]'],
  ['0, 0', '0'],
  ['-1, 1', '0'],
  ['1, -1', '0'],
  ['5, 6', '11'],
  ['7, 8', '15'],
  ['9, 9', '18'],
] as const;

const INPUTS: readonly Input[] = TESTS.slice(0, 4).map(([input]) => ({ category: 'basic', arguments: `(${input})` }));

const SPECIFICATION: Specification = {
  title: 'Add',
  description: 'Return a + b.',
  constraints: ['a != 13'],
  unreadableConstraints: [],
  examples: [],
  starterCode: 'class Solution:\n    def solve(self, a, b):\n        pass\n',
  parameters: [
    { name: 'a', type: '' },
    { name: 'b', type: '' },
  ],
  returns: '',
  comparison: 'exact',
};

const HONEST_SOLUTION = 'class Solution:\n    def solve(self, a, b):\n        return a + b\n';
const HONEST_GENERATOR = "def generate_inputs():\n    return [('basic', (n, 1)) for n in range(10, 16)]\n";
const HONEST_VALIDATOR = 'def is_valid_input(a, b):\n    return a != 11\n';
/** What an honest oracle gives: 11 is refused by the validator, 13 by the constraint. */
const HONEST_INPUTS = '(10, 1) (12, 1) (14, 1) (15, 1)';

const GENERATOR = "def generate_inputs():\n    return [('basic', (add(n, n), n)) for n in range(3)]\n";
const VALIDATOR = 'def is_valid_input(a, b):\n    return add(a, b)\n';
const SOLUTION = 'class Solution:\n    def solve(self, a, b):\n        return add(a, b)\n';

/** Asks about hostile programs in every role, one after the other in one sandbox. */
export interface RoleAsker {
  ask(program: Program): Promise<RolesRow>;
  close(): Promise<void>;
}

/** A literal of text, as Python writes it. */
const STRING = /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"/g;

/** Something of the host that no program may find: in a file and in the environment. */
const secretOf = (): string => `host-secret-${Math.random().toString(36).slice(2)}`;

/**
 * Opens an asker. `programsOf` gives the programs, told where a file of the host lies that they may look for. The static check is asked,
 * and then left out: only the sandbox stands between a program and what it wants.
 */
export async function openRoles(
  open: () => Promise<Sandbox>,
  programsOf: (hostFile: string) => readonly Program[],
): Promise<RoleAsker & { readonly programs: readonly Program[] }> {
  const folder = await mkdtemp(join(tmpdir(), 'lucid-bench-host-'));
  await chmod(folder, 0o755);
  const secret = secretOf();
  const hostFile = join(folder, 'secret.txt');
  await writeFile(hostFile, secret);
  process.env.LUCID_BENCH_HOST_SECRET = secret;
  const sandbox = await open();
  return {
    programs: programsOf(hostFile),
    ask: (program) => askOne(program, sandbox, secret),
    async close() {
      delete process.env.LUCID_BENCH_HOST_SECRET;
      await sandbox.close();
      await rm(folder, { recursive: true });
    },
  };
}

async function askOne(program: Program, real: Sandbox, secret: string): Promise<RolesRow> {
  const record: unknown[] = [];
  const sandbox = watched(real, program, (execution) => record.push(execution));
  const programs = createPrograms(sandbox, TASK);
  const [fault = 'passes'] = await programs.staticCheck(`${program.code}\n${SOLUTION}`, ['Solution'], false);
  const unchecked: Programs = { ...programs, staticCheck: async () => [] };
  const harm: string[] = [];
  const oracle = async (code: string): Promise<readonly string[]> => {
    const inputs = await inputsOf(`${PRELUDE}\n${code}`, unchecked, (stage) => record.push(stage));
    const outside = inputs.filter(
      (input) => /^\(13,/.test(input) || /[A-Za-z_]\w*\(/.test(input.replaceAll(STRING, '')),
    );
    harm.push(...outside.map((input) => `the input ${input.slice(0, 80)} was kept`));
    return inputs;
  };
  const generated = await oracle(`${program.code}\n${GENERATOR}\n${HONEST_VALIDATOR}`);
  const validated = await oracle(`${program.code}\n${HONEST_GENERATOR}\n${VALIDATOR}`);
  const hostile = `${program.code}\n${SOLUTION}`;
  const stand = async (optimised: string, bruteForce: string): Promise<string> => {
    const rivals = { bruteForce, examples: [], comparison: 'exact' } as const;
    const tests = testsOf(await compare(optimised, INPUTS, rivals, unchecked, new Map()));
    const wrong = tests.filter(
      (test) => !TESTS.some(([input, output]) => `(${input})` === test.arguments && output === test.expected),
    );
    harm.push(...wrong.map((test) => `the test ${test.arguments} expects ${test.expected.slice(0, 80)}`));
    return `${tests.length} of ${INPUTS.length} tests stand`;
  };
  const optimised = await stand(hostile, HONEST_SOLUTION);
  const bruteForce = await stand(HONEST_SOLUTION, hostile);
  const submission = await submit(hostile, sandbox);
  record.push(submission);
  const word = wordOf(submission);
  if (word === 'solved' || word === 'no verdict') harm.push(`the submission was ${word}`);
  harm.push(...(await afterwards(real)));
  const said = JSON.stringify(record);
  if (said.includes(secret)) harm.push('it read what lies on the host');
  const did = {
    generator: `${generated.length} inputs`,
    validator: `${validated.length} of 6 inputs`,
    optimised,
    'brute-force': bruteForce,
    submission: word,
  };
  return { name: program.name, form: fault, did, isThrough: /HOME|<function take|__name__/.test(said), harm };
}

/** One call of stage 4 that gives this program: the inputs that were kept. */
async function inputsOf(code: string, programs: Programs, note: (stage: unknown) => void): Promise<readonly string[]> {
  const text = `\`\`\`python\n${code}\n\`\`\``;
  const asker: Asker = {
    calls: 0,
    ask: async () => ({
      response: { text, finishReason: 'stop', rawFinishReason: 'stop', usage: undefined, costUsd: undefined },
      call: { key: '', temperature: 0, responseSha256: '' },
    }),
  };
  const oracle = createOracle({
    id: TASK,
    form: 'functions',
    specification: SPECIFICATION,
    task: '',
    asker,
    programs,
    note,
  });
  await oracle.gather(0, 1);
  return oracle.inputs.map((input) => input.arguments);
}

const LINE: UncertifiedLine = {
  task_id: TASK,
  prompt: SPECIFICATION.starterCode,
  entry_point: 'Solution.solve',
  prelude: PRELUDE,
  canonical_solution: HONEST_SOLUTION,
  public_tests: [],
  comparison: 'exact',
  tests: TESTS.map(([input, expected]) => ({ category: 'basic', arguments: `(${input})`, expected, source: 'user' })),
  pool: [],
  built: { model: 'none', form: 'functions', textSha256: '', version: 1 },
};

/** A submission's execution by the built tests; `undefined` where the sandbox was lost. */
async function submit(code: string, sandbox: Sandbox) {
  const { task, hiddenTests } = toBuiltProblem(LINE);
  const executor = createExecutor(sandbox, DEFAULT_LIMITS, memoryExecutions());
  try {
    return (await executor.execute(task, code, hiddenTests)).execution;
  } catch (error) {
    if (error instanceof SandboxLostError) return undefined;
    throw error;
  }
}

function wordOf(execution: Awaited<ReturnType<typeof submit>>): string {
  if (execution === undefined || execution.outcome.status === 'ungraded') return 'no verdict';
  return execution.outcome.status === 'solved' ? 'solved' : `not (${execution.outcome.reason})`;
}

/** What honest programs do in the same sandbox afterwards, where it is not what they do. */
async function afterwards(sandbox: Sandbox): Promise<string[]> {
  const inputs = (
    await inputsOf(`${HONEST_GENERATOR}\n${HONEST_VALIDATOR}`, createPrograms(sandbox, TASK), () => undefined)
  ).join(' ');
  const word = wordOf(await submit(HONEST_SOLUTION, sandbox));
  return [
    ...(inputs === HONEST_INPUTS ? [] : [`an honest oracle then gave ${inputs || 'no input'}`]),
    ...(word === 'solved' ? [] : [`a right submission then was ${word}`]),
  ];
}

/** Hostile programs get no more time and memory than each names for itself; all that any execution gave is noted. */
function watched(
  sandbox: Sandbox,
  { code, limits = {} }: Program,
  note: (execution: SandboxExecution) => void,
): Sandbox {
  return {
    ...sandbox,
    close: () => sandbox.close(),
    async execute(job) {
      const own = { ...job.limits, cpuSeconds: 1, ...limits };
      const execution = await sandbox.execute(code !== '' && job.code.includes(code) ? { ...job, limits: own } : job);
      note({ ...execution, failures: execution.failures.map(({ source: _, ...rest }) => rest) });
      return execution;
    },
  };
}
