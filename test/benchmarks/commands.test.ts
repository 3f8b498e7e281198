import { expect, test } from 'vitest';
import {
  commandBeside,
  commandsMarkdown,
  rightAnswers,
  timeCommand,
  timeCommands,
} from '../../harness/benchmarks/commands.ts';
import { problem } from '../fixtures/trial.ts';

const node = (name: string, program: string) => ({ name, words: [process.execPath, '-e', program] });

test('a command is timed from its start to its end', async () => {
  const { seconds } = await timeCommand(node('sleeps', 'setTimeout(() => {}, 300)'));
  expect(seconds).toBeGreaterThan(0.3);
});

test('the CPU time of a command is that of all its processes, and waiting is none', async () => {
  const burn = 'const end = process.cpuUsage().user + 150_000; while (process.cpuUsage().user < end);';
  const inChild = `require('node:child_process').execFileSync(process.execPath, ['-e', ${JSON.stringify(burn)}])`;
  const { cpuSeconds } = await timeCommand(node('burns', inChild));
  if (process.platform !== 'linux') return expect(cpuSeconds).toBeUndefined();
  expect(cpuSeconds).toBeGreaterThan(0.15);
  const waits = await timeCommand(node('sleeps', 'setTimeout(() => {}, 2_000)'));
  expect(waits.cpuSeconds).toBeLessThan(2);
});

test('a command that fails or is not there ends the benchmark in one sentence', async () => {
  await expect(timeCommand(node('fails', "console.error('no room'); process.exit(3)"))).rejects.toThrow(
    /^fails: expected it to end with 0, it ended with 3: no room$/,
  );
  await expect(timeCommand({ name: 'none', words: ['no-such-program-here'] })).rejects.toThrow(/^none: .*ENOENT/);
});

test('every command is run once a round, in order, and the table has its median', async () => {
  const said: string[] = [];
  const { rows } = await timeCommands(
    () => [node('one', ''), node('two', '')],
    3,
    (line) => said.push(line),
  );
  expect(said.map((line) => line.replace(/: [\d.]+ s(, [\d.]+ s of CPU)?$/, ''))).toEqual(
    [1, 2, 3].flatMap((round) => ['one', 'two'].map((name) => `round ${round} of 3, ${name}`)),
  );
  const times = [3, 1, 2].map((seconds) => ({ seconds, cpuSeconds: 2 * seconds }));
  const table = commandsMarkdown([{ name: 'one', times }], { load: 0 }, []);
  expect(table).toMatch(/\| one +\| +2\.0 \| +1\.0 \| +3\.0 \| +4\.0 \| +– \| +3 \|/);
  expect(rows.map(({ name, times: found }) => [name, found.length])).toEqual([
    ['one', 3],
    ['two', 3],
  ]);
});

test('a command that fails is named, run no more, and loses no time of another', async () => {
  const fails = node('second time fails', 'process.exit(Number(process.argv[1]))');
  const { rows, failed } = await timeCommands(
    (round) => [{ ...fails, words: [...fails.words, String(round)] }, node('two', '')],
    3,
    () => undefined,
  );
  expect(rows.map(({ name, times }) => [name, times.length])).toEqual([
    ['second time fails', 1],
    ['two', 3],
  ]);
  expect(failed).toEqual([expect.stringMatching(/^round 2: second time fails: expected it to end with 0/)]);
});

test('answers are right, different, and the same program in both forms', () => {
  const lines = rightAnswers([problem], 3).trimEnd().split('\n');
  const answers = lines.map((line) => JSON.parse(line) as { completion: string; solution: string });
  expect(new Set(answers.map(({ solution }) => solution)).size).toBe(3);
  for (const { completion, solution } of answers) expect(completion.endsWith(solution)).toBe(true);
});

test('another program is given the answers by its command', () => {
  const files = { few: '/few.jsonl', many: '/many.jsonl' };
  expect(commandBeside('theirs, 164=python -m evaluate {answers}', files)).toEqual({
    name: 'theirs, 164',
    words: ['python', '-m', 'evaluate', '/few.jsonl'],
  });
  expect(commandBeside('theirs=evaluate --samples={many}', files).words).toEqual(['evaluate', '--samples=/many.jsonl']);
  expect(() => commandBeside('theirs', files)).toThrow(
    /expected NAME=COMMAND with \{answers\} or \{many\} in it, got theirs/,
  );
});
