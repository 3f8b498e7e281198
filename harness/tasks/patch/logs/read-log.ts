import { DataError } from '../../../errors.ts';
import { type Evidence, evidenceOf } from './evidence.ts';
import type { GradingRules, Statuses } from './grading-rules.ts';
import { LOG_PARSERS } from './log-parsers.ts';
import { universalNewlines } from './python-text.ts';

/** Markers of the official evaluation script and of the harness around it. */
export const MARKERS = {
  applyFailed: '>>>>> Patch Apply Failed',
  resetFailed: '>>>>> Reset Failed',
  testsErrored: '>>>>> Tests Errored',
  testsTimedOut: '>>>>> Tests Timed Out',
  start: '>>>>> Start Test Output',
  end: '>>>>> End Test Output',
  exitCode: '>>>>> Test Exit Code',
} as const;

const LIMITS = ['output', 'disk', 'memory', 'processes'] as const;

/** What an evaluation has used up, beside its time. */
export type LimitMet = (typeof LIMITS)[number];

/** The end of a log of ours whose tests could not end because of that. */
export const limitSentence = (limit: LimitMet): string => `\n\nLimit met: ${limit}.\n`;

/** Why a log gives no statuses. */
export type LogFault =
  | 'apply-failed'
  | 'reset-failed'
  | 'tests-errored'
  | 'timed-out'
  | 'no-markers'
  /** The log ends with our own line saying so. */
  | `${LimitMet}-limit`
  /** Rules 5: no result, and no sign in the whole log that a suite ran. */
  | 'suite-did-not-run'
  /** Rules 5: the test command failed and the log has no failed test, so the log does not describe that run. */
  | 'exit-code-contradicts';

interface ReadLog {
  /** Empty where there is a fault. */
  readonly statuses: Statuses;
  readonly fault: LogFault | undefined;
  readonly evidence: Evidence;
}

/** Any of these ends an official evaluation without a result, in this order. */
const FAULTS: readonly (readonly [LogFault, string])[] = [
  ['apply-failed', MARKERS.applyFailed],
  ['reset-failed', MARKERS.resetFailed],
  ['tests-errored', MARKERS.testsErrored],
  ['timed-out', MARKERS.testsTimedOut],
];

/** Counts that runners of other languages print; rules 5 look for any of them, a Python repository seldom has one. */
const OTHER_SUITES =
  /Executed [1-9]\d* of \d+|TOTAL: [1-9]\d* (?:SUCCESS|FAILED)|[1-9]\d* passing|Tests:\s+[1-9]\d*|Test Suites:\s+(?:\d+ \w+, )*[1-9]\d* total|^# tests [1-9]\d*|[1-9]\d* specs?, \d+ failures?|': ok$/m;

/**
 * Reads a stored evaluation log as the official harness does: what stands between the markers, through the repository's parser,
 * and the whole log where nothing is found there. Throws `DataError` for a repository without a parser.
 */
export function readLog(text: string, repository: string, rules: GradingRules): ReadLog {
  const parse = LOG_PARSERS[repository];
  if (parse === undefined) {
    throw new DataError(`no log parser for ${repository}; known: ${Object.keys(LOG_PARSERS).join(', ')}`);
  }
  const log = universalNewlines(text);
  const section = betweenMarkers(log);
  const found = section === undefined ? new Map<string, string>() : parse(section, rules);
  const statuses = found.size > 0 || section === undefined ? found : parse(log, rules);
  const evidence = evidenceOf(log, section ?? '', statuses);
  const fault =
    FAULTS.find(([, marker]) => log.includes(marker))?.[0] ??
    (section === undefined ? noMarkers(log) : undefined) ??
    (rules === '5' ? faultUnder5(log, statuses, evidence) : undefined);
  return { statuses: fault === undefined ? statuses : new Map(), fault, evidence };
}

/** From the first start marker to the first end marker behind it; both must be somewhere. */
function betweenMarkers(log: string): string | undefined {
  if (!log.includes(MARKERS.start) || !log.includes(MARKERS.end)) return undefined;
  return log.split(MARKERS.start)[1]?.split(MARKERS.end)[0];
}

/** A harness ends a log it cut off with a sentence; without one nobody knows what happened. */
function noMarkers(log: string): LogFault {
  if (/\nTimeout error: \d+ seconds exceeded\.\s*$/.test(log)) return 'timed-out';
  const limit = LIMITS.find((each) => log.endsWith(limitSentence(each)));
  return limit === undefined ? 'no-markers' : `${limit}-limit`;
}

function faultUnder5(log: string, statuses: Statuses, { exitCode }: Evidence): LogFault | undefined {
  if (statuses.size === 0) return OTHER_SUITES.test(log) ? undefined : 'suite-did-not-run';
  const failed = [...statuses.values()].some((status) => status === 'FAILED' || status === 'ERROR');
  return exitCode !== undefined && exitCode !== 0 && !failed ? 'exit-code-contradicts' : undefined;
}

/** Any marker, whichever of them a version of the official package reads. */
const MARKER = />>>>> (?=[A-Z])/g;

/** A text that a candidate had a hand in, without anything a reader of logs takes for a marker; `forged` counts them. */
export function withoutMarkers(text: string): { readonly text: string; readonly forged: number } {
  return { text: text.replace(MARKER, '>>>> > '), forged: text.match(MARKER)?.length ?? 0 };
}
