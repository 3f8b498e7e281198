import { describeAmount } from '../models/middleware/account.ts';
import { costOf, type SourcedPrice } from '../models/providers/prices.ts';
import type { Role, RoleName } from '../types/model.ts';
import type { CallPlan } from './call-plan.ts';
import { FALLBACK_PROFILE, type MeanTokens } from './mean-tokens.ts';

/** What a plan's calls come to: counts, then what the new ones cost at the most. */
export function describeCalls(
  plan: CallPlan,
  means: ReadonlyMap<Role, MeanTokens>,
  price: SourcedPrice | undefined,
  critic?: CriticCosts,
): string[] {
  const all = [...plan.byRole.values()];
  const calls = sum(all.map((role) => role.calls));
  const stored = sum(all.map((role) => role.stored));
  const { firstAnswers, repeatable } = plan;
  const scaled = plan.played < plan.trials ? `, scaled up from the first ${number(plan.played)} trials` : '';
  return [
    `model calls: at most ${number(calls)} (shared calls once, every loop to its last round${scaled}), stored already: ${number(stored)}, new: at most ${number(calls - stored)}`,
    `  first answers: ${number(firstAnswers.stored)} of ${number(firstAnswers.calls)} are stored (exact); later requests depend on answers and verdicts, so more of them may be stored, and loops that stop early make fewer`,
    ...(repeatable === 0
      ? []
      : [`  not counted: up to ${number(repeatable)} repeats of structured answers that do not parse`]),
    calls === stored ? '  nothing new is asked for: $0.00' : `  ${estimate(plan, means, price)}`,
    ...criticLines(plan, critic),
  ];
}

/** What is known of the calls of a second model. */
export interface CriticCosts {
  readonly modelId: string;
  readonly means: ReadonlyMap<Role, MeanTokens>;
  readonly price: SourcedPrice | undefined;
}

function criticLines({ byRole, ...plan }: CallPlan, critic: CriticCosts | undefined): string[] {
  if (critic === undefined) return [];
  const own = new Map([...byRole].filter(([, { isCritic }]) => isCritic));
  const made = sum([...own.values()].map(({ calls }) => calls));
  const stored = sum([...own.values()].map((role) => role.stored));
  const head = `  of these ${number(made)} of the critic ${critic.modelId}, stored already: ${number(stored)}`;
  if (made === stored) return [head];
  const asWritten = new Map([...own].map(([name, planned]) => [name, { ...planned, isCritic: false }]));
  return [head, `  critic, ${estimate({ ...plan, byRole: asWritten }, critic.means, critic.price)}`];
}

function estimate({ byRole }: CallPlan, means: ReadonlyMap<Role, MeanTokens>, price: SourcedPrice | undefined): string {
  let usd = 0;
  let tokens = 0;
  const own = [...byRole].filter(([, { isCritic }]) => !isCritic);
  for (const [, { role, calls, stored }] of own) {
    const { inputTokens = 0, outputTokens = 0 } = means.get(role) ?? {};
    tokens += (calls - stored) * (inputTokens + outputTokens);
    usd += (calls - stored) * (costOf({ inputTokens, outputTokens }, price) ?? 0);
  }
  const basis = own.map(([name, { role }]) => describeMean(name, means.get(role))).join('; ');
  const source = `mean tokens per call: ${basis}`;
  const amount = describeAmount({ usd, tokens }, price !== undefined);
  if (price === undefined) {
    return `estimated: at most about ${amount}; dollars unknown, this model is not in the price table: give --price IN/OUT (${source})`;
  }
  return `estimated: at most about ${amount} (${source}; ${describePrice(price)})`;
}

function describeMean(role: RoleName, mean: MeanTokens | undefined): string {
  if (mean === undefined) return `${role} unknown`;
  const from = mean.calls === 0 ? (mean.from ?? `profile ${FALLBACK_PROFILE}`) : `${mean.calls} stored`;
  return `${role} ${Math.round(mean.inputTokens)} in, ${Math.round(mean.outputTokens)} out (${from})`;
}

function describePrice(price: SourcedPrice): string {
  const { source = 'as given', asOf } = price;
  const from = asOf === undefined ? source : `${source} as of ${asOf}`;
  return `price $${price.inputUsd} in, $${price.outputUsd} out for a million tokens, ${from}`;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);
const number = (count: number): string => count.toLocaleString('en-US');
