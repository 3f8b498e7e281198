import { SandboxLostError } from '../errors.ts';
import type { BuiltLine } from '../loading/built-line.ts';
import { z } from '../storage/schema.ts';
import type { Immutable } from '../types/immutable.ts';
import { type Answer, LOST, type Programs } from './programs.ts';
import { SECONDS } from './readings.ts';
import { ENTRY_POINT, solutionFaults } from './solutions.ts';

const testResult = z.enum([
  'passed',
  'wrong',
  'raised',
  /** What it gave can be written as no literal. */
  'no-value',
  /** Out of time or memory, or it ended itself. */
  'cut',
  'ungraded',
]);
type TestResult = z.infer<typeof testResult>;

const submissionShape = z.strictObject({
  task_id: z.string(),
  /** Of whom: an arm of a run, or `answers`. */
  by: z.string(),
  solutionSha256: z.string(),
  /** What is wrong with its form. */
  faults: z.array(z.string()),
  /** One a test, in the order of the dataset's line. */
  tests: z.array(testResult),
  passed: z.int().nonnegative(),
  /** By the tests alone; `ungraded` where none failed and one could not be told. */
  withoutCheck: z.enum(['solved', 'unsolved', 'ungraded']),
  /** The document's rule: what has a fault of form is unsolved, whatever it does. */
  withCheck: z.enum(['solved', 'unsolved', 'ungraded']),
});
/** Stage 6: a submission, judged; a line of submissions.jsonl. */
export type Submission = Immutable<z.infer<typeof submissionShape>>;

/**
 * Stage 6 of one program: the static check, then each test alone in a process of its own for 2 seconds, by the task's comparison. The tests
 * run whatever the check says, so that both grades are known.
 */
export async function judgeSubmission(
  solution: string,
  line: Pick<BuiltLine, 'tests' | 'comparison'>,
  programs: Programs,
): Promise<Judgement> {
  try {
    return await judge(solution, line, programs);
  } catch (error) {
    if (!(error instanceof SandboxLostError)) throw error;
    // Of a form or a comparison that could not be looked at nothing is known.
    const tests = line.tests.map(() => 'ungraded' as const);
    return { faults: [], tests, passed: 0, withoutCheck: 'ungraded', withCheck: 'ungraded' };
  }
}

type Judgement = Pick<Submission, 'faults' | 'tests' | 'passed' | 'withoutCheck' | 'withCheck'>;

async function judge(
  solution: string,
  line: Pick<BuiltLine, 'tests' | 'comparison'>,
  programs: Programs,
): Promise<Judgement> {
  const faults = [...(await solutionFaults(solution, programs))];
  const call = ({ arguments: input }: BuiltLine['tests'][number]): Promise<readonly Answer[]> =>
    programs.callEach(solution, ENTRY_POINT, [input], SECONDS.submission).catch(lost);
  const answers = (await Promise.all(line.tests.map(call))).flat();
  const pairs = line.tests.flatMap(({ expected }, index) => {
    const answer = answers[index];
    return answer?.status === 'value' ? [[answer.text, expected] as const] : [];
  });
  const agreed = (await programs.agree(pairs, line.comparison)).values();
  const tests = answers.map((answer) => resultOf(answer, () => agreed.next().value === true));
  const passed = tests.filter((result) => result === 'passed').length;
  const hasFailed = tests.some((result) => result !== 'passed' && result !== 'ungraded');
  const withoutCheck = hasFailed ? 'unsolved' : passed === tests.length ? 'solved' : 'ungraded';
  return { faults, tests, passed, withoutCheck, withCheck: faults.length > 0 ? 'unsolved' : withoutCheck };
}

function lost(error: unknown): readonly Answer[] {
  if (error instanceof SandboxLostError) return [{ status: 'cut', why: LOST }];
  throw error;
}

function resultOf(answer: Answer, isAgreed: () => boolean): TestResult {
  if (answer.status === 'value') return isAgreed() ? 'passed' : 'wrong';
  if (answer.status === 'raised') return 'raised';
  if (answer.status === 'unshown') return 'no-value';
  return answer.why === LOST ? 'ungraded' : 'cut';
}
