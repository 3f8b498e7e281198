import { calleeOf } from '../../python/entry-point.ts';
import { type Mutant, mutate } from '../../python/mutate.ts';
import { createRandom, shuffled } from '../../random.ts';
import { sha256 } from '../../storage/hash.ts';
import type { TrackedCheck } from '../../types/claims.ts';
import type { Bench, ValidationParts } from '../../types/evaluator.ts';
import type { Task } from '../../types/task.ts';
import { contradicts, type KnownCall, publicCalls } from './example-program.ts';
import { assertedCall } from './read-assertions.ts';
import { type AssertionOutcome, runAssertions } from './run-assertions.ts';

const MOST_MUTANTS = 8;
/** Running a tool takes seconds where assertions take milliseconds. */
const MOST_MUTANTS_FOR_TOOLS = 2;
/** A mutant that runs so much longer than usual is one that loops. */
const MUTANT_TIME_FACTOR = 0.1;

/**
 * The checks, those that contradict an example of the prompt or a stronger check retired with that reason. What is asked in more rounds
 * is stronger; among equals the older one.
 */
export async function retireContradictions(
  parts: ValidationParts,
  checks: readonly TrackedCheck[],
): Promise<TrackedCheck[]> {
  const examples = publicCalls(parts.task);
  const kept: TrackedCheck[] = [];
  for (const check of checks) {
    const isNew = check.state === 'pending' && check.kind === 'assertions';
    const contradicted = isNew ? await contradictedExample(parts, examples, check) : undefined;
    kept.push(
      contradicted === undefined
        ? check
        : retired(check, `contradicts the prompt's example ${shown(parts.task, contradicted)}`),
    );
  }
  return retireWeaker(parts, kept);
}

/** The example it contradicts; the first of them where only all together do. */
async function contradictedExample(
  parts: Bench,
  examples: readonly KnownCall[],
  check: TrackedCheck,
): Promise<KnownCall | undefined> {
  if ((await contradicts(parts, examples, check)) !== true) return undefined;
  for (const example of examples) if ((await contradicts(parts, [example], check)) === true) return example;
  return examples[0];
}

const shown = ({ entryPoint }: Task, { input, expected }: KnownCall): string =>
  `${calleeOf(entryPoint)}(${input}) == ${expected}`;

const retired = (check: TrackedCheck, reason: string): TrackedCheck => ({ ...check, state: 'retired', reason });

const counts = ({ state, kind }: TrackedCheck): boolean =>
  kind === 'assertions' && (state === 'valid' || state === 'pending');

async function retireWeaker(parts: Bench, checks: readonly TrackedCheck[]): Promise<TrackedCheck[]> {
  const { entryPoint } = parts.task;
  const asserted = new Map(
    checks.map((check) => [check.id, counts(check) ? assertedCall(check.source, entryPoint) : undefined]),
  );
  const strongest = [...checks].sort((a, b) => b.support - a.support || checks.indexOf(a) - checks.indexOf(b));
  const losers = new Map<string, TrackedCheck>();
  for (const [index, stronger] of strongest.entries()) {
    const value = asserted.get(stronger.id);
    if (value?.expected === undefined || losers.has(stronger.id)) continue;
    const known = { input: value.input, expected: value.expected };
    for (const weaker of strongest.slice(index + 1)) {
      const other = asserted.get(weaker.id);
      const isSameCall = other !== undefined && tight(other.input) === tight(value.input);
      if (!isSameCall || losers.has(weaker.id) || tight(other.expected ?? '') === tight(known.expected)) continue;
      if ((await contradicts(parts, [known], weaker)) === true) losers.set(weaker.id, stronger);
    }
  }
  return checks.map((check) => {
    const stronger = losers.get(check.id);
    return stronger === undefined ? check : retired(check, `contradicts a stronger check: ${stronger.source}`);
  });
}

const tight = (text: string): string => text.replaceAll(/\s+/g, '');

/** A mutant that crashes or hangs fails whatever calls it, which says nothing of the check: it must return and be found wrong. */
const isRefuted = (outcome: AssertionOutcome): boolean =>
  outcome.status === 'failed' && outcome.evidence.exception === undefined;

/** First those that return nothing (any check of a value fails them), then the others in an order that depends on the program alone. */
function mutantsOf(program: string, entryPoint: string): readonly Mutant[] {
  const all = shuffled(mutate(program, entryPoint), createRandom(sha256(program)));
  const isFirst = ({ label }: Mutant): boolean => label.startsWith('result not returned');
  return [...all.filter(isFirst), ...all.filter((mutant) => !isFirst(mutant))].slice(0, MOST_MUTANTS);
}

/**
 * Ids of the checks that some mutant of the program fails, among checks that the program itself passes: the others nothing has
 * failed so far. At most eight mutants are tried.
 */
export async function failableBy(
  parts: ValidationParts,
  program: string,
  checks: readonly TrackedCheck[],
): Promise<ReadonlySet<string>> {
  const failed = new Set<string>();
  const mutants = mutantsOf(program, parts.task.entryPoint);
  const left = (isPlain: boolean) =>
    checks.filter(({ id, kind }) => !failed.has(id) && (kind === 'assertions') === isPlain);
  for (const [index, { code }] of mutants.entries()) {
    const plain = left(true);
    const outcomes: readonly AssertionOutcome[] =
      plain.length === 0 ? [] : await runAssertions(parts, code, plain, { timeFactor: MUTANT_TIME_FACTOR });
    for (const [position, outcome] of outcomes.entries()) {
      if (isRefuted(outcome)) failed.add(plain[position]?.id ?? '');
    }
    for (const check of index < MOST_MUTANTS_FOR_TOOLS ? left(false) : []) {
      const outcome = await parts.tool(check.kind)?.run(parts.task, code, check);
      if (outcome?.status === 'failed') failed.add(check.id);
    }
    if (failed.size === checks.length) break;
  }
  return failed;
}
