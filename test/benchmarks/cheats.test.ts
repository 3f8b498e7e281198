import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Grader } from '../../harness/benchmarks/cheats.ts';
import { isWithinSchema } from '../../harness/benchmarks/checks/check-attack.ts';
import { CHECKS_AGAINST_JUDGE } from '../../harness/benchmarks/checks/checks-against-judge.ts';
import { HOSTILE_CHECKS } from '../../harness/benchmarks/checks/hostile-checks.ts';
import { HOSTILE, HOSTILE_TO_OTHERS } from '../../harness/benchmarks/programs/hostile-programs.ts';
import { HOSTILE_TO_PROCESSES } from '../../harness/benchmarks/programs/hostile-to-processes.ts';
import { openAsOtherUser } from '../../harness/benchmarks/sandbox-of-other-user.ts';
import { expectChecksHarmless, expectHarmless, openGrader, QUICK } from '../fixtures/cheats.ts';
import { backends } from '../sandbox/backends.ts';

const isRoot = process.getuid?.() === 0;
const places = (await backends()).flatMap(({ kind, create }) => [
  { name: kind, kind, open: () => create(1) },
  ...(isRoot ? [{ name: `${kind}, ordinary user`, kind, open: () => openAsOtherUser(kind) }] : []),
]);

test('no two attacks have one name, and many checks are such that a server which constrains answers lets them through', () => {
  for (const list of [HOSTILE, HOSTILE_CHECKS]) expect(new Set(list.map(({ name }) => name)).size).toBe(list.length);
  expect(HOSTILE_TO_OTHERS.length).toBeGreaterThanOrEqual(40);
  expect(HOSTILE_CHECKS.filter(isWithinSchema).length).toBeGreaterThanOrEqual(35);
  expect(HOSTILE_CHECKS.length).toBeGreaterThanOrEqual(80);
});

describe.each(places)('in $name', { timeout: 600_000 }, ({ name, kind, open }) => {
  let grader: Grader;
  beforeAll(async () => {
    grader = await openGrader(name, open);
  });
  afterAll(() => grader.close());

  // Where there is no container, what fills shared folders would fill this machine's.
  const isContainer = kind !== 'process';

  test('programs harm no verdict but their own: what they hold, signal and leave is gone when they are', async () => {
    await expectHarmless(grader, isContainer ? HOSTILE_TO_OTHERS : HOSTILE_TO_PROCESSES);
  });

  test('checks as a model could write them reach no hidden test, no verdict and no other check', async () => {
    await expectChecksHarmless(grader, isContainer ? HOSTILE_CHECKS.filter(QUICK) : CHECKS_AGAINST_JUDGE);
  });
});
