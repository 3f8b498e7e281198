import { expect, test } from 'vitest';
import { attempt } from '../../../harness/report/page/attempt.ts';
import { MOST_CHARACTERS } from '../../../harness/report/page/cut.ts';
import type { ClaimsReport, TrackedCheck, VerifiedClaim } from '../../../harness/types/claims.ts';
import type { Step } from '../../../harness/types/record.ts';
import { makeRun } from '../../fixtures/run.ts';
import { HOSTILE } from './hostile-run.ts';

const claim: VerifiedClaim = {
  id: 'c1',
  step: 0,
  text: 'f doubles x',
  category: 'functionality',
  severity: 'high',
  verdict: 'PASS',
  reason: '',
  evidence: [],
};

const check: TrackedCheck = {
  id: 'k1',
  kind: 'assertions',
  source: 'assert f(2) == 4',
  claim: 'c1',
  step: 0,
  state: 'valid',
  support: 1,
  outcome: { status: 'held' },
};

const NO_CLAIMS: ClaimsReport = { claims: [], checks: [], merged: 0, dropped: 0, inputSha256: 'input' };

function stepOf(changed: Partial<Step>): Step {
  const [step] = makeRun({ tasks: ['t'], conditions: { baseline: { trials: ['a/'] } } }).trajectories[0]?.steps ?? [];
  if (step === undefined) throw new Error('no step');
  return { ...step, ...changed };
}

const card = (changed: Partial<Step>, before?: Partial<Step>): string =>
  attempt(stepOf(changed), undefined, before && { ...stepOf(before), candidateSha256: 'another' }).text;

const withReport = (changed: Partial<ClaimsReport>, rest: Partial<Step> = {}): string =>
  card({ report: { ...NO_CLAIMS, ...changed }, ...rest });

test('a step without a report, a typed plan or a fault is shown as it always was', () => {
  const known = { text: 'f doubles x', category: 'functionality', severity: 'high' } as const;
  const verdict = {
    status: 'reject',
    feedback: 'no',
    claims: [{ claim: known, verdict: 'FAIL', reason: 'it halves' }],
  } as const;
  expect(card({ verdict, claims: [known], plan: 'double it' })).toMatchInlineSnapshot(`
    "<li>
    <div class="head"><h4>Step 0</h4><span class="outcome ungraded">not graded</span></div>
    <pre tabindex="0" role="group" aria-label="Program"><span><i class="keyword">def</i> <i class="name">f</i>(): <i class="keyword">return</i> <i class="number">0</i></span></pre>
    <p>Verdict: <strong>reject</strong></p>
    <details><summary>Feedback</summary><p>no</p></details>
    <details><summary>Verdicts on 1 claims</summary><ol><li><strong>FAIL</strong> f doubles x (functionality, high)
    it halves</li></ol></details>
    <details><summary>1 claims</summary><ol><li>f doubles x (functionality, high)</li></ol></details>
    <details><summary>Plan it was written from</summary><p>double it</p></details>
    <details><summary>1 model call</summary><ul><li>generate: 100 tokens in, 50 out, $0.0100, ended: stop</li></ul></details>
    </li>
    "
  `);
});

test('the gap stands there before and after the round, and with the claims that are new', () => {
  const gaps = { gap: 0.75, weighted: 0.8 };
  const first = { report: { ...NO_CLAIMS, gaps } };
  expect(card(first)).toContain('<p>Gap 0.750, weighted 0.800</p>');
  const carried = { gap: 0.5, weighted: 0.25 };
  const old = { ...claim, before: 'FAIL' } as const;
  expect(card({ report: { ...NO_CLAIMS, claims: [old], carried, gaps: carried } }, first)).toContain(
    '<p>Gap over the round 0.750 → 0.500, weighted 0.800 → 0.250</p>',
  );
  const now = { gap: 0.6, weighted: 0.4 };
  expect(card({ report: { ...NO_CLAIMS, claims: [old, claim], carried, gaps: now } }, first)).toContain(
    '<p>Gap over the round 0.750 → 0.500, weighted 0.800 → 0.250; with its new claims 0.600, weighted 0.400</p>',
  );
});

test('where no claim is applicable there is no gap, and that is not a gap of 0', () => {
  expect(withReport({})).toContain('<p>Gap —, weighted —; no claim is applicable, which is not a gap of 0</p>');
  const before = { report: { ...NO_CLAIMS, gaps: { gap: 1, weighted: 1 } } };
  expect(card({ report: NO_CLAIMS }, before)).toContain('Gap over the round 1.000 → —, weighted 1.000 → —; no claim');
});

test('every claim has its verdict, what it is about, and what the round made of it', () => {
  const change = (verdict: VerifiedClaim['verdict'], before?: VerifiedClaim['verdict'], preserve: string[] = []) => {
    const one = { ...claim, verdict, ...(before === undefined ? {} : { before }) };
    const text = withReport({ claims: [one] }, { remediation: { steps: [], preserve } });
    return text.match(/<li>(<strong class.*?)<\/li>/)?.[1]?.replaceAll(/<[^>]*>/g, '');
  };
  expect([
    change('PASS'),
    change('PARTIAL', 'FAIL'),
    change('FAIL', 'PASS'),
    change('PARTIAL', 'PASS', ['c1']),
    change('PASS', 'PASS', ['c1']),
    change('PASS', 'PASS'),
    change('PASS', 'PARTIAL'),
    change('NOT-APPLICABLE', 'NOT-APPLICABLE'),
  ]).toMatchInlineSnapshot(`
    [
      "PASS c1 f doubles x (functionality, high); new",
      "PARTIAL c1 f doubles x (functionality, high); FAIL before",
      "FAIL c1 f doubles x (functionality, high); broken",
      "PARTIAL c1 f doubles x (functionality, high); broken, though the plan said to preserve it",
      "PASS c1 f doubles x (functionality, high); preserved",
      "PASS c1 f doubles x (functionality, high); PASS before",
      "PASS c1 f doubles x (functionality, high); repaired",
      "N/A c1 f doubles x (functionality, high); N/A before",
    ]
  `);
});

test('the claims are counted by verdict, and those broken since the round before', () => {
  const claims: VerifiedClaim[] = [
    { ...claim, verdict: 'FAIL', before: 'PASS' },
    { ...claim, verdict: 'NOT-APPLICABLE', reason: 'no check was written for it' },
    claim,
    claim,
    { ...claim, verdict: 'PARTIAL', before: 'FAIL' },
  ];
  const text = withReport({ claims });
  expect(text).toContain('<summary>Claims so far: 2 PASS, 1 PARTIAL, 1 FAIL, 1 N/A; 1 broken</summary>');
  expect(text).toContain('\nno check was written for it');
});

test('evidence says what was called, what was expected and what came; a program that does not run says so once', () => {
  const evidence = [
    { assertion: 'assert f(2) == 4', input: '2', expected: '4', got: '1' },
    { assertion: 'assert f(0) == 0', exception: 'ValueError: zero' },
  ];
  const claims = [{ ...claim, verdict: 'FAIL', evidence } as const];
  expect(withReport({ claims })).toContain(
    '<li><code>assert f(2) == 4</code>\ninput <code>2</code>\nexpected <code>4</code>\ngot <code>1</code></li>' +
      '<li><code>assert f(0) == 0</code>\nraised <code>ValueError: zero</code></li>',
  );
  const broken = withReport({ claims, notRunnable: 'SyntaxError: invalid syntax' });
  expect(broken).toContain('The program does not run: SyntaxError: invalid syntax');
  expect(broken).not.toContain('ValueError');
});

test('every check of a claim has its state, why it does not count, and what it showed', () => {
  const { outcome: _, ...pending } = check;
  const failed = { status: 'failed', evidence: { assertion: check.source } } as const;
  const checks: TrackedCheck[] = [
    check,
    { ...check, outcome: failed },
    { ...check, state: 'unchecked', outcome: failed },
    { ...pending, state: 'pending' },
    { ...check, state: 'vacuous', reason: 'no mutant fails it' },
    { ...pending, state: 'retired', reason: "contradicts the prompt's example f(2) == 5" },
    { ...pending, state: 'invalid', reason: 'does not parse' },
    { ...check, kind: 'property', outcome: { status: 'unknown', reason: 'cut by a limit' } },
    { ...check, claim: 'c2', source: 'of another claim' },
  ];
  const text = withReport({ claims: [claim], checks });
  expect(text).toContain('<summary>8 checks</summary>');
  expect(text).not.toContain('of another claim');
  const items = [...text.matchAll(/<li>(<strong>.*?)\n<code>/g)];
  expect(items.map(([, item]) => item?.replaceAll(/<[^>]*>/g, ''))).toMatchInlineSnapshot(`
    [
      "counting; held",
      "counting; failed",
      "counting, not validated; failed",
      "pending, counting; not run",
      "vacuous: no mutant fails it; held",
      "retired: contradicts the prompt&#39;s example f(2) == 5; not run",
      "invalid: does not parse; not run",
      "counting; unknown: cut by a limit (property)",
    ]
  `);
});

test('the typed plan stands in place of its text, the gravest claim first; one that was emptied says so', () => {
  const step = { claim: 'c2', priority: 3, severity: 'low', diagnosis: 'halves', change: 'double' } as const;
  const steps = [step, { ...step, claim: 'c1', priority: 1, severity: 'critical' } as const];
  const text = card({ plan: 'as text', remediation: { steps, preserve: ['c3', 'c4'] } });
  expect(text).not.toContain('as text');
  expect(text).toContain('<summary>Plan it was written from: 2 to change, 2 to preserve</summary>');
  expect(text).toContain(
    '<ol><li value="1"><strong>c1</strong> (critical): halves\nChange: double</li>' +
      '<li value="3"><strong>c2</strong> (low): halves\nChange: double</li></ol><p>Preserve: c3, c4</p>',
  );
  expect(card({ remediation: { steps: [], preserve: [] } })).toContain('changes nothing and preserves nothing');
});

test('what was put in on purpose is marked, in arms without a report too', () => {
  const text = card({
    faults: [
      { kind: 'lie', found: 'accept', told: 'reject' },
      { kind: 'claims', claims: ['c1', 'c2'] },
      { kind: 'plan' },
    ],
  });
  expect([...text.matchAll(/<p class="notice">(.*)<\/p>/g)].map(([, mark]) => mark)).toMatchInlineSnapshot(`
    [
      "Injected fault: the verdict was flipped (found: accept, told: reject); it is shown below as told.",
      "Injected fault: claims negated, with their checks: c1, c2.",
      "Injected fault: the plan was requested and dropped.",
    ]
  `);
  expect(withReport({ claims: [{ ...claim, isInjected: true }] })).toContain('<strong>negated on purpose</strong>');
  expect(withReport({ claims: [claim] })).not.toContain('on purpose');
});

test('where a report decides the claims, they stand there once, and beside them what this round brought', () => {
  const { text, category, severity } = claim;
  const made = { text, category, severity };
  const verdict = { status: 'accept', feedback: '', claims: [{ claim: made, verdict: 'PASS', reason: '' }] } as const;
  const shown = withReport({ claims: [claim], merged: 1, dropped: 2 }, { verdict, claims: [made, made, made, made] });
  expect(shown).not.toContain('Verdicts on');
  expect(shown).toContain('<summary>4 claims of this round: 1 known, 2 dropped</summary>');
});

test('hostile texts are escaped and long ones are cut, wherever a model can write', () => {
  const long = `${HOSTILE}${'x'.repeat(2 * MOST_CHARACTERS)}END`;
  const evidence = { assertion: long, input: long, expected: long, got: long, exception: long };
  const outcome = { status: 'unknown', reason: long } as const;
  const text = card({
    report: {
      ...NO_CLAIMS,
      claims: [{ ...claim, text: long, verdict: 'FAIL', reason: long, evidence: [evidence] }],
      checks: [{ ...check, source: long, state: 'retired', reason: long, outcome }],
    },
    remediation: {
      steps: [{ claim: long, priority: 1, severity: 'high', diagnosis: long, change: long }],
      preserve: [long],
    },
    faults: [{ kind: 'claims', claims: [long] }],
  });
  expect(text.match(/&lt;script&gt;document/g)?.length).toBe(2 * 15);
  expect(text).not.toMatch(/<script|<img|<svg|<iframe|END/);
  expect(text.match(/x …/g)?.length).toBe(15);
  const idle = withReport({ claims: [claim], notRunnable: long });
  expect(idle).not.toMatch(/<script|END/);
});
