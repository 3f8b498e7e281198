import { expect, test } from 'vitest';
import { bodyPrompt, repairPrompt } from '../../conditions/shared/contract-prompts.ts';
import { loadContractDataset } from '../../harness/loading/load-dataset.ts';
import { createSimulatedForContracts } from '../../harness/models/simulated/simulated.ts';
import { loadProfile } from '../../harness/models/simulated/simulated-profile.ts';
import { extractBody } from '../../harness/tasks/contract/extract-body.ts';
import type { ModelRequest } from '../../harness/types/model.ts';

const dataset = await loadContractDataset('kata-proved', { environment: process.env });
const profile = loadProfile('strong-2025');
const always = (value: number) => ({ value, source: 'set by a test' });
const model = createSimulatedForContracts(
  {
    ...profile,
    firstDraft: { ...profile.firstDraft, default: always(0), byDataset: {} },
    repair: { nothing: always(0), plan: always(0), failures: always(1) },
  },
  dataset,
);
const signal = new AbortController().signal;
const ask = async (content: string, more: Partial<ModelRequest>): Promise<string> => {
  const request: ModelRequest = {
    role: 'generate',
    messages: [{ role: 'user', content }],
    temperature: 0,
    maxOutputTokens: 1000,
    ...more,
  };
  return (await model.generate(request, { sampleKey: 'one', signal })).text;
};
const normalised = (text: string): string => text.trimEnd();

test('it says that it is simulated', () => {
  expect(model.isSimulated).toBe(true);
});

test.each(dataset.problems.map((problem) => [problem.task.id, problem] as const))(
  '%s: it draws a body of the task, and mends it from what was complained of',
  async (_, { task, canonical, wrong }) => {
    const first = await ask(bodyPrompt(task, { docstring: false }), {});
    const { text, extraction } = extractBody(first);
    const candidate = { text, extraction, responseSha256: '', role: 'generate' } as const;
    expect(normalised(text)).toBe(normalised(wrong[0]?.body ?? ''));
    const verdict = { status: 'reject', feedback: '- not proved' } as const;
    const again = repairPrompt(task, candidate, verdict, { docstring: false });
    const about = { told: 'reject', basis: 'failures', openClaims: [] } as const;
    const mended = await ask(again, { role: 'regenerate', about });
    expect(normalised(extractBody(mended).text)).toBe(normalised(canonical));
  },
);

test('a contract that is not of its dataset it does not know', async () => {
  expect(await ask('method Other(n: int) returns (r: int)', {})).toBe('I do not know this task.');
});
