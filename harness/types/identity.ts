/**
 * Everything a number of a run depends on, as its manifest has it. A manifest may be anybody's, out of a bundle: every field that anything
 * here reads is bounded, names are printable and fit a file name where they become one.
 */

import { z } from '../storage/schema.ts';
import { STUDY_BOUNDS } from '../study-bounds.ts';
import { visibleLine } from '../text/visible-text.ts';
import type { Immutable } from './immutable.ts';

export const printable = (most: number) =>
  z
    .string()
    .max(most)
    .refine((text) => visibleLine(text) === text, 'expected printable characters');
const whole = (least: number, most: number) => z.int().min(least).max(most);
const amount = z.number().nonnegative().max(1e12);
export const sum = z.string().regex(/^[\w:.-]{0,100}$/, 'expected a checksum');

/**
 * A condition's name is a part of file names, and never names a file that would be run: what a record or a study says loads nothing of
 * its own.
 */
export const conditionName = z
  .string()
  .regex(/^\w[\w.+=-]{0,99}$/, 'expected a name of letters, digits and . + = - _')
  .refine((name) => !/\.[cm]?[jt]s$/.test(name), 'expected the name of a condition, not of a file');
const datasetName = z.string().regex(/^\w[\w.-]{0,99}$/, 'expected a name of letters, digits and . - _');

export const conditionShape = z.object({
  name: conditionName,
  description: printable(500),
  /** The verifier's name. */
  verifier: z.string().regex(/^[a-z][a-z0-9-]{0,39}$/, "expected a verifier's name"),
  /** Its loop looks at the grading tests. */
  oracle: z.boolean(),
  /** The condition it was declared to be compared with; `baseline` when absent. No part of `identitySha256`. */
  comparator: conditionName.exactOptional(),
  /** It has no rounds. No part of `identitySha256`. */
  answersOnce: z.literal(true).exactOptional(),
  /** The published study's extractor takes its candidates; the harness's own when absent. */
  extractor: z.literal('published').exactOptional(),
  /** Its loop is told of failing tests what the published loops were told. */
  feedback: z.literal('traceback').exactOptional(),
  /** Faults put in on purpose; its name then says so too. */
  inject: z
    .partialRecord(z.enum(['lie', 'claims', 'plan', 'review', 'gate']), z.number().min(0).max(1))
    .exactOptional(),
  /** sha256 of its file (without the comparator) and of what it imports: a changed prompt is another condition. */
  promptsSha256: sum,
});
export type ConditionIdentity = Immutable<z.infer<typeof conditionShape>>;

/** What one execution may be given by somebody else's manifest. */
const limits = z.object({
  wallMs: amount.max(86_400_000),
  cpuSeconds: amount.max(86_400),
  memoryMb: amount.max(65_536),
  processes: whole(1, 4_096),
  fileMb: amount.max(65_536),
  outputBytes: whole(0, 1 << 30),
});

const price = z.object({ inputUsd: amount, cachedInputUsd: amount.exactOptional(), outputUsd: amount });

/** What decides the numbers of a run on patches, beside what decides those of every run. */
const patches = z.object({
  /** What of the repository the model is shown, as the flag says it; `gold-files` is a leak. */
  context: printable(10_000),
  /** The most the shown files may take of a prompt, estimated on the high side. */
  contextTokens: amount,
  /** The discussion of the issue is shown too: a leak. */
  showsHints: z.boolean(),
  /** The names of the tests that must pass are shown: a leak. Only where a flag asked for it. */
  showsTestNames: z.literal(true).exactOptional(),
  /** The published harness that grades follow. */
  grading: z.enum(['4', '5']),
  /** Of what every task showed the model: issue, files, hints. */
  statementsSha256: sum,
});

/** Where trials begin that do not begin with an answer. */
export const STARTS = ['pool:right', 'pool:wrong', 'pool:both'] as const;

export const identityShape = z.object({
  dataset: datasetName,
  datasetSha256: sum,
  taskIds: z.array(printable(200).min(1)).max(STUDY_BOUNDS.tasks),
  conditions: z.array(conditionShape).min(1).max(STUDY_BOUNDS.conditions),
  k: z.array(whole(0, STUDY_BOUNDS.k)).min(1).max(STUDY_BOUNDS.ks),
  samples: whole(1, STUDY_BOUNDS.samples),
  /** Arms with more samples a task than the others; only where a flag gave them. */
  samplesOf: z.record(conditionName, whole(1, STUDY_BOUNDS.samples)).exactOptional(),
  model: printable(300).min(1),
  modelContentSha256: sum.exactOptional(),
  /** The model that answers for the critic of arms that have one; `model` when absent. */
  critic: printable(300).min(1).exactOptional(),
  criticContentSha256: sum.exactOptional(),
  /** The study whose recording answered in place of the model. */
  recording: printable(300).exactOptional(),
  /**
   * The published study whose result files this run was imported from. What its records do not tell is then absent: dataset sum,
   * seed, limits, claims, versions and prompt sums, which only whoever runs trials reads.
   */
  imported: datasetName.exactOptional(),
  /** The run of another dataset whose steps this run grades; its loops saw the tests of that one. `otherPrompts`: tasks whose prompts are not the same. */
  answersOf: z
    .object({
      dataset: datasetName,
      datasetSha256: sum,
      identitySha256: sum,
      otherPrompts: z.array(printable(200).min(1)).max(STUDY_BOUNDS.tasks),
    })
    .exactOptional(),
  /** Step 0 is a program of the task's pool in place of an answer; `pool:both`: even samples begin right, odd ones wrong. */
  start: z.enum(STARTS).exactOptional(),
  protocol: z.enum(['nested', 'independent']),
  stop: z.enum(['verdict', 'never']),
  temperature: z.union([z.enum(['published', 'provider-default']), z.number().min(0).max(10)]),
  maxOutputTokens: whole(1, STUDY_BOUNDS.outputTokens),
  maxClaims: whole(0, STUDY_BOUNDS.maxClaims),
  /** From here to `price` only where a flag gave them. */
  topP: z.number().min(0).max(1).exactOptional(),
  topK: whole(0, 1e9).exactOptional(),
  modelSeed: z.int().exactOptional(),
  reasoningEffort: printable(100).exactOptional(),
  openaiApi: z.enum(['chat', 'responses']).exactOptional(),
  trialBudgetUsd: amount.exactOptional(),
  trialBudgetTokens: amount.exactOptional(),
  /** Dollars for a million tokens. */
  price: price.exactOptional(),
  criticPrice: price.exactOptional(),
  /** How wide and how deep searches are; what no flag gave is the harness's own. */
  search: z
    .object({
      exploration: whole(1, STUDY_BOUNDS.k).exactOptional(),
      breadth: whole(1, STUDY_BOUNDS.k).exactOptional(),
      depth: whole(1, STUDY_BOUNDS.k).exactOptional(),
    })
    .exactOptional(),
  /** What a model is asked for, where that is not the body under a contract: `annotation`, or a translation such as `dafny->python`. */
  job: z
    .string()
    .regex(/^\w{1,40}(->\w{1,40})?$/, 'expected a job')
    .exactOptional(),
  /** sha256 of the examples that prompts draw from. */
  pools: sum.exactOptional(),
  /** Only where candidates are patches. */
  patches: patches.exactOptional(),
  limits,
  randomAcceptance: z
    .string()
    .regex(/^(\d[\d.e-]{0,30}|match:\w[\w.+=-]{0,99})$/, 'expected a share or match:CONDITION'),
  extractor: z.enum(['default', 'published']),
  extractorVersion: printable(100),
  graderVersion: printable(100),
  seed: z.int(),
});
export type Identity = Immutable<z.infer<typeof identityShape>>;
