/** What the user can fix: a wrong flag, missing data, missing Python. Printed as one sentence, exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** What the transport did: 429, 5xx, reset, hang, malformed body. Retried, resumed, never a grade. */
export class ModelError extends Error {
  override readonly name: string = 'ModelError';
}

/** How a trial's end names a `NotRecordedError`. */
export const NOT_RECORDED_KIND = 'NotRecordedError';

/** An answer a recording does not hold. The trial ends; the arm counts as not recorded, and nothing is asked or made up. */
export class NotRecordedError extends ModelError {
  override readonly name = NOT_RECORDED_KIND;
}

/** A bound was met: context, budget, tokens. A trial that meets one ends as `limit`, its finished steps count. */
export class LimitError extends Error {
  override readonly name = 'LimitError';
  readonly limit: string;
  readonly value: number;
  readonly bound: number;
  constructor(limit: string, value: number, bound: number) {
    super(`limit reached: ${limit} ${value}, bound ${bound}`);
    this.limit = limit;
    this.value = value;
    this.bound = bound;
  }
}

/** The sandbox, not the candidate, is gone. The verdict is unknown: retried on a fresh one, then `ungraded`. */
export class SandboxLostError extends Error {
  override readonly name: string = 'SandboxLostError';
}

/** Nothing here isolates this program, and it is none that is known: it was not run. Trying again does not help. */
export class SandboxRefusedError extends SandboxLostError {
  override readonly name = 'SandboxRefusedError';
}

/** A candidate is judged by a prover, and there is none here. */
export class ProverMissingError extends SandboxLostError {
  override readonly name = 'ProverMissingError';
}

/** A candidate runs in an image of its task's own, and there is none here. */
export class ImageMissingError extends SandboxLostError {
  override readonly name = 'ImageMissingError';
}

/** Why something was not executed, as records have it. */
export function whyNotRun(
  error: SandboxLostError,
): 'sandbox-lost' | 'sandbox-refused' | 'prover-missing' | 'image-missing' {
  if (error instanceof ProverMissingError) return 'prover-missing';
  if (error instanceof ImageMissingError) return 'image-missing';
  return error instanceof SandboxRefusedError ? 'sandbox-refused' : 'sandbox-lost';
}

/** A condition breaks its contract with the harness: an unknown role, a verifier it does not have. Found before a run where it can be. */
export class ConditionError extends Error {
  override readonly name = 'ConditionError';
}

/** A stored file does not hold what it should: names file, line and field. */
export class DataError extends Error {
  override readonly name = 'DataError';
}

/** A file cannot be written or read, and a user can fix it: a full disk, a missing right, a file for a folder. Names path and reason. */
export class FileError extends Error {
  override readonly name = 'FileError';
}

/** No further call is made in this run: a budget was reached or the same refusal came again and again. Resumable. */
export class ModelStoppedError extends ModelError {
  override readonly name: string = 'ModelStoppedError';
  /** Of the command whose run it ends. */
  readonly exitCode: number = 2;
}

/** What was thrown, in words: its message, where it is an error. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
