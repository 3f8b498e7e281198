import { expect, test } from 'vitest';
import { manifestFile } from '../../harness/records/manifest-shape.ts';

const condition = {
  name: 'baseline',
  description: 'one',
  verifier: 'none',
  oracle: false,
  promptsSha256: 'a'.repeat(64),
};
const limits = { wallMs: 10_000, cpuSeconds: 3, memoryMb: 1024, processes: 32, fileMb: 16, outputBytes: 1 << 20 };
const identity = {
  dataset: 'kata',
  datasetSha256: 'b'.repeat(64),
  taskIds: ['kata/one', 'HumanEval/0'],
  conditions: [condition],
  k: [1, 3],
  samples: 1,
  model: 'openai-compatible:Qwen/Qwen2.5-Coder (0.5B) naïve',
  protocol: 'nested',
  stop: 'verdict',
  temperature: 'published',
  maxOutputTokens: 1024,
  maxClaims: 5,
  limits,
  randomAcceptance: '0.5',
  extractor: 'default',
  extractorVersion: '1',
  graderVersion: '1',
  seed: 1,
};
const provenance = { node: 'v24', cores: 2, isDirty: false };

/** The first thing that is wrong with a manifest, `undefined` when nothing is. */
function fault(changed: object, outer: object = {}): string | undefined {
  const manifest = {
    version: 1,
    identity: { ...identity, ...changed },
    identitySha256: 'c',
    provenance,
    isSimulated: false,
    ...outer,
  };
  const result = manifestFile.safeParse(manifest);
  const issue = result.error?.issues[0];
  return result.success ? undefined : `${issue?.path.join('.')}: ${issue?.message}`;
}

test('a manifest as bench writes it is read', () => {
  expect(fault({})).toBeUndefined();
  expect(
    fault({ conditions: [{ ...condition, name: 'lucid+lie=0.1', comparator: 'lucid+lie=0', inject: { lie: 0.1 } }] }),
  ).toBeUndefined();
});

test.each<[object, RegExp]>([
  [{ k: [1e9] }, /^identity\.k\.0: .*<=100/],
  [{ k: [1, -1] }, /^identity\.k\.1/],
  [{ k: [] }, /^identity\.k/],
  [{ k: Array.from({ length: 21 }, (_, k) => k) }, /^identity\.k/],
  [{ samples: 1e9 }, /^identity\.samples/],
  [{ samples: 1.5 }, /^identity\.samples/],
  [
    { samples: 10_000, taskIds: Array.from({ length: 101 }, (_, n) => `t/${n}`) },
    /^identity\.samples: expected at most 1000000 trials, got 1010000/,
  ],
  [{ model: '\u001b[2Jgpt' }, /^identity\.model: expected printable characters/],
  [{ model: 'a\u202eb' }, /^identity\.model: expected printable/],
  [{ model: 'x'.repeat(301) }, /^identity\.model/],
  [{ taskIds: ['a\nb'] }, /^identity\.taskIds\.0: expected printable/],
  [{ taskIds: ['a', 'a'] }, /^identity\.taskIds: expected every task once/],
  [{ dataset: '../../kata' }, /^identity\.dataset: expected a name/],
  [{ conditions: [{ ...condition, name: '../../x' }] }, /^identity\.conditions\.0\.name: expected a name/],
  [{ conditions: [condition, condition] }, /^identity\.conditions: expected every condition once/],
  [{ conditions: [{ ...condition, verifier: 'Me!' }] }, /^identity\.conditions\.0\.verifier/],
  [{ limits: { ...limits, wallMs: 1e12 } }, /^identity\.limits\.wallMs/],
  [{ limits: { ...limits, processes: 1e6 } }, /^identity\.limits\.processes/],
  [{ limits: undefined }, /^identity\.limits/],
  [{ randomAcceptance: '=1+1' }, /^identity\.randomAcceptance/],
  [{ maxOutputTokens: 1e300 }, /^identity\.maxOutputTokens/],
])('a field out of bounds is named (%#)', (changed, sentence) => {
  expect(fault(changed)).toMatch(sentence);
});

test.each<[object, RegExp]>([
  [{ provenance: { sandbox: '\u001b]0;title\u0007' } }, /^provenance\.sandbox/],
  [{ provenance: { 'a b': 1 } }, /^provenance/],
  [{ isSimulated: 'no' }, /^isSimulated/],
  [{ version: 2 }, /^version/],
  [{ more: 1 }, /more/],
])('so is one beside the identity (%#)', (outer, sentence) => {
  expect(fault({}, outer)).toMatch(sentence);
});

test('the baseline of a run made before conditions said it answers once; another condition says it itself', () => {
  const conditions = [condition, { ...condition, name: 'loop' }, { ...condition, name: 'once', answersOnce: true }];
  const manifest = {
    version: 1,
    identity: { ...identity, conditions },
    identitySha256: 'c',
    provenance,
    isSimulated: true,
  };
  const read = manifestFile.parse(manifest).identity.conditions.map(({ name, answersOnce }) => [name, answersOnce]);
  expect(read).toEqual([
    ['baseline', true],
    ['loop', undefined],
    ['once', true],
  ]);
});
