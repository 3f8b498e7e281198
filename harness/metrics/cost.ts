import type { CallRecord, ConditionIdentity, Run, Step, Trajectory } from '../types/record.ts';

/** A sum that does not hide what it does not know. */
export interface Sum {
  /** Sum of the known parts. */
  readonly known: number;
  readonly unknownParts: number;
  readonly parts: number;
}

/** What some calls used. Equal requests of one trial share an answer and are counted once. */
interface Spending {
  readonly inputTokens: Sum;
  readonly outputTokens: Sum;
  /** As if the trial had run alone. */
  readonly costUsd: Sum;
  /** An answer shared between trials is charged to the first in plan order that used it. */
  readonly paidUsd: Sum;
}

/** One model call with where it stands in the run and whether it was the first to use its answer. */
export interface AttributedCall {
  readonly trajectory: Trajectory;
  /** The step it led to; `undefined` for a call after the last finished step. */
  readonly step: Step | undefined;
  readonly call: CallRecord;
  /** The first call of its trial with this key: counted in tokens and `costUsd`. */
  readonly isFirstInTrial: boolean;
  /** The first call of the run with this key: counted in `paidUsd`. */
  readonly isFirstInRun: boolean;
}

/** What a condition used over all its trials. */
export interface ConditionCost extends Spending {
  readonly condition: ConditionIdentity;
  readonly trials: number;
  readonly calls: number;
  /** Calls whose answer the same trial already had. */
  readonly repeatedCalls: number;
}

/** Every recorded call in plan order. It depends on the records alone, so never on how trials were scheduled. */
export function attributeCalls(run: Run): AttributedCall[] {
  const usedInRun = new Set<string>();
  const attributed: AttributedCall[] = [];
  for (const trajectory of run.trajectories) {
    const usedInTrial = new Set<string>();
    const own = [
      ...trajectory.steps.flatMap((step) => (step.calls ?? []).map((call) => ({ step, call }))),
      ...trajectory.unfinishedCalls.map((call) => ({ step: undefined, call })),
    ];
    for (const { step, call } of own) {
      const isFirstInTrial = !usedInTrial.has(call.key);
      const isFirstInRun = !usedInRun.has(call.key);
      attributed.push({ trajectory, step, call, isFirstInTrial, isFirstInRun });
      usedInTrial.add(call.key);
      usedInRun.add(call.key);
    }
  }
  return attributed;
}

/** Tokens and dollars of some attributed calls. */
export function spending(calls: readonly AttributedCall[]): Spending {
  const counted = calls.filter(({ isFirstInTrial }) => isFirstInTrial).map(({ call }) => call);
  const paid = calls.filter(({ isFirstInRun }) => isFirstInRun).map(({ call }) => call);
  return {
    inputTokens: sum(counted.map(({ usage }) => usage?.inputTokens)),
    outputTokens: sum(counted.map(({ usage }) => usage?.outputTokens)),
    costUsd: sum(counted.map(({ costUsd }) => costUsd)),
    paidUsd: sum(paid.map(({ costUsd }) => costUsd)),
  };
}

/** Tokens and cost by condition; none for an imported run, of which no call is known. */
export function costs(run: Run, calls: readonly AttributedCall[]): ConditionCost[] {
  if (run.manifest.identity.imported !== undefined) return [];
  return run.manifest.identity.conditions.map((condition) => {
    const own = calls.filter(({ trajectory }) => trajectory.condition === condition.name);
    return {
      condition,
      trials: run.trajectories.filter((trajectory) => trajectory.condition === condition.name).length,
      calls: own.length,
      repeatedCalls: own.filter(({ isFirstInTrial }) => !isFirstInTrial).length,
      ...spending(own),
    };
  });
}

function sum(parts: readonly (number | undefined)[]): Sum {
  const known = parts.filter((part) => part !== undefined);
  return {
    known: known.reduce((total, part) => total + part, 0),
    unknownParts: parts.length - known.length,
    parts: parts.length,
  };
}
