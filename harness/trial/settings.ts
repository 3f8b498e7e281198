import type { TrialBudget } from '../models/middleware/trial-budget.ts';
import type { Sampler } from '../models/stored/sampling.ts';
import type { Injection } from '../types/attempt.ts';
import type { SearchBounds } from '../types/search.ts';
import type { CriticRates } from './matched-rates.ts';
import type { MatchedTokens } from './matched-tokens.ts';

/** What decides a trial's course beside its condition and task; all of it is in the run's identity. */
export interface TrialSettings {
  readonly rounds: number;
  readonly stop: 'verdict' | 'never';
  readonly temperature: 'published' | 'provider-default' | number;
  readonly maxOutputTokens: number;
  readonly maxClaims: number;
  readonly randomAcceptance: number;
  readonly seed: number;
  /** Where step 0 comes from, where the model does not write it. */
  readonly start?: 'pool:right' | 'pool:wrong' | 'pool:both';
  readonly topP?: number;
  readonly topK?: number;
  readonly modelSeed?: number;
  readonly reasoningEffort?: string;
  /** How wide and how deep a search is, where a flag says it. */
  readonly search?: Partial<SearchBounds>;
}

export interface TrialParts {
  readonly sampler: Sampler;
  /** Answers the calls that a condition leaves to a critic; `sampler` does where absent. */
  readonly critic?: Sampler;
  readonly signal: AbortSignal;
  /** Bounds what the trial may use, counted as if it ran alone. */
  readonly budget?: TrialBudget;
  /** What the trial that this one is matched with used. */
  readonly tokens?: MatchedTokens;
  /** How the critic of the arm judged that this one's coins are matched to. */
  readonly rates?: CriticRates;
  /** Rates at which faults are put in on purpose. */
  readonly inject?: Injection;
  /** Is told of an error in the code of a condition or of the harness, which ends the trial. */
  readonly onBug?: (error: unknown) => void;
}
