import { expect, test } from 'vitest';
import { incomparableFields } from '../../harness/metrics/comparable.ts';
import { makeRun } from '../fixtures/run.ts';

const identity = makeRun({ tasks: ['a'], conditions: { baseline: { trials: ['s'] } } }).manifest.identity;

test('other arms and other k do not forbid a comparison, everything else that decides a number does', () => {
  expect(incomparableFields(identity, { ...identity, conditions: [], k: [5] })).toEqual([]);
  expect(incomparableFields(identity, { ...identity, model: 'other', maxOutputTokens: 1 })).toEqual([
    'model',
    'maxOutputTokens',
  ]);
  expect(incomparableFields(identity, { ...identity, topP: 0.9 })).toEqual(['topP']);
});
