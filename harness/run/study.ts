import type { TaskKind, WorkOptions } from '../kinds/task-kind.ts';
import type { BudgetFlags } from '../models/create-client.ts';
import type { RetryParts } from '../models/middleware/retry.ts';
import type { Price } from '../models/providers/prices.ts';
import type { Recording } from '../models/recorded/read-recording.ts';
import type { ResolvedModel } from '../models/resolve-model.ts';
import type { ProgressOutput } from '../progress.ts';
import type { PatchTaskParts } from '../tasks/patch/open-tasks.ts';
import type { TaskSetup } from '../tasks/task-setup.ts';
import type { Model, Usage } from '../types/model.ts';
import type { Identity } from '../types/record.ts';
import type { InjectionSweep } from './fault-arms.ts';
import type { StudyOptions } from './identity.ts';
import type { LoadedCondition } from './load-conditions.ts';

export interface BenchOptions extends StudyOptions, WorkOptions, BudgetFlags {
  readonly dataset: string;
  readonly extractor: 'default' | 'published';
  readonly seed: number;
  readonly conditions?: readonly string[] | undefined;
  /** Faults put in on purpose, one arm per rate. */
  readonly inject?: InjectionSweep | undefined;
  readonly model: string;
  /** The model that answers for the critic of arms that have one; `model` when absent. */
  readonly critic?: string | undefined;
  readonly criticPrice?: Price | undefined;
  readonly concurrency: number;
  readonly out?: string | undefined;
  readonly resume?: boolean | undefined;
  /** Asks the model's server before anything else whether calls can begin. */
  readonly probe?: boolean | undefined;
  readonly plan?: boolean | undefined;
  /** `strict`: stored answers only. */
  readonly replay: 'strict' | 'cache';
  /** The folder where answers outlive a run. */
  readonly cache: string;
  readonly price?: Price | undefined;
  /** Seconds. */
  readonly callTimeout?: number | undefined;
  readonly idleTimeout?: number | undefined;
  /** Attempts a call in all. */
  readonly attempts?: number | undefined;
}

export interface BenchParts extends PatchTaskParts {
  readonly signal: AbortSignal;
  readonly progress: ProgressOutput;
  /** Lines for the person who waits. */
  say(line: string): void;
  /** Replaces the model the id names; for tests. */
  readonly model?: Model;
  /** How failed calls are tried again. */
  readonly retry: RetryParts;
  /** What the same budget was spent on beside this run. */
  readonly usedBeside?: readonly Usage[];
  /** How whoever waits goes on with a run that was stopped, where that is not bench's `--resume`. */
  readonly goOnWith?: string;
  readonly conditionsFolder?: string;
  /** Further files of the run folder, by name. */
  readonly files?: ReadonlyMap<string, string>;
  /** Kinds of task in place of those there are; for tests. */
  readonly kinds?: readonly TaskKind[];
  /** A recording that a run with a real model completes: its answers and verifier texts are taken first. */
  readonly recording?: Recording;
  readonly date: () => Date;
  /** Milliseconds, for timings. */
  readonly now: () => number;
}

/** What is asked of which model, before anything is. */
export interface Study {
  readonly setup: TaskSetup;
  readonly conditions: readonly LoadedCondition[];
  readonly resolved: ResolvedModel;
  /** Answers for critics, where it is not `resolved`. */
  readonly critic: ResolvedModel | undefined;
  readonly identity: Identity;
  /** The recording that is replayed or completed. */
  readonly recording: Recording | undefined;
  /** Aborted when no further trial shall begin: a budget was reached, the model refuses, an answer is not stored. */
  readonly stop: AbortController;
  /** What the probe of the model's server threw, asked for while the sandbox opened; absent under `--no-probe`. */
  readonly probed: Promise<unknown> | undefined;
  readonly criticProbed: Promise<unknown> | undefined;
}
