import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { astEvasions } from '../../harness/benchmarks/building/ast-evasions.ts';
import { openRoles, type RoleAsker, type RolesRow } from '../../harness/benchmarks/building/hostile-roles.ts';
import { HOSTILE_TO_VERDICT } from '../../harness/benchmarks/programs/hostile-to-verdict.ts';
import type { Program } from '../../harness/benchmarks/programs/programs.ts';
import { createDockerSandbox } from '../../harness/sandbox/docker/sandbox.ts';
import type { Sandbox } from '../../harness/types/execution.ts';
import { hasDocker } from '../docker/daemon.ts';
import { backends } from '../sandbox/backends.ts';

/** Where no clock has to end them: the benchmark asks about all. */
const isQuick = ({ expected }: Program): boolean => expected !== 'timeout' && expected !== 'memory';

test('there are 25 evasions, each by another name', () => {
  expect(new Set(astEvasions('').map(({ name }) => name)).size).toBe(25);
});

const [open] = (await backends()).filter(({ kind }) => kind === 'bubblewrap');
const places: { name: string; open: () => Promise<Sandbox>; more: readonly Program[] }[] = [
  ...(open === undefined
    ? []
    : [{ name: 'bubblewrap', open: () => open.create(2), more: HOSTILE_TO_VERDICT.filter(isQuick) }]),
  ...((await hasDocker('hostile parts of a build in docker'))
    ? [{ name: 'docker', open: () => createDockerSandbox({ slots: 2 }), more: [] }]
    : []),
];

describe.each(places)('in $name', { timeout: 900_000 }, ({ open: create, more }) => {
  let asker: Awaited<ReturnType<typeof openRoles>>;
  beforeAll(async () => {
    asker = await openRoles(create, astEvasions);
  });
  afterAll(() => asker.close());

  test('an evasion of the static check forges no test and no verdict in any role, and finds nothing of the host', async () => {
    const rows = await askAll(asker, asker.programs);
    expect(rows.filter(({ harm }) => harm.length > 0)).toEqual([]);
    // All but one are refused by their form; most that are run all the same get through to what the form forbids.
    expect(rows.filter(({ form }) => form === 'passes').map(({ name }) => name)).toEqual([
      'formats what it joins when it runs',
    ]);
    expect(rows.filter(({ isThrough }) => isThrough).length).toBeGreaterThanOrEqual(18);
    expect(rows.filter(({ did }) => did.submission.startsWith('not ('))).toHaveLength(25);
  });

  // In Docker: npm run benchmark:building -- hostile.
  test.skipIf(more.length === 0)(
    'hostile programs forge no test and no verdict as generator, validator, solution and submission',
    async () => {
      const rows = await askAll(asker, more);
      expect(rows.filter(({ harm }) => harm.length > 0)).toEqual([]);
    },
  );
});

test('where nothing isolates a program, the same asker says what it read of the host', {
  timeout: 300_000,
}, async () => {
  const [unguarded] = await backends();
  const asker = await openRoles(() => unguarded?.create(2) ?? Promise.reject(new Error('no sandbox')), astEvasions);
  const program = asker.programs.find(({ name }) => name === 'matches a class pattern');
  const [row] = await askAll(asker, program === undefined ? [] : [program]);
  await asker.close();
  expect(row?.harm).toContain('it read what lies on the host');
});

async function askAll(asker: RoleAsker, programs: readonly Program[]): Promise<RolesRow[]> {
  const rows: RolesRow[] = [];
  for (const program of programs) rows.push(await asker.ask(program));
  return rows;
}
