/** What the same record of tries says under two rules. Pure: no try is made again. */

import { CHECKS, type CheckName, type CheckTry, type Evidence } from './consistency.ts';

/** `published`: as Clover's public code decides. `strict`: nothing counts that was not shown. */
export const RULES = ['strict', 'published'] as const;
export type Rule = (typeof RULES)[number];

/** `unknown`: neither was shown. */
export type CheckResult = 'pass' | 'fail' | 'unknown';

/** `undecided`: no check failed and one is unknown. The published rule knows no such thing. */
export type Decision = 'accept' | 'reject' | 'undecided';

/** One try under a rule; `undefined` where it decides nothing: another try came after the compiler's word. */
export function resultOf(evidence: Evidence, rule: Rule): CheckResult | undefined {
  return rule === 'strict' ? strictResult(evidence) : publishedResult(evidence);
}

/** Pass on positive evidence alone; fail on a witness, a NO, a forbidden text. */
function strictResult(evidence: Evidence): CheckResult | undefined {
  switch (evidence.kind) {
    case 'proof':
      return evidence.said === 'proved' ? 'pass' : REFUTED.has(evidence.said) ? 'fail' : 'unknown';
    case 'code':
      return evidence.said === 'equal' ? 'pass' : evidence.said === 'unknown' ? 'unknown' : 'fail';
    case 'annotation':
      return evidence.said === 'equivalent' ? 'pass' : evidence.said === 'unknown' ? 'unknown' : 'fail';
    case 'judge':
      return evidence.said === 'yes' ? 'pass' : evidence.said === 'unparsed' ? 'unknown' : 'fail';
    case 'nothing':
      return 'unknown';
    case 'compiler':
      return undefined;
  }
}

const REFUTED = new Set(['witness', 'forbidden', 'contract-changed']);

/** A few words anywhere in a tool's or a judge's text; equal where both outputs are equal or both are missing. */
function publishedResult(evidence: Evidence): CheckResult | undefined {
  switch (evidence.kind) {
    case 'proof':
    case 'annotation':
    case 'judge':
      return evidence.byWords ? 'pass' : 'fail';
    case 'code':
      return evidence.ownInputs === 'same' || evidence.ownInputs === 'both-missing' ? 'pass' : 'fail';
    case 'nothing':
      return 'fail';
    case 'compiler':
      return undefined;
  }
}

/** A check after so many repetitions: any try that passes passes it, and it fails where each try did. */
export function checkResult(tries: readonly CheckTry[], check: CheckName, attempts: number, rule: Rule): CheckResult {
  const results = tries
    .filter((one) => one.check === check && one.attempt < attempts)
    .flatMap(({ evidence }) => resultOf(evidence, rule) ?? []);
  if (results.includes('pass')) return 'pass';
  return results.length > 0 && results.every((result) => result === 'fail') ? 'fail' : 'unknown';
}

/** All six, in the order of `CHECKS`. */
export const checkResults = (tries: readonly CheckTry[], attempts: number, rule: Rule): readonly CheckResult[] =>
  CHECKS.map((check) => checkResult(tries, check, attempts, rule));

/** Accepted where all pass, rejected where one fails. */
export function decide(results: readonly CheckResult[]): Decision {
  if (results.every((result) => result === 'pass')) return 'accept';
  return results.includes('fail') ? 'reject' : 'undecided';
}
