import { UsageError } from '../errors.ts';
import type { ConditionIdentity } from '../types/record.ts';

/** What a result file's `passed` of one iteration is about. */
type PassedField =
  /** The candidate that iteration verified, before it was regenerated. */
  | 'verified'
  /** The candidate that iteration regenerated; where the loop stopped, the one it verified. */
  | 'regenerated';

/** Who wrote an iteration's `verification`, and so how it is read. */
export type VerificationText = 'test-run' | 'critique' | 'judge-json' | 'coin';

/** A condition of a published study: an identity without the prompts' sum, which its records do not tell. */
export interface StudyCondition extends Omit<ConditionIdentity, 'promptsSha256'> {
  readonly passed: PassedField;
  readonly verification: VerificationText;
}

/** One benchmark of a published study: where its results are and how they become the published tables. */
export interface StudyBenchmark {
  /** Our dataset's id, and the name of the run folder. */
  readonly dataset: string;
  /** Result directories. Of several files for one task, condition and k, the one in the first of these directories counts. */
  readonly directories: readonly string[];
  readonly k: readonly number[];
  readonly conditions: readonly StudyCondition[];
  readonly results: 'program-tests' | 'swe-bench-reports';
  readonly maxOutputTokens: number;
  /** One sentence for the tables: in what its candidates ran. */
  readonly sandbox: string;
}

export interface Study {
  readonly id: string;
  readonly title: string;
  /** Where its result files are published, at which state. */
  readonly source: string;
  readonly benchmarks: readonly StudyBenchmark[];
}

const baseline: StudyCondition = {
  name: 'baseline',
  description: 'one answer',
  answersOnce: true,
  verifier: 'none',
  oracle: false,
  passed: 'regenerated',
  verification: 'test-run',
};
const lucid: StudyCondition = {
  name: 'lucid',
  description: 'the loop as published: grading tests, fix plan, regeneration',
  verifier: 'grading-tests',
  oracle: true,
  passed: 'verified',
  verification: 'test-run',
};
const ablation = (name: string, description: string, other: Partial<StudyCondition> = {}): StudyCondition => ({
  ...lucid,
  name,
  description,
  comparator: 'lucid',
  ...other,
});

const programConditions: readonly StudyCondition[] = [
  baseline,
  {
    name: 'self-refine',
    description: 'critique by the same model; stops when it says NO ISSUES FOUND',
    verifier: 'model',
    oracle: false,
    passed: 'regenerated',
    verification: 'critique',
  },
  {
    name: 'llm-judge',
    description: 'a judge call whose JSON verdicts must all be PASS',
    verifier: 'model',
    oracle: false,
    passed: 'regenerated',
    verification: 'judge-json',
  },
  lucid,
  ablation('lucid-no-extract', 'lucid without claims'),
  ablation('lucid-no-context', 'lucid that regenerates without the previous program'),
  ablation('lucid-no-remediate', 'lucid with the raw test output in place of the plan'),
  ablation('lucid-learned-verify', 'lucid told what a judge says in place of the tests; never stops early', {
    verifier: 'model',
    oracle: false,
    verification: 'judge-json',
  }),
  ablation('lucid-random-verify', 'lucid told one of three fixed sentences by chance; never stops early', {
    verifier: 'coin',
    oracle: false,
    verification: 'coin',
  }),
];

/** The study whose tables `datasets/published/lucid.json` holds. Directories in the order of its own merging script. */
const LUCID: Study = {
  id: 'lucid',
  title: 'LUCID (provisional patent specification, February 2026)',
  source: 'github.com/gtsbahamas/hallucination-reversing-system, results/, commit 46fd63b',
  benchmarks: [
    {
      dataset: 'humaneval',
      directories: ['', '-b', '-b2', '-b3', '-c', '-c2', '-c3', '-c4', '-c5', '-c6'].map((part) => `humaneval${part}`),
      k: [1, 3, 5],
      conditions: programConditions,
      results: 'program-tests',
      maxOutputTokens: 2048,
      sandbox: 'none: the study ran candidate and tests in one process on its own machine; passed = exit code 0',
    },
    {
      dataset: 'swe-bench-lite',
      directories: ['swebench-v2'],
      k: [1, 3],
      conditions: [baseline, lucid],
      results: 'swe-bench-reports',
      maxOutputTokens: 4096,
      sandbox: 'the SWE-bench harness, in Docker containers',
    },
  ],
};

const STUDIES: readonly Study[] = [LUCID];

/** A study by its id. Throws `UsageError` naming the known ones. */
export function findStudy(id: string): Study {
  const study = STUDIES.find((known) => known.id === id);
  if (study !== undefined) return study;
  throw new UsageError(
    `expected the name of a study that can be imported (${STUDIES.map((known) => known.id).join(', ')}), got "${id}"`,
  );
}
