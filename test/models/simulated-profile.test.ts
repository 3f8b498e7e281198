import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { listProfiles, loadProfile, parseProfile } from '../../harness/models/simulated/simulated-profile.ts';

const text = readFileSync(new URL('../../harness/models/simulated/profiles/strong-2025.json', import.meta.url), 'utf8');

test('every profile loads and bears its file name', () => {
  expect(listProfiles()).toContain('strong-2025');
  for (const name of listProfiles()) expect(loadProfile(name).id).toBe(name);
});

test('every number of a profile stands beside its source', () => {
  const withoutSource: string[] = [];
  JSON.parse(text, function (this: Record<string, unknown>, key, value: unknown) {
    if (typeof value === 'number' && typeof this.source !== 'string') withoutSource.push(key);
    return value;
  });
  expect(withoutSource).toEqual([]);
});

test('an unknown profile is a usage error that lists the known ones', () => {
  expect(() => loadProfile('weak-1999')).toThrow(
    expect.objectContaining({
      name: 'UsageError',
      message: expect.stringMatching(/unknown profile "weak-1999"; known: .*strong-2025/),
    }),
  );
});

test.each([
  ['"value": 0.142', '"value": 1.42', /field manner\.prose\.value/],
  ['"value": 0.142', '"value": 0.99', /field manner: the rates add up to more than 1/],
  ['"sameWrongAgain"', '"sameWrong"', /field sameWrongAgain/],
  ['{', '', /not JSON/],
])('a bad profile names file and field (%#)', (from, to, message) => {
  expect(() => parseProfile(text.replace(from, to), 'models/profiles/x.json')).toThrow(message);
  expect(() => parseProfile(text.replace(from, to), 'models/profiles/x.json')).toThrow(/^models\/profiles\/x\.json: /);
});
