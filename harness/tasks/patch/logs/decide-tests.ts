import type { NamedTests } from '../../../types/task.ts';
import type { GradingRules, Statuses } from './grading-rules.ts';

/** How a required test counts: `uncounted` is in neither of the official lists. */
type Decision = 'passed' | 'failed' | 'uncounted';

export interface TestDecision {
  readonly test: string;
  readonly decision: Decision;
  /** The word in the log; `undefined` when the log does not name the test. */
  readonly status: string | undefined;
  /** The name in the log, where it is another one: a cut id (rules 5), a name that depends on the interpreter. */
  readonly namedAs?: string;
}

export interface Decisions {
  readonly failToPass: readonly TestDecision[];
  readonly passToPass: readonly TestDecision[];
  /** The official rule: every counted test passed. Nothing counted is nothing failed, in both published versions. */
  readonly isResolved: boolean;
}

const PASSING = new Set(['PASSED', 'XFAIL']);

/**
 * Decides FAIL_TO_PASS and PASS_TO_PASS from the statuses in a log. Rules 4 (swebench 4.1.0): a SKIPPED test and an unknown word count
 * nowhere. Rules 5 (5.0.2): SKIPPED fails a FAIL_TO_PASS and keeps a PASS_TO_PASS; an id cut inside its bracket is found by its
 * beginning where all tests it may mean agree.
 */
export function decideTests(statuses: Statuses, tests: NamedTests, rules: GradingRules): Decisions {
  const find = finderIn(statuses, rules);
  const decide = (test: string, kept: ReadonlySet<string>, lost: ReadonlySet<string>): TestDecision => {
    const namedAs = find(test);
    const status = namedAs === undefined ? undefined : statuses.get(namedAs);
    const decision = status === undefined || lost.has(status) ? 'failed' : kept.has(status) ? 'passed' : 'uncounted';
    return { test, decision, status, ...(namedAs === undefined || namedAs === test ? {} : { namedAs }) };
  };
  const lost = new Set(rules === '4' ? ['FAILED', 'ERROR'] : ['FAILED', 'ERROR', 'SKIPPED']);
  const maintained = rules === '4' ? PASSING : new Set([...PASSING, 'SKIPPED']);
  const broken = new Set(['FAILED', 'ERROR']);
  const failToPass = tests.failToPass.map((test) => decide(test, PASSING, lost));
  const passToPass = tests.passToPass.map((test) => decide(test, maintained, broken));
  const isResolved = [...failToPass, ...passToPass].every(({ decision }) => decision !== 'failed');
  return { failToPass, passToPass, isResolved };
}

/** The name a required test has in the log. */
function finderIn(statuses: Statuses, rules: GradingRules): (test: string) => string | undefined {
  const names = [...statuses.keys()];
  const byOlderName = new Map(names.map((name) => [olderName(name), name]));
  return (test) => {
    if (statuses.has(test)) return test;
    if (rules === '5' && count(test, '[') > count(test, ']')) {
      const matches = names.filter((name) => name.startsWith(test));
      const outcomes = new Set(matches.map((name) => PASSING.has(statuses.get(name) ?? '')));
      if (outcomes.size === 1) return matches[0];
    }
    return byOlderName.get(test);
  };
}

/** unittest says `test_x (module.Class.test_x)` since Python 3.11; the published ids are of Python 3.6 to 3.9. */
function olderName(name: string): string {
  const [, test, owner] = /^(\w+) \(([\w.]+)\)$/.exec(name) ?? [];
  return test === undefined || owner === undefined || !owner.endsWith(`.${test}`)
    ? name
    : `${test} (${owner.slice(0, -test.length - 1)})`;
}

const count = (text: string, character: string): number => text.split(character).length - 1;
