import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type BuildFlags, buildCommand, runBuild } from '../../harness/building/commands/build-command.ts';
import {
  type ChallengeFlags,
  challengeCommand,
  runChallenge,
} from '../../harness/building/commands/challenge-command.ts';
import { UsageError } from '../../harness/errors.ts';
import { temporaryFolder } from '../fixtures/command.ts';

const machine = {
  environment: {},
  signal: new AbortController().signal,
  date: () => new Date(0),
  now: () => 0,
  random: () => 0.5,
  say: () => undefined,
};

test.each([
  ['--budget-usd', '1'],
  ['--budget-tokens', '1000'],
])(
  'a budget that cannot be counted is refused before anything is asked: %s of a simulated model',
  async (flag, value) => {
    const out = join(temporaryFolder(), 'built');
    const given = ['--from', 'kata', '--limit', '1', '--model', 'simulated:builder', '--out', out, flag, value];
    const options = buildCommand().parse(given, { from: 'user' }).opts<BuildFlags>();
    const refused = runBuild(options, machine);
    await expect(refused).rejects.toThrow(UsageError);
    await expect(refused).rejects.toThrow(/are for real models/);
  },
);

test('what asks a model anew takes no recording', async () => {
  const [build, challenges] = [temporaryFolder(), join(temporaryFolder(), 'challenges.jsonl')];
  writeFileSync(challenges, '{"task_id": "a", "input": "1", "output": "2"}\n');
  const given = ['--build', build, '--challenges', challenges, '--model', 'recorded:x', '--out', join(build, 'new')];
  const options = challengeCommand().parse(given, { from: 'user' }).opts<ChallengeFlags>();
  await expect(runChallenge(options, machine)).rejects.toThrow(
    new UsageError('--model recorded:x: expected a model that can be asked, got a recording'),
  );
});
