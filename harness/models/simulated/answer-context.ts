import type { ModelRequest } from '../../types/model.ts';
import type { KnownProblem } from './known-programs.ts';
import type { SimulatedProfile } from './simulated-profile.ts';

/** What one answer is made from. */
export interface AnswerContext {
  readonly profile: SimulatedProfile;
  readonly datasetId: string;
  readonly known: KnownProblem | undefined;
  /** The function's name, for texts. */
  readonly entryPoint: string;
  readonly request: ModelRequest;
  readonly random: () => number;
}
