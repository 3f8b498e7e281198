import { calleeOf } from '../../python/entry-point.ts';
import { shuffled } from '../../random.ts';
import type { Claim } from '../../types/claims.ts';
import type { Problem } from '../../types/task.ts';
import { assertedCall, readAssertions } from '../../verifiers/claims/read-assertions.ts';
import type { AnswerContext } from './answer-context.ts';
import { choose, claim, critique } from './simulated-texts.ts';

/** Known truths of a task are read once: sources of thousands of assertions are among them. */
const known = new WeakMap<Problem, readonly string[]>();
const MOST_KNOWN = 40;
const MOST_CLAIMS = 3;

interface MadeClaim extends Pick<Claim, 'text' | 'category' | 'severity'> {
  readonly about: 'signature' | 'docstring' | 'comment' | 'error-handling' | 'validation' | 'body';
  readonly tests: readonly string[];
}

/**
 * Claims with their assertions. Right ones are taken from the dataset's own tests, which a simulated model may know; wrong ones say
 * the opposite, vacuous ones compare a result with itself, each at the profile's rate. Without such tests nothing is claimed.
 */
export function checkedClaims(context: AnswerContext): { readonly claims: readonly MadeClaim[] } {
  const { known: problem, entryPoint, random } = context;
  const truths = problem?.problem === undefined ? [] : truthsOf(problem.problem);
  const drawn = shuffled(truths, random).slice(0, 2 * MOST_CLAIMS);
  const claims: MadeClaim[] = [];
  for (let index = 0; index < MOST_CLAIMS && 2 * index < drawn.length; index++) {
    claims.push({
      text: claim(entryPoint, index),
      category: choose(['functionality', 'functionality', 'data-handling'], random),
      severity: choose(['critical', 'high', 'medium', 'low'], random),
      about: choose(['signature', 'docstring', 'validation', 'body'], random),
      tests: drawn.slice(2 * index, 2 * index + 2).map((truth) => asWritten(truth, context)),
    });
  }
  return { claims };
}

const MOST_CALLS = 3;

/** Calls for a critic to run: those of the dataset's own tests, without what they should give. */
export function probedCalls({ known: problem, entryPoint, random }: AnswerContext): readonly string[] {
  const truths = problem?.problem === undefined ? [] : truthsOf(problem.problem);
  const calls = truths.flatMap((truth) => assertedCall(truth, entryPoint)?.call ?? []);
  return shuffled([...new Set(calls)], random).slice(0, MOST_CALLS);
}

function asWritten(truth: string, { profile, entryPoint, random }: AnswerContext): string {
  const { wrong, vacuous } = profile.checks ?? { wrong: { value: 0 }, vacuous: { value: 0 } };
  const call = assertedCall(truth, entryPoint);
  const drawn = random();
  if (call?.expected === undefined) return truth;
  if (drawn < wrong.value) return `assert ${call.call} != ${call.expected}`;
  if (drawn < wrong.value + vacuous.value) return `assert isinstance(${call.call}, object)`;
  return truth;
}

/** Assertions of one call of the entry point with a value, by whatever name the dataset's tests call it. */
function truthsOf(problem: Problem): readonly string[] {
  const before = known.get(problem);
  if (before !== undefined) return before;
  const { hiddenTests, task } = problem;
  const callee = calleeOf(task.entryPoint);
  const lines = `${task.publicTests.source}\n${hiddenTests.source.slice(0, 20_000)}`.split('\n');
  const found = lines.flatMap((line) => {
    const text = line.trim().replace(/^assert candidate\(/, `assert ${callee}(`);
    if (!text.startsWith(`assert ${callee}(`) || text.length > 300) return [];
    const { checks, problem: unreadable } = readAssertions(text);
    const [check] = checks;
    return unreadable !== undefined ||
      check === undefined ||
      assertedCall(check, task.entryPoint)?.expected === undefined
      ? []
      : [check];
  });
  const truths = [...new Set(found)].slice(0, MOST_KNOWN);
  known.set(problem, truths);
  return truths;
}

const MOST_STEPS = 4;

/** A step for each claim that does not hold. */
export function claimPlan(openClaims: readonly number[], entryPoint: string, random: () => number) {
  return {
    steps: openClaims.slice(0, MOST_STEPS).map((number) => ({
      claim: number,
      diagnosis: critique(entryPoint, random),
      change: 'Work through that input by hand and change the one place that treats it otherwise.',
    })),
  };
}
