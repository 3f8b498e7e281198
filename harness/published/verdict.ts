import type { Verdict } from '../types/attempt.ts';
import { readAsStudied } from './judge-json.ts';
import type { VerificationText } from './study.ts';

/** The verdict in an iteration's `verification`, read as the study read it. A text it could not read is `unparsed`, kept whole. */
export function toVerdict(text: string, kind: VerificationText): Verdict {
  const status = statusOf(text, kind);
  return status === 'unparsed' ? { status, detail: text } : { status, feedback: text };
}

function statusOf(text: string, kind: VerificationText): Verdict['status'] {
  switch (kind) {
    case 'test-run':
      return byBeginning(text, 'ALL TESTS PASSED', 'TESTS FAILED');
    case 'critique':
      // The study's rule: whatever does not say so is a list of issues.
      return text.toUpperCase().includes('NO ISSUES FOUND') ? 'accept' : 'reject';
    case 'judge-json':
      return readAsStudied(text);
    case 'coin':
      return byBeginning(text, 'The implementation looks correct', 'FAIL:');
  }
}

function byBeginning(text: string, accepted: string, rejected: string): Verdict['status'] {
  if (text.startsWith(accepted)) return 'accept';
  return text.startsWith(rejected) ? 'reject' : 'unparsed';
}
