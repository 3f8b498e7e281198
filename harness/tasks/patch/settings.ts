import type { Identity } from '../../types/record.ts';
import { TEST_TIMEOUT_MS } from './evaluation/evaluate.ts';
import type { GradingRules } from './logs/grading-rules.ts';

/** Flags that decide what a study on patches shows and how it grades. */
export interface PatchFlags {
  /** What of the repository the model is shown: `none`, `gold-files`, `bm25`, `files:a,b`. */
  readonly context?: string | undefined;
  readonly contextTokens?: number | undefined;
  readonly hints?: boolean | undefined;
  /** The names of the tests that must pass are shown too: a leak. */
  readonly testNames?: boolean | undefined;
  readonly swebenchRules?: GradingRules | undefined;
  /** Seconds. */
  readonly instanceTimeout?: number | undefined;
}

type PatchSettings = { readonly [Name in keyof PatchFlags]-?: NonNullable<PatchFlags[Name]> };

const DEFAULTS: PatchSettings = {
  context: 'bm25',
  /** The most the shown files take of a prompt, as the published retrieval's smallest setting. */
  contextTokens: 13_000,
  hints: false,
  testNames: false,
  swebenchRules: '5',
  instanceTimeout: TEST_TIMEOUT_MS / 1000,
};

/** What flags say; what none says is as the recording has it that is replayed or completed, or by default. */
export function settingsOf(
  flags: PatchFlags,
  recorded: Pick<Identity, 'patches' | 'limits'> | undefined,
): PatchSettings {
  const before = recordedSettings(recorded);
  return {
    context: flags.context ?? before.context,
    contextTokens: flags.contextTokens ?? before.contextTokens,
    hints: flags.hints ?? before.hints,
    testNames: flags.testNames ?? before.testNames,
    swebenchRules: flags.swebenchRules ?? before.swebenchRules,
    instanceTimeout: flags.instanceTimeout ?? before.instanceTimeout,
  };
}

function recordedSettings(recorded: Pick<Identity, 'patches' | 'limits'> | undefined): PatchSettings {
  if (recorded?.patches === undefined) return DEFAULTS;
  const { context, contextTokens, showsHints, showsTestNames = false, grading } = recorded.patches;
  return {
    ...{ context, contextTokens, hints: showsHints, testNames: showsTestNames, swebenchRules: grading },
    instanceTimeout: recorded.limits.wallMs / 1000,
  };
}
