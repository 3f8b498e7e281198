import type { Role, Usage } from '../types/model.ts';

/** What happened between a run and its model. With what was spent, so that a resumed run knows it. */
export type ModelEvent =
  /** An answer this run paid for; `isEstimated`: the provider did not tell its usage. */
  | {
      readonly kind: 'call';
      readonly at: string;
      readonly key: string;
      readonly usage: Usage;
      readonly isEstimated?: true;
      /** Of the model that answers for a critic. */
      readonly isCritic?: true;
      readonly latencyMs?: number;
    }
  /** What a provider did that was not an answer; `assumedUsage`: the most it can have billed. */
  | {
      readonly kind: 'failed-attempt';
      readonly at: string;
      readonly key: string;
      readonly role: Role;
      readonly attempt: number;
      readonly failure: string;
      readonly status?: number;
      readonly message: string;
      readonly waitMs?: number;
      readonly assumedUsage?: Usage;
      readonly isCritic?: true;
    }
  /** The number of calls at a time was lowered by an overload or raised by successes. */
  | {
      readonly kind: 'limit-change';
      readonly at: string;
      readonly limit: number;
      readonly inFlight: number;
      readonly reason: 'overload' | 'success';
    };
