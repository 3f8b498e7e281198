import type { createCommand } from '../command-line.ts';
import type { Recording } from '../models/recorded/read-recording.ts';
import type { Environment } from '../storage/cache-folder.ts';
import type { ContractTaskOptions } from '../tasks/contract/open-tasks.ts';
import type { FunctionTaskOptions } from '../tasks/function/open-tasks.ts';
import type { PatchTaskOptions, PatchTaskParts } from '../tasks/patch/open-tasks.ts';
import type { RecordsReader, TaskSetup } from '../tasks/task-setup.ts';

export type Command = ReturnType<typeof createCommand>;

/** What a study's flags say about its tasks and what works on them. */
export interface WorkOptions extends FunctionTaskOptions, PatchTaskOptions, ContractTaskOptions {
  readonly extractor: 'default' | 'published';
  /** Decides `--subset`. */
  readonly seed: number;
}

interface WorkParts extends PatchTaskParts {
  /** Candidates are nobody's known programs. */
  readonly needsIsolation: boolean;
  /** The recording that is replayed or completed: what loops are told. */
  readonly recording: Recording | undefined;
  readonly isReplay: boolean;
}

export interface CommandParts {
  readonly environment: Environment;
  /** Milliseconds of a clock that is never set back. */
  now(): number;
  readonly signal: AbortSignal;
  say(line: string): void;
}

/**
 * A kind of task: all that commands do otherwise for it than for another. A dataset's definition names its kind. What a condition's
 * prompts say otherwise of its candidates stands in `conditions/shared/wording.ts`.
 */
export interface TaskKind {
  readonly kind: string;
  /** The bound on an answer where no flag gives one; that of the flag when absent. */
  readonly maxOutputTokens?: number;
  /** The simulated model of datasets that no recording is replayed for; that of functions when absent. */
  readonly simulated?: string;
  /** How its studies are recorded, or why they are not. */
  readonly recording: RecordsReader | { readonly whyNot: string };
  /** Adds the flags that only its studies have. */
  addStudyFlags?(command: Command): void;
  addGradeFlags?(command: Command): void;
  addPreflightFlags?(command: Command): void;
  /** Opens the chosen tasks and what works on them. Throws `UsageError` for bad flags and missing data. */
  open(options: WorkOptions, parts: WorkParts): Promise<TaskSetup>;
  /** `npm run grade`: grades what the command's flags name; returns the lines for the screen. */
  grade(command: Command, parts: CommandParts): Promise<string>;
  /** `npm run preflight`: whether its grader can be trusted here. */
  preflight(command: Command, parts: CommandParts): Promise<{ readonly text: string; readonly isSound: boolean }>;
}
