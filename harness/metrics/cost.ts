import type { ConditionIdentity, Run } from '../types/record.ts';
import type { AttributedCall } from './trials/attributed-calls.ts';
import { armOf, trialsOf } from './trials/trials.ts';

/** A sum that does not hide what it does not know. */
export interface Sum {
  /** Sum of the known parts. */
  readonly known: number;
  readonly unknownParts: number;
  readonly parts: number;
}

/** What some calls used. Equal requests of one trial share an answer and are counted once. */
export interface Spending {
  readonly inputTokens: Sum;
  readonly outputTokens: Sum;
  /** As if the trial had run alone. */
  readonly costUsd: Sum;
  /** An answer shared between trials is charged to the first in plan order that used it. */
  readonly paidUsd: Sum;
}

/** What a condition used over all its trials. */
export interface ConditionCost extends Spending {
  readonly condition: ConditionIdentity;
  readonly trials: number;
  readonly calls: number;
  /** Calls whose answer the same trial already had. */
  readonly repeatedCalls: number;
}

/** Tokens and dollars of some attributed calls. */
export function spending(calls: Iterable<AttributedCall>): Spending {
  const [inputTokens, outputTokens, costUsd, paidUsd] = [createSum(), createSum(), createSum(), createSum()];
  for (const { call, isFirstInTrial, isFirstInRun } of calls) {
    if (isFirstInTrial) {
      inputTokens.add(call.usage?.inputTokens);
      outputTokens.add(call.usage?.outputTokens);
      costUsd.add(call.costUsd);
    }
    if (isFirstInRun) paidUsd.add(call.costUsd);
  }
  return {
    inputTokens: inputTokens.sum,
    outputTokens: outputTokens.sum,
    costUsd: costUsd.sum,
    paidUsd: paidUsd.sum,
  };
}

/** Tokens and cost by condition; none for an imported run, of which no call is known. */
export function costs(run: Run): ConditionCost[] {
  if (run.manifest.identity.imported !== undefined) return [];
  return run.manifest.identity.conditions.map((condition) => {
    let [calls, repeatedCalls] = [0, 0];
    const counted = function* (): Generator<AttributedCall> {
      for (const trial of trialsOf(run, condition.name)) {
        calls += trial.calls.length;
        repeatedCalls += trial.calls.filter(({ isFirstInTrial }) => !isFirstInTrial).length;
        yield* trial.calls;
      }
    };
    const spent = spending(counted());
    return { condition, trials: armOf(run, condition.name).trials, calls, repeatedCalls, ...spent };
  });
}

function createSum(): { add(part: number | undefined): void; readonly sum: Sum } {
  const sum = { known: 0, unknownParts: 0, parts: 0 };
  return {
    sum,
    add(part) {
      sum.parts++;
      if (part === undefined) sum.unknownParts++;
      else sum.known += part;
    },
  };
}
