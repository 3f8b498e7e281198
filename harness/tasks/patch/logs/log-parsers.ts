import type { GradingRules, Statuses } from './grading-rules.ts';
import { parseDjango } from './parse-django.ts';
import { parseSympy } from './parse-sympy.ts';
import { words } from './python-text.ts';

/** The statuses of a repository's own test log, under the rules of one published harness. */
type LogParser = (log: string, rules: GradingRules) => Statuses;

const STATUS_WORDS = ['FAILED', 'PASSED', 'SKIPPED', 'ERROR', 'XFAIL'];
const startsWithStatus = (line: string): boolean => STATUS_WORDS.some((word) => line.startsWith(word));
const endsWithStatus = (line: string): boolean => STATUS_WORDS.some((word) => line.endsWith(word));

/** `SKIPPED [2] path:line: reason` counts tests and names none. Rules 5 leave such a line out. */
const isSkipSummary = (status: string, name: string): boolean => status === 'SKIPPED' && /^\[\d+\]$/.test(name);

/**
 * A line of `pytest -rA`: status, then the id up to its first space. A parametrised id with a space is cut there, which is
 * how the published ids came to be cut.
 */
function readPytestLine(line: string, rules: GradingRules): { status: string; name: string } | undefined {
  if (!startsWithStatus(line)) return undefined;
  const [status, name] = words(line.startsWith('FAILED') ? line.replaceAll(' - ', ' ') : line);
  if (status === undefined || name === undefined) return undefined;
  return rules === '5' && isSkipSummary(status, name) ? undefined : { status, name };
}

/** Pytest's short summary, every id passed through `rename`. */
const pytestParser =
  (rename: (name: string) => string, prepare: (line: string) => string = (line) => line): LogParser =>
  (log, rules) => {
    const statuses = new Map<string, string>();
    for (const line of log.split('\n')) {
      const read = readPytestLine(prepare(line), rules);
      if (read !== undefined) statuses.set(rename(read.name), read.status);
    }
    return statuses;
  };

const parsePytest = pytestParser((name) => name);

/** requests and pylint have absolute paths in brackets, which depend on where the repository lies: only the last part stays. */
const parsePytestOptions = pytestParser((name) => {
  const [, test, option] = /^(.*?)\[(.*)\]/.exec(name) ?? [];
  if (test === undefined || option === undefined) return name;
  const isPath = option.startsWith('/') && !option.startsWith('//') && !option.includes('*');
  return `${test}[${isPath ? option.slice(option.lastIndexOf('/')) : option}]`;
});

/** matplotlib's ids hold an enum member, which older interpreters print as its value. */
const parseMatplotlib = pytestParser(
  (name) => name,
  (line) => line.replaceAll('MouseButton.LEFT', '1').replaceAll('MouseButton.RIGHT', '3'),
);

/** Coloured output, and older pytest that writes the status behind the id. Rules 5 keep ids with spaces whole. */
const parsePytestColoured: LogParser = (log, rules) => {
  const statuses = new Map<string, string>();
  for (const coloured of log.split('\n')) {
    const line = withoutColours(coloured);
    const read = rules === '4' ? readColoured4(line) : readColoured5(line);
    if (read !== undefined) statuses.set(read.name, read.status);
  }
  return statuses;
};

/** A colour mark without its escape character, then every control character: tabs go too. */
const withoutColours = (line: string): string =>
  [...line.replace(/\[\d+m/g, '')].filter((character) => character < '\x01' || character > '\x1f').join('');

function readColoured4(line: string): { status: string; name: string } | undefined {
  if (startsWithStatus(line)) return readPytestLine(line, '4');
  const [name, status] = endsWithStatus(line) ? words(line) : [];
  return name === undefined || status === undefined ? undefined : { status, name };
}

function readColoured5(line: string): { status: string; name: string } | undefined {
  if (startsWithStatus(line)) {
    const [status, ...rest] = words(line.startsWith('FAILED') ? (line.split(' - ')[0] ?? '') : line);
    if (status === undefined || rest.length === 0 || isSkipSummary(status, rest[0] ?? '')) return undefined;
    return { status, name: rest.join(' ') };
  }
  const parts = endsWithStatus(line) ? words(line) : [];
  const status = parts.pop();
  return status === undefined || parts.length === 0 ? undefined : { status, name: parts.join(' ') };
}

/** seaborn: only passed and failed tests, the status before or behind the id. */
const parseSeaborn: LogParser = (log) => {
  const statuses = new Map<string, string>();
  for (const line of log.split('\n')) {
    const [first, second] = words(line);
    if (first === undefined || second === undefined) continue;
    if (line.startsWith('FAILED')) statuses.set(second, 'FAILED');
    else if (line.includes(' PASSED ')) {
      if (second === 'PASSED') statuses.set(first, 'PASSED');
    } else if (line.startsWith('PASSED')) statuses.set(second, 'PASSED');
  }
  return statuses;
};

/** Which log each of the twelve repositories of SWE-bench Lite writes. */
export const LOG_PARSERS: Readonly<Record<string, LogParser>> = {
  'astropy/astropy': parsePytestColoured,
  'django/django': parseDjango,
  'matplotlib/matplotlib': parseMatplotlib,
  'mwaskom/seaborn': parseSeaborn,
  'pallets/flask': parsePytest,
  'psf/requests': parsePytestOptions,
  'pydata/xarray': parsePytest,
  'pylint-dev/pylint': parsePytestOptions,
  'pytest-dev/pytest': parsePytest,
  'scikit-learn/scikit-learn': parsePytestColoured,
  'sphinx-doc/sphinx': parsePytestColoured,
  'sympy/sympy': parseSympy,
};
