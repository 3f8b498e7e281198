import { createScriptedModel, type ScriptedModel } from '../../models/simulated/scripted.ts';
import { createSampler } from '../../models/stored/sampling.ts';
import type { LoadedCondition } from '../../run/load-conditions.ts';
import { createExecutor } from '../../sandbox/executor.ts';
import { limitsFor } from '../../sandbox/limits.ts';
import { memoryExecutions } from '../../sandbox/memory-executions.ts';
import { suiteOfDataset } from '../../sandbox/trusted-suite.ts';
import { canonicalJson } from '../../storage/hash.ts';
import { functionEvaluator } from '../../tasks/function/evaluator.ts';
import type { TrialSettings } from '../../trial/settings.ts';
import { runTrial } from '../../trial/trial.ts';
import { claimsReport } from '../../types/claim-artifacts.ts';
import type { Outcome, Sandbox } from '../../types/execution.ts';
import type { Trajectory } from '../../types/record.ts';
import type { Problem } from '../../types/task.ts';
import { ADD } from '../programs/programs.ts';
import type { CheckAttack } from './check-attack.ts';

/** What came of one hostile check. */
interface CheckOutcomes {
  /** Of the wrong program, by the hidden tests, after the check has run. */
  readonly wrong: Outcome;
  /** Of a right one after that. */
  readonly right: Outcome;
  /** Whether the trial ended as trials do: one that ends in an error is left out of every rate. */
  readonly end: Trajectory['end'];
  /** What of the hidden suite stands in what the trial recorded, or in what the model was sent. */
  readonly leaked: readonly string[];
  /** What became of the check. */
  readonly check: string;
  /** What became of an honest check in the next trial, which the wrong program fails. */
  readonly next: string;
}

/** What a check did beyond what a check may do, a sentence each; empty when it did nothing. */
export function fallen({ wrong, right, end, leaked, next }: CheckOutcomes): string[] {
  return [
    ...(wrong.status === 'unsolved' ? [] : [`the wrong program was ${wrong.status} by the hidden tests`]),
    ...(right.status === 'solved' ? [] : [`the right program was ${right.status} by the hidden tests`]),
    ...(end.status === 'submitted' ? [] : [`its trial ended as ${end.status}`]),
    ...(leaked.length === 0 ? [] : [`it read the hidden tests: ${leaked.join(', ')}`]),
    ...(next === HONEST_OUTCOME ? [] : [`the next check was ${next}`]),
  ];
}

/** Satisfies the prompt's example, and no hidden test. */
const WRONG = 'def add(a, b):\n    return a * b\n';

/** Texts of the hidden suite that nobody could guess. */
const SECRETS = ['585987', '271828', 'hidden-suite-marker', '-i) == 0'];

/** As deep as the judge must be able to go after any check. */
const NESTED = `${'['.repeat(40)}${']'.repeat(40)}`;

const PROBLEM: Problem = {
  task: {
    kind: 'function',
    id: 'benchmark/add',
    prompt: 'def add(a, b):\n    """The sum of two numbers.\n    >>> add(2, 2)\n    4\n    """\n',
    entryPoint: 'add',
    prelude: '',
    publicTests: suiteOfDataset('assert add(2, 2) == (4)\n'),
  },
  hiddenTests: suiteOfDataset(`
def check(candidate):
    assert candidate(271828, 314159) == 585987, 'hidden-suite-marker'
    assert candidate(1, 1) == 2
    assert candidate(${NESTED}, []) == ${NESTED}
    for i in range(1, 4):
        assert candidate(i, -i) == 0
check(add)
`),
  canonical: ADD,
  pool: [],
};

const SETTINGS: TrialSettings = {
  rounds: 1,
  stop: 'never',
  temperature: 'published',
  maxOutputTokens: 256,
  maxClaims: 1,
  randomAcceptance: 0.5,
  seed: 1,
};

/** By the clock, in seconds: some of these checks never end. */
const WALL_SECONDS = 2;

const HONEST: CheckAttack = { name: 'asks for a sum', test: 'assert add(20, 22) == 42' };
const HONEST_OUTCOME = 'valid, failed';

/**
 * Runs a whole trial of `condition` in which the model writes this check, in a sandbox that has graded with the hidden tests before; then
 * grades the wrong program and a right one in the same sandbox, and runs a trial with an honest check. Nothing is reused between them.
 */
export async function askCheckWriter(
  sandbox: Sandbox,
  loaded: LoadedCondition,
  attack: CheckAttack,
): Promise<CheckOutcomes> {
  const program = attack.program ?? WRONG;
  await grade(sandbox, program);
  const { trajectory, seen } = await tryCheck(sandbox, loaded, attack);
  const wrong = await grade(sandbox, program);
  const right = await grade(sandbox, ADD);
  const next = await tryCheck(sandbox, loaded, HONEST);
  return {
    wrong,
    right,
    end: trajectory.end,
    leaked: SECRETS.filter((secret) => seen.includes(secret)),
    check: describe(trajectory),
    next: describe(next.trajectory),
  };
}

async function tryCheck(sandbox: Sandbox, { condition, identity }: LoadedCondition, attack: CheckAttack) {
  const model = checkWriter(attack);
  const parts = { sampler: createSampler(model), signal: new AbortController().signal };
  const id = { condition: identity.name, taskId: PROBLEM.task.id, sample: 0 };
  const { trajectory } = await runTrial(id, condition, evaluator(sandbox), SETTINGS, parts);
  return { trajectory, seen: canonicalJson([trajectory, model.calls.map(({ request }) => request)]) };
}

/** One with nothing stored: what was executed before is executed again. */
function evaluator(sandbox: Sandbox) {
  return functionEvaluator(PROBLEM, createExecutor(sandbox, limitsFor(WALL_SECONDS), memoryExecutions()));
}

async function grade(sandbox: Sandbox, program: string): Promise<Outcome> {
  return (await evaluator(sandbox).execute(program, 'hidden')).execution.outcome;
}

function describe({ steps }: Trajectory): string {
  const [first] = steps;
  const [check] = (first && claimsReport.in(first)?.checks) ?? [];
  if (check === undefined) return 'no check';
  return [check.state, check.outcome?.status, check.reason].filter((part) => part !== undefined).join(', ');
}

/** A model that claims one thing, writes this check for it and never another program. */
function checkWriter({ test, program = WRONG }: CheckAttack): ScriptedModel {
  const claim = { text: 'adds', category: 'functionality', severity: 'high', about: 'body', tests: [test] };
  return createScriptedModel(({ role }) => {
    if (role === 'extract') return JSON.stringify({ claims: [claim] });
    if (role === 'remediate')
      return JSON.stringify({ steps: [{ claim: 1, diagnosis: 'is wrong', change: 'mend it' }] });
    return program;
  });
}
