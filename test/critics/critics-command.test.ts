import { expect, test } from 'vitest';
import { type CriticsFlags, criticsCommand, runCritics } from '../../harness/critics/critics-command.ts';
import { UsageError } from '../../harness/errors.ts';

const machine = {
  environment: process.env,
  signal: new AbortController().signal,
  date: () => new Date(0),
  now: () => 0,
  random: () => 0,
  say: () => undefined,
};

const planned = (...flags: readonly string[]): Promise<string> => {
  const command = criticsCommand().exitOverride();
  command.parse([...flags, '--plan'], { from: 'user' });
  return runCritics(command.opts<CriticsFlags>(), machine);
};

test('a plan says how many translations of which truth there are, and how many calls they take at the most', async () => {
  expect(await planned()).toBe(
    '96 translations: 32 right contract; 32 C2: weakened; 32 C2: weakened, wrong body\nat most 0 model calls (no --model)',
  );
  const flags = [
    '--from',
    'dafny',
    '--programs',
    'python/larger',
    '--model',
    'openai-compatible:m@http://127.0.0.1:1/v1',
  ];
  expect(await planned(...flags)).toContain('3 translations');
  expect(await planned(...flags, '--votes', '4')).toContain('at most 24 model calls (4 votes and 4 bodies each)');
});

test.each([
  [['--from', 'verus'], /--from: expected a language of kata-triples \(dafny, python\), got verus/],
  [['--programs', 'larger'], /--programs: expected names such as dafny\/\w+, found no program larger/],
  [['--dataset', 'kata'], /kata/],
] as const)('bad input %j is refused in one sentence', async (flags, message) => {
  const error = await planned(...flags).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(UsageError);
  expect(String(error)).toMatch(message);
  expect(String(error).trim().split('\n')).toHaveLength(1);
});

test('a share that rejects is over 0 and at most 1', () => {
  for (const share of ['0', '2', 'half'])
    expect(() => criticsCommand().exitOverride().parse(['--reject-from', share], { from: 'user' })).toThrow(
      `--reject-from: expected a share over 0 and at most 1, got ${share}`,
    );
});
