import type { Statuses } from './grading-rules.ts';
import { strip, words } from './python-text.ts';

/** A test whose own output stands between its name and `ok`, in the three forms Django's log has them. */
const INTERRUPTED = [
  /^([^\n]*?)\s\.\.\.\sTesting against Django installed in [\s\S]*? silenced\)\.\nok$/gm,
  /^([^\n]*?)\s\.\.\.\sInternal Server Error: \/[^\n]*\/\nok$/gm,
  /^([^\n]*?)\s\.\.\.\sSystem check identified no issues \(0 silenced\)\nok$/gm,
];

const PASSED_ENDS = [' ... ok', ' ... OK', ' ...  OK'];

/**
 * The verbose log of Django's runner, which is unittest's: `test_name (module.Class) ... ok|FAIL|ERROR|skipped`, the
 * first line of a docstring in place of the name where there is one, and `FAIL: name` or `ERROR: name` over each traceback.
 */
export function parseDjango(log: string): Statuses {
  const statuses = new Map<string, string>();
  let before: string | undefined;
  for (const line of log.split('\n').map(strip)) {
    // The one test of the benchmark whose name is not at the beginning of its line.
    if (line.includes('--version is equivalent to version'))
      statuses.set('--version is equivalent to version', 'PASSED');
    if (line.includes(' ... ')) before = line.split(' ... ')[0];
    for (const [name, status] of readLine(line)) statuses.set(name, status);
    // Other output came between the name and its `ok`.
    if (line.startsWith('ok') && before !== undefined) statuses.set(before, 'PASSED');
  }
  for (const [, name] of INTERRUPTED.flatMap((pattern) => [...log.matchAll(pattern)])) {
    if (name !== undefined) statuses.set(name, 'PASSED');
  }
  return statuses;
}

/** What one line says, in the order in which later words overrule earlier ones. */
function readLine(line: string): [name: string, status: string][] {
  const said: [string, string][] = [];
  const end = PASSED_ENDS.find((each) => line.endsWith(each));
  if (end !== undefined) said.push([withoutMigration(line).slice(0, -end.length), 'PASSED']);
  if (line.includes(' ... skipped')) said.push([line.split(' ... skipped')[0] ?? '', 'SKIPPED']);
  for (const [word, status] of [
    ['FAIL', 'FAILED'],
    ['ERROR', 'ERROR'],
  ] as const) {
    if (line.endsWith(` ... ${word}`)) said.push([line.split(` ... ${word}`)[0] ?? '', status]);
    const titled = line.startsWith(`${word}:`) ? words(line)[1] : undefined;
    if (titled !== undefined) said.push([titled, status]);
  }
  return said;
}

/** One published id stands behind a migration's message on the same line. */
function withoutMigration(line: string): string {
  return line.startsWith('Applying sites.0002_alter_domain_unique...test_no_migrations')
    ? strip(line.slice(line.indexOf('...') + 3))
    : line;
}
