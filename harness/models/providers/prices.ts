import { UsageError } from '../../errors.ts';
import type { Usage } from '../../types/model.ts';

/** US dollars for a million tokens. Reasoning tokens are output tokens everywhere. */
export interface Price {
  readonly inputUsd: number;
  /** Input the provider had in its cache; `undefined`: counted as other input. */
  readonly cachedInputUsd?: number;
  readonly outputUsd: number;
}

interface DatedPrice extends Price {
  readonly asOf: string;
  readonly source: string;
}

/** Without a source: as given by `--price`. */
export interface SourcedPrice extends Price {
  readonly asOf?: string;
  readonly source?: string;
}

// The day of the newest copy of the provider's page that these figures were compared with.
const openai = { asOf: '2026-03-21', source: 'https://developers.openai.com/api/docs/pricing' };
const anthropic = { asOf: '2026-10-24', source: 'https://platform.claude.com/docs/en/about-claude/pricing' };

/** Standard tier, no batch, no priority. By model name without its date; what is not here must be given by `--price`. */
const prices: Readonly<Record<string, DatedPrice>> = {
  'openai:gpt-4o': { inputUsd: 2.5, cachedInputUsd: 1.25, outputUsd: 10, ...openai },
  'openai:gpt-4o-mini': { inputUsd: 0.15, cachedInputUsd: 0.075, outputUsd: 0.6, ...openai },
  'openai:gpt-4.1': { inputUsd: 2, cachedInputUsd: 0.5, outputUsd: 8, ...openai },
  'openai:gpt-4.1-mini': { inputUsd: 0.4, cachedInputUsd: 0.1, outputUsd: 1.6, ...openai },
  'openai:gpt-4.1-nano': { inputUsd: 0.1, cachedInputUsd: 0.025, outputUsd: 0.4, ...openai },
  'openai:gpt-5': { inputUsd: 1.25, cachedInputUsd: 0.125, outputUsd: 10, ...openai },
  'openai:gpt-5-mini': { inputUsd: 0.25, cachedInputUsd: 0.025, outputUsd: 2, ...openai },
  'openai:gpt-5-nano': { inputUsd: 0.05, cachedInputUsd: 0.005, outputUsd: 0.4, ...openai },
  'openai:o3': { inputUsd: 2, cachedInputUsd: 0.5, outputUsd: 8, ...openai },
  'openai:o4-mini': { inputUsd: 1.1, cachedInputUsd: 0.275, outputUsd: 4.4, ...openai },
  'anthropic:claude-haiku-4-5': { inputUsd: 1, cachedInputUsd: 0.1, outputUsd: 5, ...anthropic },
  'anthropic:claude-sonnet-4-5': { inputUsd: 3, cachedInputUsd: 0.3, outputUsd: 15, ...anthropic },
  'anthropic:claude-sonnet-4-6': { inputUsd: 3, cachedInputUsd: 0.3, outputUsd: 15, ...anthropic },
  'anthropic:claude-sonnet-5': { inputUsd: 2, cachedInputUsd: 0.2, outputUsd: 10, ...anthropic },
  'anthropic:claude-sonnet-5-5': { inputUsd: 2, cachedInputUsd: 0.1, outputUsd: 10, ...anthropic },
  'anthropic:claude-opus-4-5': { inputUsd: 5, cachedInputUsd: 0.5, outputUsd: 25, ...anthropic },
  'anthropic:claude-opus-4-6': { inputUsd: 5, cachedInputUsd: 0.5, outputUsd: 25, ...anthropic },
  'anthropic:claude-opus-4-7': { inputUsd: 5, cachedInputUsd: 0.5, outputUsd: 25, ...anthropic },
  'anthropic:claude-opus-4-8': { inputUsd: 5, cachedInputUsd: 0.5, outputUsd: 25, ...anthropic },
  'anthropic:claude-opus-5': { inputUsd: 5, cachedInputUsd: 0.5, outputUsd: 25, ...anthropic },
  'anthropic:claude-opus-5-5': { inputUsd: 4, cachedInputUsd: 0.2, outputUsd: 20, ...anthropic },
};

/** The table's price of `openai:<model>` or `anthropic:<model>`, dated snapshots included; `undefined` when not in it. */
export function knownPrice(modelId: string): DatedPrice | undefined {
  return prices[modelId] ?? prices[modelId.replace(/-(?:\d{8}|\d{4}-\d{2}-\d{2})$/, '')];
}

/** `--price IN/OUT` or `IN/CACHED/OUT`, in dollars for a million tokens. Throws `UsageError` for anything else. */
export function parsePrice(flag: string): Price {
  const numbers = flag.split('/').map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
  const [inputUsd, second, third] = numbers;
  const isRight = numbers.length <= 3 && numbers.every((one) => Number.isFinite(one) && one >= 0);
  if (!isRight || inputUsd === undefined || second === undefined) {
    throw new UsageError(`--price: expected IN/OUT or IN/CACHED/OUT in dollars for a million tokens, got '${flag}'`);
  }
  return third === undefined ? { inputUsd, outputUsd: second } : { inputUsd, cachedInputUsd: second, outputUsd: third };
}

/** What a call cost; `undefined` when the price or the usage is not known. */
export function costOf(usage: Usage | undefined, price: Price | undefined): number | undefined {
  if (usage === undefined || price === undefined) return undefined;
  const cached = usage.cachedInputTokens ?? 0;
  const input = (usage.inputTokens - cached) * price.inputUsd + cached * (price.cachedInputUsd ?? price.inputUsd);
  return (input + usage.outputTokens * price.outputUsd) / 1e6;
}
