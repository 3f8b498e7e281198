import { claimsReport, remediation } from '../../types/claim-artifacts.ts';
import { codegradReview, codegradUpdate, type Review, type Update } from '../../types/codegrad.ts';
import type { CallRecord, Grade, RecordedTrial, Step, Trajectory } from '../../types/record.ts';

/**
 * A trial as metrics need it: without candidates, feedback, plans, claims' words and failures. `nameOf` gives equal keys one short name, so
 * that what is shared stays known; answers are named within the trial.
 */
export function withoutTexts(
  { trajectory, grades }: RecordedTrial,
  nameOf: (key: string) => string,
): readonly [Trajectory, readonly Grade[]] {
  const answers = new Map<string, string>();
  const answerName = (sha256: string): string => {
    const known = answers.get(sha256) ?? answers.size.toString(36);
    answers.set(sha256, known);
    return known;
  };
  const names = { nameOf, answerName };
  const bare = (call: CallRecord): CallRecord => bareCall(call, names);
  return [
    {
      ...trajectory,
      steps: trajectory.steps.map((step) => bareStep(step, names)),
      unfinishedCalls: trajectory.unfinishedCalls.map(bare),
      end: 'message' in trajectory.end ? { ...trajectory.end, message: '' } : trajectory.end,
    },
    [...grades.values()].map(bareGrade),
  ];
}

interface Names {
  readonly nameOf: (key: string) => string;
  readonly answerName: (sha256: string) => string;
}

function bareCall(
  { role, key, responseSha256, finishReason, usage, costUsd }: CallRecord,
  { nameOf, answerName }: Names,
): CallRecord {
  return {
    role,
    key: nameOf(key),
    occurrence: 0,
    responseSha256: answerName(responseSha256),
    finishReason,
    ...(usage === undefined ? {} : { usage }),
    ...(costUsd === undefined ? {} : { costUsd }),
  };
}

function bareStep(step: Step, names: Names): Step {
  const { index, extraction, responseSha256, proposedBy, parent, verdict, liveVerdict, unparsed, faults, calls } = step;
  const [report, todo] = [claimsReport.in(step), remediation.in(step)];
  const [review, update] = [codegradReview.in(step), codegradUpdate.in(step)];
  return {
    index,
    proposedBy,
    ...(extraction === undefined ? {} : { extraction: { ...extraction, cuts: [] } }),
    ...(responseSha256 === undefined ? {} : { responseSha256: names.answerName(responseSha256) }),
    ...(parent === undefined ? {} : { parent }),
    ...(verdict === undefined ? {} : { verdict: bareVerdict(verdict) }),
    ...(liveVerdict === undefined ? {} : { liveVerdict }),
    ...(unparsed === undefined ? {} : { unparsed: { ...unparsed, detail: '' } }),
    ...(faults === undefined ? {} : { faults }),
    ...(calls === undefined ? {} : { calls: calls.map((call) => bareCall(call, names)) }),
    ...(report === undefined ? {} : { report: { ...report, checks: [], claims: report.claims.map(bareClaim) } }),
    ...(todo === undefined ? {} : { remediation: { ...todo, steps: [] } }),
    ...(review === undefined ? {} : { review: bareReview(review) }),
    ...(update === undefined ? {} : { update: bareUpdate(update) }),
  };
}

const bareVerdict = (verdict: NonNullable<Step['verdict']>): NonNullable<Step['verdict']> =>
  verdict.status === 'unparsed' ? { ...verdict, detail: '' } : { status: verdict.status, feedback: '' };

const bareClaim = <Claim extends object>(claim: Claim): Claim => ({ ...claim, text: '', reason: '', evidence: [] });

const NO_CLAIM = { text: '', category: 'functionality', severity: 'low' } as const;

/** Verdicts stay, words go. */
const bareReview = ({ axes, isRepeated }: Review): Review => ({
  axes: axes.map(({ axis, verdict }) => ({ axis, verdict, claim: NO_CLAIM, reason: '', edits: [] })),
  ...(isRepeated === undefined ? {} : { isRepeated }),
});

const bareUpdate = ({ dropped, filled, merged, fate, invariants }: Update): Update => ({
  ...{ edits: [], dropped, filled, merged, draft: '', fate },
  invariants: invariants.map(({ number, verdict }) => ({ number, verdict, claim: NO_CLAIM, reason: '' })),
});

function bareGrade({ published, imageDigest: _, gradedSha256: __, touches: ___, draft, ...grade }: Grade): Grade {
  return {
    ...grade,
    failures: [],
    ...(draft === undefined ? {} : { draft: { ...draft, assertions: '', gradedSha256: '' } }),
    ...(published === undefined
      ? {}
      : { published: { ...published, extraction: { ...published.extraction, cuts: [] }, gradedSha256: '' } }),
  };
}
