import { assertionsIn, linesInStrings } from './read-assertions.ts';

/** Checks of kind `assertions` as one test suite, and which of its assertions belong to which check. */
interface CheckSuite {
  readonly source: string;
  readonly parts: readonly CheckPart[];
}

/** Numbers among the suite's assertions. */
export interface CheckPart {
  /** Its own assertions: from this one on, so many. */
  readonly first: number;
  readonly count: number;
  /** Fails when an exception left the check. */
  readonly raised: number;
  /** Fails when the check did not call the entry point; `-` when the run was cut before the check ended. */
  readonly called: number;
}

/**
 * Each check is a function of its own, so that its names are its own and an exception ends it alone. After it the suite itself
 * asserts twice: that nothing was raised, and that the entry point was called.
 */
export function checkSuite(sources: readonly string[], entryPoint: string): CheckSuite {
  const lines = [`_calls, _original = [0], ${entryPoint}`, ...counting(entryPoint)];
  const parts: CheckPart[] = [];
  let next = 0;
  for (const [index, source] of sources.entries()) {
    lines.push(...oneCheck(source, `_check_${index}`));
    const count = assertionsIn(source);
    parts.push({ first: next, count, raised: next + count, called: next + count + 1 });
    next += count + 2;
  }
  return { source: `${lines.join('\n')}\n`, parts };
}

/** The entry point under its own name, counting its calls. A check may call a method on an instance or on its class: each has a fresh one. */
function counting(entryPoint: string): string[] {
  const [name = '', method] = entryPoint.split('.');
  const counted = (own: string): string[] => [
    `def ${own}(*arguments, **keywords):`,
    '    _calls[0] += 1',
    '    return _original(*arguments, **keywords)',
  ];
  if (method === undefined) return counted(name);
  return [`class ${name}:`, '    @staticmethod', ...counted(method).map((line) => `    ${line}`)];
}

/** What an exception's report begins with when the entry point had not been called yet. */
export const BEFORE_ANY_CALL = 'before any call: ';

function oneCheck(source: string, name: string): string[] {
  return [
    `def ${name}():`,
    indented(source),
    '_calls[0] = 0',
    'try:',
    `    ${name}()`,
    'except BaseException as _error:',
    '    if type(_error).__name__ == "Stop":',
    '        raise',
    `    assert None, ("" if _calls[0] else "${BEFORE_ANY_CALL}") + (getattr(_error, "shown", None) or type(_error).__name__ + (": " + str(_error) if str(_error) else ""))`,
    'assert _calls[0]',
  ];
}

/** Lines within strings stay as they are, or the strings would change. */
function indented(source: string): string {
  const kept = linesInStrings(source);
  let offset = 0;
  return source
    .split('\n')
    .map((line) => {
      const isKept = kept.has(offset) || line === '';
      offset += line.length + 1;
      return isKept ? line : `    ${line}`;
    })
    .join('\n');
}
