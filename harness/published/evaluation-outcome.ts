import { FAILED_SOMEHOW, NOT_TOLD, SOLVED, type ToldOutcome } from './program-outcome.ts';

/**
 * The outcome of a patch from what the SWE-bench harness left: its report, or the end of its output. An evaluation that ended in an
 * error of the machine says nothing about the patch: `ungraded`, where the study counted it as a failure.
 */
export function evaluationOutcome(isResolved: boolean, testOutput: string): ToldOutcome {
  if (isResolved) return SOLVED;
  const report = testOutput.trimStart();
  if (report.startsWith('{')) {
    return /"patch_successfully_applied": false/.test(report) ? doesNotApply(testOutput) : FAILED_SOMEHOW;
  }
  return outcomeOfOutput(testOutput);
}

/** The outcome a loop was told: `ALL TESTS PASSED`, or a piece of the report or of the output, cut at both ends. */
export function toldEvaluationOutcome(verification: string): ToldOutcome {
  if (verification.startsWith('ALL TESTS PASSED')) return SOLVED;
  if (!verification.startsWith('TESTS FAILED')) return NOT_TOLD;
  const piece = verification.replace(/^TESTS FAILED\.\s+Test output:\n/, '');
  return outcomeOfOutput(piece, /"(?:patch_exists|FAIL_TO_PASS|PASS_TO_PASS|success|failure)"|^\s+"[^"\n]+",?$/m);
}

function outcomeOfOutput(output: string, reportLine?: RegExp): ToldOutcome {
  if (output.includes('Patch Apply Failed')) return doesNotApply(output);
  if (/Tests? [Tt]imed [Oo]ut/.test(output)) return told('timeout', output);
  if (/Instances with empty patches: [1-9]/.test(output)) return told('empty', output);
  if (reportLine?.test(output)) return FAILED_SOMEHOW;
  // Nothing between start and end, and no image to reuse: the container was never made.
  if (/Running 1 instances\.\.\.\s+All instances run\./.test(output) && !/Will reuse them/.test(output)) {
    return ungraded('image-missing', output);
  }
  return /Instances with errors: [1-9]|Traceback|Error/.test(output) ? ungraded('harness-error', output) : NOT_TOLD;
}

function doesNotApply(output: string): ToldOutcome {
  return told('patch-does-not-apply', /Patch Apply Failed[\s\S]{0,200}/.exec(output)?.[0] ?? 'patch does not apply');
}

function told(reason: 'timeout' | 'empty' | 'patch-does-not-apply', message: string): ToldOutcome {
  return { outcome: { status: 'unsolved', reason }, failures: [{ message: firstLines(message) }] };
}

function ungraded(reason: 'image-missing' | 'harness-error', output: string): ToldOutcome {
  return { outcome: { status: 'ungraded', reason }, failures: [{ message: firstLines(output) }] };
}

const firstLines = (text: string): string => text.replaceAll(/\s+/g, ' ').trim().slice(0, 300);
