import { expect, test } from 'vitest';
import { generatePrompt, planOnlyPrompt, repairPrompt, taskAndCode } from '../../conditions/shared/prompts.ts';
import { fenced, user } from '../../harness/models/messages.ts';
import { createSimulatedModel } from '../../harness/models/simulated/simulated.ts';
import { loadProfile } from '../../harness/models/simulated/simulated-profile.ts';
import { solveRate } from '../../harness/models/simulated/solve-rate.ts';
import { suiteOfDataset } from '../../harness/sandbox/trusted-suite.ts';
import { z } from '../../harness/storage/schema.ts';
import { answerSchema, parseAnswer } from '../../harness/trial/answer-schema.ts';
import type { Candidate } from '../../harness/types/attempt.ts';
import type { Message, ModelRequest, RequestSubject, Role } from '../../harness/types/model.ts';
import type { Dataset, Problem } from '../../harness/types/task.ts';

const profile = loadProfile('strong-2025');

function problemOf(name: string): Problem {
  const code = (expression: string) => `def ${name}(n):\n    return ${expression}\n`;
  const prompt = `def ${name}(n):\n    """Twice n, as ${name} has it."""\n`;
  return {
    task: {
      kind: 'function',
      id: `tiny/${name}`,
      prompt,
      entryPoint: name,
      prelude: '',
      publicTests: suiteOfDataset(''),
    },
    hiddenTests: suiteOfDataset(`assert ${name}(3) == 6\n`),
    canonical: code('n * 2'),
    pool: [
      { code: code('n + n'), isRight: true, label: 'right' },
      { code: code('2 * n'), isRight: true, label: 'right' },
      { code: code('n * n'), isRight: false, label: 'wrong' },
      { code: code('n'), isRight: false, label: 'wrong' },
    ],
  };
}

const problem = problemOf('twice');
const dataset: Dataset = {
  id: 'tiny',
  title: 'Tiny',
  sha256: '',
  source: '',
  problems: [problem, problemOf('twice_again')],
  knownDefects: [],
};
const model = createSimulatedModel(profile, dataset);
const { task, canonical } = problem;
const [rightCode = '', , wrongCode = ''] = problem.pool.map(({ code }) => code);

const judgement = answerSchema('judgement', z.object({ critique: z.string(), verdict: z.enum(['PASS', 'FAIL']) }));

const candidate = (text: string): Candidate => ({
  text,
  extraction: { status: 'clean', cuts: [] },
  responseSha256: '',
  role: 'generate',
});

async function ask(role: Role, messages: readonly Message[], key: string, more: Partial<ModelRequest> = {}) {
  const request: ModelRequest = { role, messages, temperature: 0.7, maxOutputTokens: 2_000, ...more };
  return model.generate(request, { sampleKey: key, signal: new AbortController().signal });
}

const codeIn = (text: string): string => `${/```python\n([\s\S]*?)```/.exec(text)?.[1] ?? text}`.trim();
const isRight = (text: string): boolean =>
  [canonical, ...problem.pool.filter((known) => known.isRight).map(({ code }) => code)].some(
    (code) => code.trim() === codeIn(text),
  );

/** The share of keys for which `holds`, which must lie within four standard deviations of `rate`. */
async function expectRate(rate: number, holds: (key: string) => Promise<boolean>, keys = 2_000): Promise<void> {
  let count = 0;
  for (let index = 0; index < keys; index++) if (await holds(`key ${index}`)) count++;
  const deviation = Math.sqrt((rate * (1 - rate)) / keys);
  expect(count / keys).toBeGreaterThan(rate - 4 * deviation);
  expect(count / keys).toBeLessThan(rate + 4 * deviation);
}

/** A request for a rewrite of this code, and what the harness says it is about. */
function repairRequest(code: string, about: Partial<RequestSubject> = {}): Pick<ModelRequest, 'messages' | 'about'> {
  const verdict = {
    status: about.told ?? 'accept',
    feedback: 'words that decide nothing: FAIL, did not pass',
  } as const;
  const plan = about.basis === 'plan' ? '1. Look again.' : '';
  const messages = [user(repairPrompt({ task, candidate: candidate(code), claims: [], verdict, plan }))];
  return { messages, about: { basis: 'nothing', openClaims: [], ...about } };
}

const rewrite = async (request: Pick<ModelRequest, 'messages' | 'about'>, key: string): Promise<string> =>
  (await ask('regenerate', request.messages, key, request)).text;

const testsFailed = { told: 'reject', basis: 'failures' } as const;
const judgedWrong = { told: 'reject' } as const;

test('the same key gets the same answer, whatever was asked before; another key another one', async () => {
  const first = [user(generatePrompt(task))];
  const keys = Array.from({ length: 40 }, (_, index) => `k${index}`);
  const forwards = new Map<string, string>();
  for (const key of keys) forwards.set(key, (await ask('generate', first, key)).text);
  const fresh = createSimulatedModel(profile, dataset);
  for (const key of keys.toReversed()) {
    const request: ModelRequest = { role: 'generate', messages: first, temperature: 0.7, maxOutputTokens: 2_000 };
    const again = await fresh.generate(request, { sampleKey: key, signal: new AbortController().signal });
    expect(again.text).toBe(forwards.get(key));
  }
  expect(new Set(forwards.values()).size).toBeGreaterThan(3);
});

test('it answers the task whose prompt stands in the messages, the longest where one holds another', async () => {
  const other = dataset.problems[1];
  const text = other === undefined ? '' : (await ask('generate', [user(generatePrompt(other.task))], 'k')).text;
  expect(text).toContain('def twice_again(');
  expect((await ask('generate', [user('Write quicksort.')], 'k')).text).toBe('I do not know this task.');
});

test('an independent draw is right at the rate of its task', () =>
  expectRate(solveRate(profile, 'tiny', task.id), async (key) =>
    isRight((await ask('generate', [user(generatePrompt(task))], key)).text),
  ));

test('over many tasks the draws are right at the rate of the profile, and tasks differ', () => {
  const rates = Array.from({ length: 20_000 }, (_, index) => solveRate(profile, 'tiny', `tiny/${index}`));
  const mean = rates.reduce((sum, rate) => sum + rate, 0) / rates.length;
  const { default: rate, concentration } = profile.firstDraft;
  // The standard deviation of Beta(rate c, (1 - rate) c).
  const deviation = Math.sqrt((rate.value * (1 - rate.value)) / (concentration.value + 1));
  expect(Math.abs(mean - rate.value)).toBeLessThan((4 * deviation) / Math.sqrt(rates.length));
  const spread = Math.sqrt(rates.reduce((sum, value) => sum + (value - mean) ** 2, 0) / rates.length);
  expect(spread).toBeCloseTo(deviation, 1);
});

test('prose stands around the code at the rate of the profile', () =>
  expectRate(profile.manner.prose.value, async (key) => {
    const { text } = await ask('generate', [user(generatePrompt(task))], key);
    return text.includes('```') && text.replace(/```python[\s\S]*?```/, '').trim() !== '';
  }));

test('wrong code is repaired more often when a run showed failures, and most often with a plan made from them', async () => {
  const repaired = (about: Partial<RequestSubject>) => async (key: string) =>
    isRight(await rewrite(repairRequest(wrongCode, about), key));
  await expectRate(profile.repair.nothing.value, repaired(judgedWrong));
  await expectRate(profile.repair.failures.value, repaired(testsFailed));
  await expectRate(profile.repair.plan.value, repaired({ told: 'reject', basis: 'plan' }));
});

test('what a request says in words decides nothing: only what the harness says it is about', async () => {
  const { messages } = repairRequest(rightCode, judgedWrong);
  for (let index = 0; index < 200; index++) expect(isRight(await rewrite({ messages }, `key ${index}`))).toBe(true);
});

test('code nobody labelled counts as wrong, white space aside', async () => {
  const unknown = repairRequest('def twice(n):\n    return n << 1\n', testsFailed);
  await expectRate(profile.repair.failures.value, async (key) => isRight(await rewrite(unknown, key)));
  const spaced = repairRequest(`\n${rightCode.replace('\n', '   \n\n')}`, { told: 'accept' });
  expect(await rewrite(spaced, 'k')).toContain('n + n');
});

test('a known program is recognised when extraction has cut the demonstration after it', async () => {
  const demonstrated = {
    ...problem,
    pool: problem.pool.map((known) => ({ ...known, code: `${known.code}print(twice(1))\n` })),
  };
  const cutting = createSimulatedModel(profile, { ...dataset, problems: [demonstrated] });
  const shown = repairRequest(rightCode, { told: 'accept' });
  const request: ModelRequest = { role: 'regenerate', ...shown, temperature: 0.7, maxOutputTokens: 2_000 };
  for (let index = 0; index < 50; index++) {
    const options = { sampleKey: `key ${index}`, signal: new AbortController().signal };
    expect((await cutting.generate(request, options)).text).toContain('n + n');
  }
});

test('right code is broken at the rate of the profile when it was rejected, and never when it was accepted', async () => {
  const isWrong = (about: Partial<RequestSubject>) => async (key: string) =>
    !isRight(await rewrite(repairRequest(rightCode, about), key));
  await expectRate(profile.breakage.value, isWrong(judgedWrong));
  const passed = isWrong({ told: 'accept' });
  for (let index = 0; index < 200; index++) expect(await passed(`key ${index}`)).toBe(false);
});

test('a rewrite that is shown no program is an independent draw', () => {
  const verdict = { status: 'reject', feedback: '1 of 1 tests did not pass.' } as const;
  const situation = { task, candidate: candidate(wrongCode), claims: [], verdict, plan: '1. Look again.' };
  return expectRate(solveRate(profile, 'tiny', task.id), async (key) =>
    isRight((await ask('regenerate', [user(planOnlyPrompt(situation))], key)).text),
  );
});

test.each(['judge', 'criticise'] as const)(
  '%s: wrong code is accepted and right code rejected at the rate of the profiles',
  async (role) => {
    const accepts = (code: string) => async (key: string) => {
      const messages = [user(`${taskAndCode(task, candidate(code))}\n\nIs it right? PASS or FAIL.`)];
      for (let attempt = 0; ; attempt++) {
        const answer = parseAnswer(
          (await ask(role, messages, `${key} ${attempt}`, { schema: judgement })).text,
          judgement,
        );
        if (answer.status === 'parsed') return answer.value.verdict === 'PASS';
      }
    };
    await expectRate(profile.verdicts[role].acceptsWrong.value, accepts(wrongCode));
    await expectRate(1 - profile.verdicts[role].rejectsRight.value, accepts(rightCode));
  },
);

test('of several programs in the messages the last one is judged; without any, nothing is accepted', async () => {
  const both = (first: string, last: string) => [user(generatePrompt(task)), user(fenced(first)), user(fenced(last))];
  const pass = (messages: Message[]) => async (key: string) =>
    (await ask('judge', messages, key)).text.includes('"PASS"');
  await expectRate(profile.verdicts.judge.acceptsWrong.value, pass(both(rightCode, wrongCode)));
  await expectRate(1 - profile.verdicts.judge.rejectsRight.value, pass(both(wrongCode, rightCode)));
  expect(await pass([user(taskAndCode(task, candidate('')))])('k')).toBe(false);
});

test('an answer cannot be read at the rate of the profile', () =>
  expectRate(profile.structured.unparsable.value, async (key) => {
    const { text } = await ask('judge', [user(taskAndCode(task, candidate(wrongCode)))], key, { schema: judgement });
    return parseAnswer(text, judgement).status === 'unparsed';
  }));

test('a judge of claims gives one verdict a claim, and rejects by failing at least one', async () => {
  const item = z.object({
    claim: z.int().min(1).max(3),
    reason: z.string(),
    verdict: z.enum(['PASS', 'PARTIAL', 'FAIL']),
  });
  const schema = answerSchema('verdicts', z.object({ verdicts: z.array(item).length(3) }));
  const { text } = await ask('judge', [user(taskAndCode(task, candidate('')))], 'k', { schema });
  const answer = parseAnswer(text, schema);
  expect(answer).toMatchObject({ status: 'parsed', value: { verdicts: [{ claim: 1 }, { claim: 2 }, { claim: 3 }] } });
  expect(text).toContain('"FAIL"');
});

test('claims and plans name the function, fit their schema and hold no code', async () => {
  const claim = z.object({ text: z.string(), severity: z.enum(['critical', 'high', 'medium', 'low']) });
  const schema = answerSchema('claims', z.object({ claims: z.array(claim).max(2) }));
  const messages = [user(taskAndCode(task, candidate(wrongCode)))];
  expect(parseAnswer((await ask('extract', messages, 'k', { schema })).text, schema)).toMatchObject({
    status: 'parsed',
    value: { claims: [{ text: expect.stringContaining('twice') }, { text: expect.stringContaining('twice') }] },
  });
  const plan = (await ask('remediate', messages, 'k')).text;
  expect(plan).toContain('twice');
  expect(plan).not.toContain('```');
});

test('usage is counted from the texts, priced by the profile, and a long answer is cut at the token bound', async () => {
  const messages = [user(generatePrompt(task))];
  const whole = await ask('generate', messages, 'k');
  const inputTokens = Math.ceil((messages[0]?.content.length ?? 0) / 4);
  const outputTokens = Math.ceil(whole.text.length / 4);
  expect(whole).toMatchObject({ finishReason: 'stop', usage: { inputTokens, outputTokens } });
  expect(whole.costUsd).toBeCloseTo((3 * inputTokens + 15 * outputTokens) / 1e6, 12);
  const cut = await ask('generate', messages, 'k', { maxOutputTokens: 2 });
  expect(cut).toMatchObject({ text: whole.text.slice(0, 8), finishReason: 'length', usage: { outputTokens: 2 } });
});

test('a critic that is asked for calls names some of the dataset’s own, without what they should give', async () => {
  const schema = answerSchema('probe', z.object({ calls: z.array(z.string()).max(3) }));
  const messages = [user(taskAndCode(task, candidate(wrongCode)))];
  expect(parseAnswer((await ask('extract', messages, 'k', { schema })).text, schema)).toEqual({
    status: 'parsed',
    value: { calls: ['twice(3)'] },
  });
});

test('a call that was given up throws', async () => {
  const request: ModelRequest = { role: 'generate', messages: [], temperature: 0, maxOutputTokens: 10 };
  const call = model.generate(request, { sampleKey: 'k', signal: AbortSignal.abort() });
  await expect(call).rejects.toThrow('aborted');
});
