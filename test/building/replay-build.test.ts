import { expect, test } from 'vitest';
import type { Stage } from '../../harness/building/build-record.ts';
import { promptsSha256 } from '../../harness/building/prompts-hash.ts';
import type { RecordedBuild } from '../../harness/building/recorded/build-recording.ts';
import { followRecording } from '../../harness/building/recorded/replay-build.ts';

const call = (key: string, temperature: number) => ({ key, temperature, responseSha256: '' });
const reference = { id: 'a', stage: 'reference', faults: [], calls: [] } as const;

/** Two calls for the specification, two for the optimised solution, one for the brute force. */
const stages: readonly Stage[] = [
  { id: 'a', stage: 'specification', calls: [call('s1', 0), call('s2', 0)], faults: [] },
  { ...reference, solution: 'optimised', calls: [call('o1', 0.2), call('o2', 0.2)] },
  { ...reference, solution: 'brute-force', calls: [call('b1', 0.2)] },
];

/** A recording of them, by prompts of these words. */
function recorded(words = promptsSha256()): RecordedBuild {
  const identity = { model: 'm', promptsSha256: words } as RecordedBuild['manifest']['identity'];
  const manifest = { study: 'x', date: '', evidence: '', identity } as RecordedBuild['manifest'];
  const store = { get: async () => undefined, put: async () => undefined };
  const keys = new Set(['s1', 's2', 'o1', 'o2', 'b1']);
  return { path: '', contentSha256: '', dataset: '', manifest, store, keys, stages };
}

const asked = [
  ['extract', 0],
  ['extract', 0],
  ['generate', 0.2],
  ['generate', 0.2],
  ['generate', 0.2],
] as const;

/** The keys by which calls with these keys are answered, in order. */
function answered(keys: readonly string[], build = recorded(), questions: readonly (typeof asked)[number][] = asked) {
  const replay = followRecording(build);
  const keyOf = replay.follow('a');
  const found = keys.map((key, index) => {
    const [role, temperature] = questions[index] ?? (['generate', 0.2] as const);
    return keyOf(key, { role, temperature });
  });
  return { found, others: replay.otherQuotes };
}

test('calls with recorded keys are answered by them', () => {
  expect(answered(['s1', 's2', 'o1', 'o2', 'b1'])).toEqual({ found: ['s1', 's2', 'o1', 'o2', 'b1'], others: 0 });
});

test('a prompt with another quote is answered as recorded, as is what comes after it', () => {
  expect(answered(['s1', '?', 'o1', '?', 'b1'])).toEqual({ found: ['s1', 's2', 'o1', 'o2', 'b1'], others: 2 });
});

test('a text that left the way that was recorded has no other answer', () => {
  // The second call for the optimised solution was not needed here: what comes now is of the brute force.
  expect(answered(['s1', 's2', 'o1', 'b1', '?'])).toEqual({ found: ['s1', 's2', 'o1', 'b1', '?'], others: 0 });
  // One call for the specification sufficed.
  const questions = [asked[0], asked[2], asked[2]] as const;
  expect(answered(['s1', '?', '?'], recorded(), questions)).toEqual({ found: ['s1', '?', '?'], others: 0 });
  expect(answered(['s1', 's2', 'o1', 'o2', 'b1', '?']).found.at(-1)).toBe('?');
});

test('where the words of the prompts are others than recorded, no answer stands in for another', () => {
  expect(answered(['s1', '?', 'o1'], recorded('other words'))).toEqual({ found: ['s1', '?', 'o1'], others: 0 });
});
