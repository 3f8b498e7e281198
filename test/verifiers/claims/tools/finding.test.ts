import { expect, test } from 'vitest';
import { toOutcome } from '../../../../harness/verifiers/claims/tools/finding.ts';

const ran = { ended: 'reported', exit: 'exit 0', output: '', wallMs: 1, cpuMs: 1 } as const;
const failed = (assertion: string) => toOutcome({ ...ran, report: { verdict: 'failed', evidence: { assertion } } });

test('a text in a tool’s report is cut, and without what no prompt or terminal should meet', () => {
  expect(failed('assert f(1)\n  == 2')).toMatchObject({ evidence: { assertion: 'assert f(1)\n  == 2' } });
  expect(failed('a\u001b[2Jb\u202ec\u0000d')).toMatchObject({ evidence: { assertion: 'a\ufffd[2Jb\ufffdc\ufffdd' } });
  const { evidence } = failed('😀'.repeat(100_000)) as { evidence: { assertion: string } };
  expect([...evidence.assertion]).toHaveLength(300);
  expect(toOutcome({ ...ran, report: { verdict: 'unknown', reason: 'x'.repeat(1_000) } })).toMatchObject({
    reason: `${'x'.repeat(299)}…`,
  });
});

test('a report that is none is the tool’s crash', () => {
  for (const report of [null, [], 'held', { verdict: 'solved' }, { verdict: 'failed', evidence: { assertion: 7 } }])
    expect(toOutcome({ ...ran, report })).toMatchObject({ status: 'not-applicable' });
});
