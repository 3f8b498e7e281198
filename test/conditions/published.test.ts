import { describe, expect, test } from 'vitest';
import { createScriptedModel } from '../../harness/models/simulated/scripted.ts';
import { loadConditions } from '../../harness/run/load-conditions.ts';
import type { ModelRequest, Role } from '../../harness/types/model.ts';
import { HIDDEN_MARK, problem, runOne, settings } from '../fixtures/trial.ts';

// What every arm of the published study asks, in its order and with what it shows, as read from run_baseline, run_self_refine,
// run_llm_judge and run_lucid of its experiments/humaneval/conditions.py.

const CLAIMS = '["doubles its argument"]';
const CRITIQUE = 'ISSUES: it is wrong for 2';
const PLAN = 'multiply, do not add';
const JUDGEMENT = '[{"claim": "doubles", "verdict": "FAIL", "reasoning": "it adds"}]';
const TRACEBACK = 'Return code: 1\nKind of error: assertion_error\nError stream:\nTraceback';
const CODES = [0, 1, 2, 3].map((draw) => `def double(x):\n    return x + ${draw}`);
const [FIRST = '', SECOND = ''] = CODES;

/** Answers of one trial, by role; programs come in the order of the draws. */
interface Script {
  readonly programs?: readonly string[];
  readonly critique?: string;
  readonly judgement?: string;
}

/** A call: its role, what stands in its user message, what does not. */
type Call = readonly [role: Role, shows: readonly string[], hides?: readonly string[]];

const TASK = problem.task.prompt;
const generate: Call = ['generate', [TASK], [FIRST]];
const extract = (code: string): Call => ['extract', [TASK, code], [CLAIMS]];
const round = (before: Call[], feedback: string, code: string): Call[] => [
  ...before,
  ['remediate', [TASK, code, feedback], [CLAIMS, PLAN]],
  ['regenerate', [TASK, code, feedback, PLAN], [CLAIMS]],
];

async function callsOf(arm: string, rounds: number, script: Script = {}, seed = 1) {
  const [loaded] = await loadConditions([arm]);
  if (loaded === undefined) throw new Error(arm);
  let draws = 0;
  const model = createScriptedModel(({ role }) => {
    switch (role) {
      case 'generate':
      case 'regenerate':
        return (script.programs ?? CODES)[draws++] ?? '';
      case 'extract':
        return CLAIMS;
      case 'criticise':
        return script.critique ?? CRITIQUE;
      case 'judge':
        return script.judgement ?? JUDGEMENT;
      default:
        return PLAN;
    }
  });
  const { trajectory } = await runOne(loaded, model, { rounds, seed });
  return { trajectory, requests: model.calls.map(({ request }) => request) };
}

const userText = ({ messages }: ModelRequest): string => messages.find(({ role }) => role === 'user')?.content ?? '';

async function expectCalls(arm: string, rounds: number, script: Script, expected: readonly Call[]) {
  const { requests, trajectory } = await callsOf(arm, rounds, script);
  expect(requests.map(({ role }) => role)).toEqual(expected.map(([role]) => role));
  for (const [index, [, shows, hides = []]] of expected.entries()) {
    const request = requests[index];
    if (request === undefined) throw new Error('a call is missing');
    expect(request.messages.map(({ role }) => role)).toEqual(['system', 'user']);
    expect(request.schema).toBeUndefined();
    for (const text of shows) expect(userText(request)).toContain(text);
    for (const text of hides) expect(userText(request)).not.toContain(text);
  }
  return { requests, trajectory };
}

const judged = (code: string): Call[] => [extract(code), ['judge', [TASK, code], [CLAIMS]]];
const tested = (code: string): Call[] => [extract(code)];

describe('the calls of each published arm, path by path', () => {
  test('baseline: one answer', async () => {
    const { trajectory } = await expectCalls('published-baseline', 5, {}, [generate]);
    expect(trajectory.end).toEqual({ status: 'submitted', reason: 'finished' });
  });

  const critique = (code: string): Call[] => [extract(code), ['criticise', [TASK, code], [CLAIMS]]];
  test('self-refine that finds issues: claims, critique, plan, rewrite, k times; the last candidate is not criticised', async () => {
    const { trajectory } = await expectCalls('published-self-refine', 2, {}, [
      generate,
      ...round(critique(FIRST), CRITIQUE, FIRST),
      ...round(critique(SECOND), CRITIQUE, SECOND),
    ]);
    expect(trajectory.steps.map(({ verdict }) => verdict?.status)).toEqual(['reject', 'reject', undefined]);
  });
  test('self-refine that says "no issues found", in any case of letters, ends before the plan', async () => {
    const script = { critique: 'All good. No issues found.' };
    const { trajectory } = await expectCalls('published-self-refine', 3, script, [generate, ...critique(FIRST)]);
    expect(trajectory.end).toEqual({ status: 'submitted', reason: 'accepted' });
  });

  test('llm-judge: an array with a FAIL goes on', async () => {
    await expectCalls('published-llm-judge', 1, {}, [generate, ...round(judged(FIRST), JUDGEMENT, FIRST)]);
  });
  test('llm-judge: a bare array of PASS stops it, in backticks without a language too', async () => {
    const passes = '[{"claim": "doubles", "verdict": "PASS", "reasoning": "it does"}]';
    for (const judgement of [passes, `\`\`\`\n${passes}\n\`\`\``, '[]']) {
      const { trajectory } = await expectCalls('published-llm-judge', 3, { judgement }, [generate, ...judged(FIRST)]);
      expect(trajectory.end).toEqual({ status: 'submitted', reason: 'accepted' });
    }
  });
  test('llm-judge: in a fence that names json, or where it is no array, it is no verdict, and the loop goes on', async () => {
    const passes = '```json\n[{"claim": "doubles", "verdict": "PASS", "reasoning": "it does"}]\n```';
    for (const judgement of [passes, '{"verdict": "PASS"}', 'It is right.', '["PASS"]']) {
      const calls = [generate, ...round(judged(FIRST), judgement, FIRST)];
      const { trajectory } = await expectCalls('published-llm-judge', 1, { judgement }, calls);
      expect(trajectory.steps[0]?.verdict).toEqual({ status: 'unparsed', detail: judgement });
      expect(trajectory.end).toEqual({ status: 'submitted', reason: 'rounds' });
    }
  });

  test('lucid: claims that nothing depends on, tests, plan, rewrite, with a traceback', async () => {
    await expectCalls('published-lucid', 2, {}, [
      generate,
      ...round(tested(FIRST), TRACEBACK, FIRST),
      ...round(tested(SECOND), TRACEBACK, SECOND),
    ]);
  });
  test('lucid: tests that pass stop it after the claims were asked for', async () => {
    const programs = ['def double(x): # RIGHT'];
    const { trajectory } = await expectCalls('published-lucid', 3, { programs }, [generate, extract('RIGHT')]);
    expect(trajectory.end).toEqual({ status: 'submitted', reason: 'accepted' });
  });
  test('lucid-no-extract: no claims', async () => {
    await expectCalls('published-lucid-no-extract', 1, {}, [generate, ...round([], TRACEBACK, FIRST)]);
  });
  test('lucid-no-context: the rewrite sees feedback and plan, not the code', async () => {
    const [claims, plan] = round(tested(FIRST), TRACEBACK, FIRST);
    if (claims === undefined || plan === undefined) throw new Error('two calls');
    const rewrite: Call = ['regenerate', [TASK, TRACEBACK, PLAN], [FIRST, CLAIMS]];
    await expectCalls('published-lucid-no-context', 1, {}, [generate, claims, plan, rewrite]);
  });
  test('lucid-no-remediate: no plan is asked for; the feedback stands in its place too', async () => {
    const calls: Call[] = [generate, extract(FIRST), ['regenerate', [TASK, FIRST, TRACEBACK], [PLAN, CLAIMS]]];
    const { requests } = await expectCalls('published-lucid-no-remediate', 1, {}, calls);
    expect(userText(requests[2] as ModelRequest).split(TRACEBACK)).toHaveLength(3);
  });
  test('lucid-learned-verify: the judge of the whole specification; acceptance does not stop it', async () => {
    const judgement = '[{"claim": "doubles", "verdict": "PASS", "reasoning": "it does"}]';
    const calls = [generate, ...round(judged(FIRST), judgement, FIRST), ...round(judged(SECOND), judgement, SECOND)];
    const { trajectory } = await expectCalls('published-lucid-learned-verify', 2, { judgement }, calls);
    expect(trajectory.steps.map(({ verdict }) => verdict?.status)).toEqual(['accept', 'accept', undefined]);
  });
  test('lucid-random-verify: one of three sentences, one of them praise, and it never stops', async () => {
    const seen = new Map<string, string | undefined>();
    for (let seed = 0; seed < 20; seed++) {
      const { requests, trajectory } = await callsOf('published-lucid-random-verify', 1, {}, seed);
      expect(requests.map(({ role }) => role)).toEqual(['generate', 'extract', 'remediate', 'regenerate']);
      const { verdict } = trajectory.steps[0] ?? {};
      if (verdict === undefined || verdict.status === 'unparsed') throw new Error('a sentence was drawn');
      seen.set(verdict.feedback, verdict.status);
      for (const request of requests.slice(2)) expect(userText(request)).toContain(verdict.feedback);
    }
    expect([...seen.values()].sort()).toEqual(['accept', 'reject', 'reject']);
  });
});

describe('what the published extractor leaves', () => {
  const prose = `The function doubles.\n\n\`\`\`python\n${FIRST}\n\`\`\``;

  test('prose stays in the program, and what follows is shown the answer as it stood', async () => {
    const { requests, trajectory } = await callsOf('published-lucid', 1, { programs: [prose, SECOND] });
    const shown = prose.slice(0, -'\n```'.length);
    expect(trajectory.steps[0]?.candidate).toBe(`${TASK}${shown}\n`);
    expect(userText(requests[1] as ModelRequest)).toContain(`Implementation:\n${shown}`);
    expect(userText(requests[1] as ModelRequest)).not.toContain(`Implementation:\n${TASK}`);
  });

  test('with the default extractor the same loop is shown the program alone', async () => {
    const arm = 'published-lucid+extractor=default';
    const { requests, trajectory } = await callsOf(arm, 1, { programs: [prose, SECOND] });
    expect(trajectory.steps[0]?.candidate).toBe(prose);
    expect(userText(requests[1] as ModelRequest)).toContain('Implementation:');
  });
});

test('generation and rewrite are asked at 0.7, everything else at 0', async () => {
  const { requests } = await callsOf('published-llm-judge', 1);
  expect(requests.map(({ role, temperature }) => [role, temperature])).toEqual([
    ['generate', 0.7],
    ['extract', 0],
    ['judge', 0],
    ['remediate', 0],
    ['regenerate', 0.7],
  ]);
  expect(settings.temperature).toBe('published');
});

test('no arm reaches a hidden test or a reference solution', async () => {
  const names = ['published-lucid', 'published-llm-judge', 'published-self-refine', 'published-lucid-random-verify'];
  for (const name of names) {
    const { requests } = await callsOf(name, 2);
    expect(JSON.stringify(requests)).not.toContain(HIDDEN_MARK);
  }
});

test('candidates at k = 1 are the beginning of those at k = 3', async () => {
  for (const name of ['published-self-refine', 'published-llm-judge', 'published-lucid']) {
    const [one, three] = [await callsOf(name, 1), await callsOf(name, 3)];
    const candidates = ({ trajectory }: typeof one) => trajectory.steps.map(({ candidate }) => candidate);
    expect(candidates(three).slice(0, 2)).toEqual(candidates(one));
  }
});
