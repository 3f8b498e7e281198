import type { Module, Statement } from '../../../python/source.ts';

/** What a demonstration calls: it shows, asks, tests or ends the program, and defines nothing. */
const DEMO_CALLS = new Set([
  ...[
    'print',
    'pprint',
    'pprint.pprint',
    'input',
    'exit',
    'quit',
    'sys.exit',
    'os._exit',
    'sys.stdout.write',
    'breakpoint',
  ],
  ...['sys.stdin.read', 'sys.stdin.readline', 'unittest.main', 'doctest.testmod', 'doctest.run_docstring_examples'],
  ...['pytest.main', 'timeit.timeit'],
]);

/**
 * The statements that a definition needs, itself included: those that bind or update a name it reads, and what they need
 * in turn.
 */
export function neededBy(definition: Statement, module: Module): ReadonlySet<Statement> {
  const needed = new Set([definition]);
  for (const statement of needed) {
    for (const other of module.statements) {
      if ([...other.binds, ...other.updates].some((name) => statement.uses.has(name))) needed.add(other);
    }
  }
  return needed;
}

/**
 * Whether a top-level statement only demonstrates or tests: a main guard, an `assert`, a use of the entry point, a call
 * that prints, reads or exits, directly or through a function written for it (`main()`). Definitions, classes, imports
 * and whatever the entry point needs are never demonstration, nor is a call whose purpose is unknown
 * (`sys.setrecursionlimit(…)`, `table.append(…)`): leaving those in changes no right answer, taking them out could.
 */
export function isDemonstration(
  statement: Statement,
  module: Module,
  entryPoint: string,
  needed: ReadonlySet<Statement>,
): boolean {
  if (statement.kind === 'main-guard') return true;
  if (['function', 'class', 'import'].includes(statement.kind) || needed.has(statement)) return false;
  if (statement.updates.has(entryPoint)) return false;
  if (/^assert\b/.test(textOf(statement, module)) || statement.uses.has(entryPoint)) return true;
  const called = [...statement.calls];
  return (
    called.some((name) => DEMO_CALLS.has(name)) || called.some((name) => demonstrates(name, module, entryPoint, needed))
  );
}

/** A function that the entry point does not need and that leads to the entry point, to `print` or to `input`. */
function demonstrates(name: string, module: Module, entryPoint: string, needed: ReadonlySet<Statement>): boolean {
  const definition = module.statements.findLast((s) => s.kind === 'function' && s.binds.has(name));
  if (!definition || needed.has(definition)) return false;
  const reached = [...neededBy(definition, module)];
  return reached.some(({ uses }) => uses.has(entryPoint) || uses.has('print') || uses.has('input'));
}

/** A statement without effect on anything: a bare name or comparison, or `Note: text`, which Python reads as an annotation. */
export function isIdle(statement: Statement, module: Module): boolean {
  const text = textOf(statement, module);
  if (statement.kind === 'expression') return statement.calls.size === 0 && !/^[rRbBuUfF]{0,2}["']/.test(text);
  return statement.kind === 'assignment' && !text.includes('=');
}

const textOf = (statement: Statement, module: Module): string => module.source.slice(statement.from, statement.to);
