import { describeAmount } from '../models/middleware/account.ts';
import { costOf, type SourcedPrice } from '../models/providers/prices.ts';
import { countTrials } from '../records/plan.ts';
import type { Role } from '../types/model.ts';
import type { Identity } from '../types/record.ts';
import type { CallPlan } from './call-plan.ts';
import type { CriticCosts } from './describe-calls.ts';
import { duration } from './live/live-lines.ts';
import type { MeanTokens } from './mean-tokens.ts';

/** What is known of a run's calls before it begins; absent where no model is asked. */
export interface ExpectedCalls {
  readonly plan: CallPlan;
  readonly means: ReadonlyMap<Role, MeanTokens>;
  readonly price: SourcedPrice | undefined;
  /** The second model, where there is one. */
  readonly critic?: CriticCosts | undefined;
  /** Calls at a time. */
  readonly concurrency: number;
}

/** Three lines before a run: what it is, how many calls it makes, what it may cost and take. */
export function describeRun(
  identity: Identity,
  {
    sandbox,
    folder,
    recorded,
  }: {
    readonly sandbox: string;
    readonly folder: string;
    /** In a replay, what is said of the recording. */
    readonly recorded: readonly string[] | undefined;
  },
  calls: ExpectedCalls | undefined,
): string[] {
  const { dataset, taskIds, samples, conditions, k, model, critic } = identity;
  const each = samples === 1 ? '' : ` x ${samples} samples`;
  const trials = [...countTrials(identity).values()].reduce((sum, own) => sum + own, 0);
  const what = `${dataset}: ${count(taskIds.length, 'task')}${each} x ${count(conditions.length, 'condition')}, k = ${k.join(', ')}: ${count(trials, 'trial')} of ${model}${critic === undefined ? '' : ` with the critic ${critic}`}, in ${sandbox}`;
  return [what, ...askedLines(recorded, calls), `run folder: ${folder}`];
}

function askedLines(recorded: readonly string[] = ['no model is asked: answers are simulated'], calls?: ExpectedCalls) {
  if (calls === undefined) return recorded;
  const { plan } = calls;
  const all = [...plan.byRole.values()];
  const [made, stored] = [sum(all.map((role) => role.calls)), sum(all.map((role) => role.stored))];
  const { firstAnswers } = plan;
  const first = `first answers: ${number(firstAnswers.stored)} of ${number(firstAnswers.calls)} are stored (exact)`;
  return [
    `model calls: at most ${number(made)}, stored already: ${number(stored)}, new: at most ${number(made - stored)}; ${first}`,
    `${describeCost(calls)}; ${describeTime(calls)}; --plan says more`,
  ];
}

function describeCost({ plan, means, price, critic }: ExpectedCalls): string {
  const amount = { usd: 0, tokens: 0 };
  for (const { role, isCritic, calls, stored } of plan.byRole.values()) {
    const asked = isCritic && critic !== undefined ? critic : { means, price };
    const { inputTokens = 0, outputTokens = 0 } = asked.means.get(role) ?? {};
    amount.tokens += (calls - stored) * (inputTokens + outputTokens);
    amount.usd += (calls - stored) * (costOf({ inputTokens, outputTokens }, asked.price) ?? 0);
  }
  const isKnown = price !== undefined && (critic === undefined || critic.price !== undefined);
  const flags = price === undefined ? '--price IN/OUT' : '--critic-price IN/OUT';
  const unknown = isKnown ? '' : `, dollars unknown without ${flags}`;
  return `cost: at most about ${describeAmount(amount, isKnown)}${unknown}`;
}

/** At the mean time of this model's stored answers. Loops that stop early and shared answers make it shorter. */
export function describeTime({ plan, means, critic, concurrency }: ExpectedCalls): string {
  let [ms, unknown, measured] = [0, 0, 0];
  for (const { role, isCritic, calls, stored } of plan.byRole.values()) {
    const mean = (isCritic && critic !== undefined ? critic.means : means).get(role);
    if (mean?.latencyMs === undefined) unknown += calls - stored;
    else ms += (calls - stored) * mean.latencyMs;
    measured += mean?.calls ?? 0;
  }
  if (unknown > 0) return 'time: not known before the first trials, no stored answer tells how long this model takes';
  return `time: at most about ${duration(ms / concurrency)} at ${concurrency} calls at a time (mean of ${number(measured)} stored answers)`;
}

/** What is known of a prover before a run. */
interface ProofTime {
  /** Of a core, which a known program took here just now: a busy machine changes little of it. */
  readonly seconds: number;
  /** Where a search for the proof of one obligation ends. */
  readonly boundSeconds: number;
}

/**
 * What a plan's proofs come to in hours of a prover: each generation is proved in its loop and for its grade, and equal programs once. None where no
 * program is proved.
 */
export function describeProofs({ byRole }: CallPlan, { seconds, boundSeconds }: ProofTime): string {
  const made = [...byRole.values()]
    .filter(({ role }) => role === 'generate' || role === 'regenerate')
    .reduce((sum, { calls }) => sum + calls, 0);
  const proofs = 2 * made;
  const hours = (each: number): string => {
    const all = (proofs * each) / 3600;
    return all.toLocaleString('en-US', { maximumFractionDigits: all < 10 ? 1 : 0 });
  };
  return `prover: at most ${number(proofs)} proofs (each generation in its loop and for its grade; equal programs are proved once): about ${hours(seconds)} hours of a core at ${seconds.toFixed(1)} s, which a known program took here, and ${hours(boundSeconds)} hours at ${boundSeconds} s, the bound of one obligation`;
}

const count = (value: number, noun: string): string => `${number(value)} ${noun}${value === 1 ? '' : 's'}`;
const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);
const number = (value: number): string => value.toLocaleString('en-US');
