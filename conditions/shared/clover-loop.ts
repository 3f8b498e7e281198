import {
  type Attempt,
  type Candidate,
  CHECKS,
  type CheckTry,
  type ConditionContext,
  type ConsistencyTools,
  checkResult,
  checkResults,
  consistencyChecks,
  decide,
  type TripleTask,
  type Verdict,
  type Verifier,
} from '../../harness/index.ts';
import { type CloverWay, STAGES } from './clover-checks.ts';

/** Six checks decide, which the condition makes itself. */
export const sixChecks: Verifier = { name: 'six-checks', sees: 'nothing' };

/** Names of the calls that rebuild, in records. */
export const CLOVER_ROLES = Object.fromEntries(CHECKS.map((check) => [check, 'generate' as const]));

interface CloverContext extends ConditionContext {
  readonly given: Candidate;
  readonly consistency: ConsistencyTools;
}

/**
 * Clover's consistency checks (arXiv 2310.17807, section 3 and Algorithm 1), all six whatever the others say. Step i repeats those that have not passed
 * under both rules: k of the paper (section 4.3) is i + 1. Nothing that a model gives changes the proof, which is asked for once.
 */
export function cloverLoop(way: CloverWay = {}) {
  return async function* run(
    task: TripleTask,
    { given, consistency: tools, rounds, stopsAt, ...context }: CloverContext,
  ): AsyncGenerator<Attempt, void, void> {
    const tries: CheckTry[] = [];
    for (let attempt = 0; ; attempt++) {
      const made: CheckTry[] = [];
      for (const check of CHECKS) {
        if (attempt > 0 && (check === 'anno-sound' || isSettled(tries, check))) continue;
        made.push(...(await STAGES[check]({ task, tools, context, way, check, attempt })));
      }
      tries.push(...made);
      const verdict = verdictOf(tries);
      yield { candidate: given, verdict, artifacts: [consistencyChecks.of(made)] };
      const isOver = CHECKS.every((check) => isSettled(tries, check)) && stopsAt(verdict);
      if (isOver || attempt === rounds) return;
    }
  };
}

const isSettled = (tries: readonly CheckTry[], check: CheckTry['check']): boolean =>
  (['strict', 'published'] as const).every(
    (rule) => checkResult(tries, check, Number.POSITIVE_INFINITY, rule) === 'pass',
  );

/** Under the strict rule; what it leaves undecided is no verdict. */
function verdictOf(tries: readonly CheckTry[]): Verdict {
  const results = checkResults(tries, Number.POSITIVE_INFINITY, 'strict');
  const told = CHECKS.map((check, place) => `${check}: ${results[place]}`).join(', ');
  const decision = decide(results);
  return decision === 'undecided'
    ? { status: 'unparsed', detail: `undecided: ${told}` }
    : { status: decision, feedback: told };
}
