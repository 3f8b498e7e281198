import { sha256 } from '../hash.ts';
import type { Check, CheckKind, CheckOutcome, Task } from '../types.ts';

export type { Check, CheckEvidence, CheckKind, CheckOutcome } from '../types.ts';

/** What a tool says of one program, and how long it took on its own clock (never recorded beside verdicts: two equal runs differ in it). */
export type ToolOutcome = CheckOutcome & {
  readonly seconds: number;
  /** It was not run: the tool is not installed here. */
  readonly isToolMissing?: true;
};

/**
 * Runs checks of one kind that are not plain assertions, inside the sandbox: properties by hypothesis, contracts by CrossHair,
 * typing claims by mypy. One object a kind; where its tool is absent it answers `not-applicable` with that reason.
 */
export interface CheckTool {
  readonly kind: Exclude<CheckKind, 'assertions'>;
  /**
   * Runs a check on a program (to be run after the task's prelude). A crash of the tool, a syntax error in the check and a
   * check that nothing can fail (no checkable function, contradictory precondition) are `not-applicable` with the reason; what
   * was neither confirmed nor refuted is `unknown`. Also called with mutants of the candidate. Throws `SandboxLostError` only.
   */
  run(task: Task, program: string, check: Pick<Check, 'kind' | 'source'>): Promise<ToolOutcome>;
}

/** A check's id: equal kind and source give equal ids. */
export function checkId(kind: CheckKind, source: string): string {
  return sha256(`${kind}\n${source}`).slice(0, 12);
}
