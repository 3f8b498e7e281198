import { expect, test } from 'vitest';
import { type Content, fillSchema } from '../../harness/models/simulated/fill-schema.ts';
import { z } from '../../harness/storage/schema.ts';

const say = (accepts: boolean, length = 3): Content => ({
  accepts,
  length,
  text: (field, isFor, index) => `${field} ${index} ${isFor ? 'for' : 'against'}`,
  random: () => 0.5,
});

const fill = (type: z.ZodType, content: Content): unknown => {
  const value = fillSchema(z.toJSONSchema(type) as Record<string, unknown>, content);
  expect(() => type.parse(value)).not.toThrow();
  return value;
};

test('verdict words and flags follow the decision', () => {
  const type = z.object({
    verdict: z.enum(['REJECT', 'ACCEPT']),
    is_correct: z.boolean(),
    has_bug: z.boolean(),
    score: z.int().min(1).max(5),
    kind: z.literal('review'),
  });
  expect(fill(type, say(true))).toEqual({
    verdict: 'ACCEPT',
    is_correct: true,
    has_bug: false,
    score: 5,
    kind: 'review',
  });
  expect(fill(type, say(false))).toEqual({
    verdict: 'REJECT',
    is_correct: false,
    has_bug: true,
    score: 1,
    kind: 'review',
  });
});

test('a rejecting list has one element against, with a text to match', () => {
  const item = z.object({
    claim: z.int().min(1).max(9),
    reason: z.string(),
    verdict: z.enum(['PASS', 'PARTIAL', 'FAIL']),
  });
  expect(fill(z.array(item), say(false))).toEqual([
    { claim: 1, reason: 'reason 0 for', verdict: 'PASS' },
    { claim: 2, reason: 'reason 1 against', verdict: 'FAIL' },
    { claim: 3, reason: 'reason 2 for', verdict: 'PASS' },
  ]);
});

test('lists keep to their bounds, strings to theirs, and alternatives take the first', () => {
  expect(fill(z.array(z.string()).max(2), say(true, 7))).toHaveLength(2);
  expect(fill(z.array(z.string()).min(5), say(true))).toHaveLength(5);
  expect(fill(z.object({ text: z.string().max(3) }), say(true))).toEqual({ text: 'tex' });
  expect(fill(z.object({ text: z.string().nullable() }), say(true))).toEqual({ text: 'text 0 for' });
});

test('a list of issues is empty where the program is accepted, and holds only faults where it is not', () => {
  const review = z.object({ issues: z.array(z.string()).max(3), verdict: z.enum(['PASS', 'FAIL']) });
  const schema = z.toJSONSchema(review) as Record<string, unknown>;
  const text = (_field: string, accepts: boolean) => (accepts ? 'praise' : 'fault');
  const content = { length: 2, text, random: () => 0 };
  expect(fillSchema(schema, { ...content, accepts: true })).toEqual({ issues: [], verdict: 'PASS' });
  expect(fillSchema(schema, { ...content, accepts: false })).toEqual({ issues: ['fault', 'fault'], verdict: 'FAIL' });
});
