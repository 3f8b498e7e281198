import { trustTables } from '../../building/truth/trust.ts';
import { markdownTable } from '../../text/markdown-table.ts';
import { ROLES, type RolesRow } from './hostile-roles.ts';
import type { misreported, Planted } from './planted.ts';

/** What each hostile program did in every role, by sandbox; harm is in capitals. */
export function rolesTable(rows: readonly RolesRow[]): string {
  const harmful = rows.filter(({ harm }) => harm.length > 0).length;
  const shown = rows.map(({ name, form, did, isThrough, harm }) => [
    name,
    form,
    isThrough ? 'yes' : 'no',
    ...ROLES.map((role) => did[role]),
    harm.length === 0 ? 'none' : harm.join('; ').toUpperCase(),
  ]);
  const header = ['a program that …', 'static check', 'got through', ...ROLES, 'harm'];
  return [
    `${rows.length} programs, ${rows.filter(({ form }) => form === 'passes').length} pass the static check, all were run without it; harm by ${harmful}.`,
    markdownTable({
      header,
      rows: shown,
      textColumns: header.slice(1).map((_, at) => at + 1),
    }),
  ].join('\n\n');
}

/** How what was planted was reported: counts, what differs, and the tables as a build prints them. */
export function plantedTable(
  planted: readonly Planted[],
  found: readonly Awaited<ReturnType<typeof misreported>>[],
): string {
  const tests = planted.flatMap((one) => one.tests);
  const reported = found.flatMap(({ trust }) => trust.tests);
  const row = (name: string, is: (test: { truth: string; isToothless?: boolean }) => boolean): string[] => [
    name,
    String(tests.filter(is).length),
    String(reported.filter(is).length),
  ];
  const faults = found.flatMap((one) => one.faults);
  return [
    `${planted.length} planted tasks, ${tests.length} tests; reported otherwise than planted: ${faults.length}.`,
    markdownTable({
      header: ['tests', 'planted', 'reported'],
      rows: [
        row('right', ({ truth }) => truth === 'right'),
        row('wrong', ({ truth }) => truth === 'wrong'),
        row('out of domain', ({ truth }) => truth === 'out-of-domain'),
        row('toothless', ({ isToothless }) => isToothless === true),
      ],
    }),
    ...faults.slice(0, 20),
    trustTables(found.map(({ trust }) => trust)),
  ].join('\n\n');
}
