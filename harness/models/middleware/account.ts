import type { Price } from '../providers/prices.ts';
import { countedUsage } from '../providers/token-estimate.ts';
import type { AnswerListener } from '../stored/sampling.ts';
import { type Amount, amountOf, nothing, plus } from './budget.ts';

/** What a run has used and what it did not have to, while it goes on. For the person who waits; tables use the records. */
export interface Account {
  readonly observe: AnswerListener;
  /** `$0.12`, with sessions before this one. */
  spent(): string;
  /** One line for the end of the run. */
  summary(): string;
}

/** `spent` tells the run's whole spending, with sessions before this one; without a price everything is in tokens. */
export function createAccount(price: Price | undefined, spent: () => Amount & { readonly assumed: Amount }): Account {
  const counts = { asked: 0, stored: 0, shared: 0 };
  const saved = { stored: nothing, shared: nothing };
  const servedModels = new Map<string, number>();
  const before = spent();
  const show = (amount: Amount): string => describeAmount(amount, price !== undefined);
  const savings = (): string => `saved ${show(saved.shared)} by sharing and ${show(saved.stored)} by the store`;
  return {
    observe(origin, _key, request, response) {
      counts[origin]++;
      const { servedModel } = response.provenance ?? {};
      if (servedModel !== undefined) servedModels.set(servedModel, (servedModels.get(servedModel) ?? 0) + 1);
      if (origin !== 'asked') saved[origin] = plus(saved[origin], amountOf(countedUsage(request, response), price));
    },
    spent: () => show(spent()),
    summary() {
      const now = spent();
      const session = { usd: now.usd - before.usd, tokens: now.tokens - before.tokens };
      const assumed =
        now.assumed.tokens === 0 ? '' : ` (${show(now.assumed)} of it estimated: the provider reported no usage)`;
      const whole = before.tokens === 0 ? '' : `, ${show(now)} with earlier sessions`;
      return `model calls: ${counts.asked} made, ${show(session)} spent${whole}${assumed}, ${counts.stored} from the store, ${counts.shared} shared; ${savings()}${describeServed(servedModels)}`;
    },
  };
}

/** Dollars where they are known, else tokens. */
export function describeAmount({ usd, tokens }: Amount, hasPrice: boolean): string {
  if (!hasPrice) return `${Math.round(tokens).toLocaleString('en-US')} tokens`;
  return `$${usd === 0 || usd >= 1 ? usd.toFixed(2) : usd.toFixed(4)}`;
}

/** Said when a provider answered with several models or versions: the run then measures a mixture. */
function describeServed(servedModels: ReadonlyMap<string, number>): string {
  if (servedModels.size < 2) return '';
  const named = [...servedModels].map(([name, answers]) => `${name} (${answers})`);
  return `\nNOTE: answers came from several models, by what the provider says: ${named.join(', ')}`;
}
