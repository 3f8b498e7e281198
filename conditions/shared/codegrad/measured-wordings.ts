import { AXES, type Candidate, type ClaimVerdict, type Task, type Verdict } from '../../../harness/index.ts';
import { askGate } from './gate.ts';
import { askReview, verdictOf } from './review.ts';
import { CODEGRAD_ROLES, type CodegradContext, type Judging } from './stages.ts';

/** What `npm run compare-wordings -- --wordings codegrad` measures: the wordings in prompts.ts, as a whole and part by part. */
interface Measured {
  readonly verifier: 'review' | 'gate';
  readonly name: string;
  readonly roles: typeof CODEGRAD_ROLES;
  verify(task: Task, candidate: Candidate, context: CodegradContext): Promise<Verdict | undefined>;
}

const review = (name: string, verdictIn: (axes: Parameters<typeof verdictOf>[0]) => Verdict | undefined): Measured => ({
  verifier: 'review',
  name,
  roles: CODEGRAD_ROLES,
  async verify(task, candidate, context) {
    const answer = await askReview(judging(task, candidate), context);
    return answer.status === 'unparsed' ? answer : verdictIn(answer.value);
  },
});

const gate = (name: string, numbers: readonly number[]): Measured => ({
  verifier: 'gate',
  name,
  roles: CODEGRAD_ROLES,
  async verify(task, candidate, context) {
    const answer = await askGate(judging(task, candidate), context);
    if (answer.status === 'unparsed') return { status: 'unparsed', detail: answer.detail };
    return holdAll(answer.invariants.filter(({ number }) => numbers.includes(number)));
  },
});

const holdAll = (verdicts: readonly Pick<ClaimVerdict, 'verdict'>[]): Verdict => ({
  status: verdicts.some(({ verdict }) => verdict === 'FAIL') ? 'reject' : 'accept',
  feedback: '',
});

function judging(task: Task, candidate: Candidate): Judging {
  if (task.kind !== 'function') throw new Error('invariants are made of functions only');
  return { task, candidate };
}

/** Parts ask the same question as the whole: its answer is asked for once. */
export const CODEGRAD_WORDINGS: readonly Measured[] = [
  review('all four axes', verdictOf),
  ...AXES.map((axis) => review(axis, ({ axes }) => holdAll(axes.filter((one) => one.axis === axis)))),
  gate('all invariants', [1, 2, 3, 4]),
  ...[2, 3, 4].map((number) => gate(`invariant ${number}`, [number])),
];
