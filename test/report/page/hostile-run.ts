import type { ClaimsReport, TrackedCheck } from '../../../harness/types/claims.ts';
import type { Step, WholeRun } from '../../../harness/types/record.ts';
import { makeRun } from '../../fixtures/run.ts';

/** Texts that run, or break a page, wherever one of them is not escaped. */
export const HOSTILE = [
  '<script>document.title="pwned"</script>',
  '</pre></li></ol></main><script>document.title="pwned"</script>',
  '"><img src=x onerror=\'document.title="pwned"\'>',
  "' onmouseover='document.title=1' x='",
  '<svg onload=document.title="pwned"><style>body{display:none}</style>',
  ']]>--><!--<iframe srcdoc="<script>top.document.title=1</script>">',
  '&lt;script&gt; &#60;b&#62; %3Cscript%3E \u202eevil\u202c \u0000\u001b[31m \ud800',
  '[x](javascript:document.title=1) javascript:alert(1)',
].join('\n');

/** A small run in which every text that a model, a task or a transport can choose is hostile. */
export function hostileRun(): WholeRun {
  const taskId = `evil/${HOSTILE}`;
  const run = makeRun({
    tasks: [taskId, '../../escape', 'plain/task'],
    conditions: {
      baseline: { trials: ['a', 's', 's'] },
      lucid: { oracle: true, verifier: 'grading-tests', trials: ['a/a/s+', 's/!', 'a/a#'] },
    },
    identity: { model: `model${HOSTILE}`, dataset: `data${HOSTILE}` },
    provenance: { sandbox: HOSTILE },
  });
  return {
    manifest: run.manifest,
    trajectories: run.trajectories.map((trajectory) => ({
      ...trajectory,
      steps: trajectory.steps.map(hostileStep),
      end: trajectory.end.status === 'error' ? { ...trajectory.end, kind: HOSTILE, message: HOSTILE } : trajectory.end,
    })),
    grades: run.grades.map((grade) => ({
      ...grade,
      failures: [{ assertion: 1, source: HOSTILE, got: HOSTILE, message: HOSTILE }],
    })),
  };
}

function hostileStep(step: Step): Step {
  const claim = { text: HOSTILE, category: 'security', severity: 'high' } as const;
  return {
    ...step,
    candidate: `# step ${step.index}\n${HOSTILE}`,
    candidateSha256: `${step.index}`,
    extraction: { status: 'recovered', cuts: [{ what: 'other', characters: 3, excerpt: HOSTILE }] },
    verdict: { status: 'reject', feedback: HOSTILE, claims: [{ claim, verdict: 'FAIL', reason: HOSTILE }] },
    claims: [claim],
    plan: HOSTILE,
    unparsed: { role: 'judge', detail: HOSTILE },
    report: hostileReport(step.index),
    remediation: {
      steps: [{ claim: HOSTILE, priority: 1, severity: 'high', diagnosis: HOSTILE, change: HOSTILE }],
      preserve: [HOSTILE],
    },
    faults: [{ kind: 'lie', found: 'accept', told: 'reject' }, { kind: 'claims', claims: [HOSTILE] }, { kind: 'plan' }],
  };
}

/** Odd steps do not run; even ones have evidence. */
function hostileReport(step: number): ClaimsReport {
  const evidence = { assertion: HOSTILE, input: HOSTILE, expected: HOSTILE, got: HOSTILE, exception: HOSTILE };
  const check = { kind: 'property', source: HOSTILE, reason: HOSTILE, claim: HOSTILE, step: 0, support: 1 } as const;
  const booked: readonly TrackedCheck[] = [
    { ...check, id: 'one', state: 'retired', outcome: { status: 'failed', evidence } },
    { ...check, id: 'two', state: 'valid', outcome: { status: 'unknown', reason: HOSTILE } },
  ];
  const claim = { id: HOSTILE, step: 0, text: HOSTILE, category: 'security', severity: 'high' } as const;
  return {
    claims: [{ ...claim, verdict: 'FAIL', reason: HOSTILE, evidence: [evidence], before: 'PASS', isInjected: true }],
    checks: booked,
    merged: 0,
    dropped: 0,
    gaps: { gap: 1, weighted: 1 },
    inputSha256: 'input',
    ...(step % 2 === 1 ? { notRunnable: HOSTILE } : {}),
  };
}
