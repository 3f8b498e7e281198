import { planTrials, trialName } from '../records/plan.ts';
import { canonicalJson, sha256 } from '../storage/hash.ts';
import type { ConditionIdentity, Identity, Manifest, TrialSource, WholeRun } from '../types/record.ts';
import { billKey, countGenerations } from './bills.ts';
import { compareTaskIds, type MergedResult, mergeResults } from './merge.ts';
import type { FoundBenchmark, FoundResult } from './read-results.ts';
import type { Study, StudyBenchmark } from './study.ts';
import { type ImportedTrial, toTrial } from './to-trial.ts';
import { toVerdict } from './verdict.ts';

/** The fields of an identity that a published study's records can tell; the others only matter to whoever runs trials. */
type ImportedIdentity = Omit<
  Identity,
  'datasetSha256' | 'conditions' | 'maxClaims' | 'limits' | 'extractorVersion' | 'graderVersion' | 'seed'
> & { readonly conditions: readonly Omit<ConditionIdentity, 'promptsSha256'>[] };

export interface ImportedRun extends Pick<WholeRun, 'trajectories' | 'grades'> {
  readonly manifest: Omit<Manifest, 'identity'> & { readonly identity: ImportedIdentity };
}

/** The study's coin drew one of three sentences, of which one accepts. */
const ONE_OF_THREE = String(1 / 3);

/** One benchmark's result files as a run under the independent protocol, trials in plan order. A pure function of the files. */
export function toRun(study: Study, { benchmark, results, bills }: FoundBenchmark): ImportedRun {
  const merged = mergeResults(results);
  const taskIds = [...new Set(merged.map(({ counted }) => counted.result.task_id))].sort(compareTaskIds);
  const identity = identityOf(study, benchmark, taskIds, results);
  // Only patches were graded under run ids; programs have none, and their bills cover the files passed over too.
  const generations = benchmark.results === 'swe-bench-reports' ? countGenerations(bills) : undefined;
  const trials = new Map<string, ImportedTrial>();
  for (const result of merged) {
    const trial = importTrial(result, benchmark, generations);
    if (trial !== undefined) trials.set(trialName(trial.trajectory), trial);
  }
  const ordered = planTrials(identity).flatMap(({ id }) => trials.get(trialName(id)) ?? []);
  return {
    manifest: {
      version: 1,
      identity,
      identitySha256: sha256(canonicalJson(identity)),
      provenance: provenanceOf(study, benchmark, results, merged),
      isSimulated: false,
    },
    trajectories: ordered.map(({ trajectory }) => trajectory),
    grades: ordered.flatMap(({ grades }) => grades),
  };
}

function importTrial(
  { counted, passedOver }: MergedResult,
  { conditions }: StudyBenchmark,
  generations: ReadonlyMap<string, number> | undefined,
): ImportedTrial | undefined {
  const condition = conditions.find(({ name }) => name === counted.result.condition);
  if (condition === undefined) return undefined;
  const { task_id } = counted.result;
  const source: TrialSource = {
    file: counted.file,
    passedOver: passedOver.map(({ file, result }) => {
      const verdicts = result.iterations.map(({ verification }) => toVerdict(verification, condition.verification));
      const unparsed = verdicts.filter(({ status }) => status === 'unparsed');
      const { final_passed: isSolved } = result;
      return { file, isSolved, verdicts: verdicts.length, unparsedVerdicts: unparsed.length };
    }),
    ...(generations === undefined ? {} : { billedGenerations: generations.get(billKey(task_id, condition.name)) ?? 0 }),
  };
  return toTrial(counted.result, condition, source);
}

function identityOf(
  study: Study,
  benchmark: StudyBenchmark,
  taskIds: readonly string[],
  results: readonly FoundResult[],
): ImportedIdentity {
  const models = [...new Set(results.map(({ result }) => result.model))].sort();
  return {
    dataset: benchmark.dataset,
    taskIds,
    conditions: benchmark.conditions.map(({ passed: _, verification: __, ...condition }) => condition),
    k: benchmark.k,
    samples: 1,
    model: models.length === 0 ? 'not recorded' : models.join(' and '),
    modelContentSha256: contentSha256(results),
    imported: study.id,
    protocol: 'independent',
    stop: 'verdict',
    temperature: 'published',
    randomAcceptance: ONE_OF_THREE,
    maxOutputTokens: benchmark.maxOutputTokens,
    extractor: 'published',
  };
}

function contentSha256(results: readonly FoundResult[]): string {
  const sums = results.map(({ file, text }) => `${sha256(text)}  ${file}\n`).sort();
  return sha256(sums.join(''));
}

function provenanceOf(
  { source }: Study,
  { sandbox }: StudyBenchmark,
  results: readonly FoundResult[],
  merged: readonly MergedResult[],
): Manifest['provenance'] {
  return { sandbox, source, resultFiles: results.length, trials: merged.length };
}
