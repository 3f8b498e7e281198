import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { translationOf } from '../../harness/critics/judge-proved.ts';
import { judgeOnce, openJudged } from '../../harness/critics/judged-file.ts';
import { unknown } from '../../harness/verifiers/prover/prover.ts';
import { NO_TIME, type ProofRunner } from '../../harness/verifiers/prover/run.ts';
import { temporaryFolder } from '../fixtures/command.ts';
import { criticModel, criticParts } from '../fixtures/critics.ts';
import { translationOfKata } from '../fixtures/translation.ts';

test('what critics said is known again for an equal translation and the same votes, after a stop in the middle of a line too', async () => {
  const problem = await translationOfKata('larger');
  if (problem.reference === undefined) throw new Error('expected the dataset’s own program');
  const translation = translationOf(problem.reference, problem);
  const path = join(temporaryFolder(), 'critics.jsonl');
  const verdicts = [{ critic: 'rules', said: 'reject', detail: 'forbidden: x', isForbidden: true }] as const;
  await (await openJudged(path, criticParts())).put(translation, verdicts);
  appendFileSync(path, '{"asked": "torn');
  const again = await openJudged(path, criticParts());
  expect(again.saidOf(translation)).toEqual(verdicts);
  expect(again.saidOf({ ...translation, target: { ...translation.target, body: 'return a\n' } })).toBeUndefined();
  const voting = await openJudged(path, criticParts(undefined, criticModel({ votes: 3 })));
  expect(voting.saidOf(translation)).toBeUndefined();
});

test('what critics say where the prover failed is not kept: they are asked again', async () => {
  const problem = await translationOfKata('larger');
  if (problem.reference === undefined) throw new Error('expected the dataset’s own program');
  const translation = translationOf(problem.reference, problem);
  const path = join(temporaryFolder(), 'critics.jsonl');
  const asked = { times: 0 };
  const proverThatSays = (reason: 'tool-failure' | 'not-available' | 'not-proved'): ProofRunner => ({
    versionOf: () => 'a prover',
    async prove() {
      asked.times++;
      return { answer: unknown(reason, { text: reason }), times: NO_TIME };
    },
  });
  for (const reason of ['tool-failure', 'not-available'] as const) {
    const parts = criticParts(proverThatSays(reason));
    const { verdicts } = await judgeOnce(translation, parts, await openJudged(path, parts));
    expect(verdicts.find(({ critic }) => critic === 'rules')?.said).toBe('unknown');
    expect((await openJudged(path, parts)).saidOf(translation)).toBeUndefined();
  }
  const parts = criticParts(proverThatSays('not-proved'));
  const { verdicts } = await judgeOnce(translation, parts, await openJudged(path, parts));
  const before = asked.times;
  expect(await judgeOnce(translation, parts, await openJudged(path, parts))).toEqual({ translation, verdicts });
  expect(asked.times).toBe(before);
});
