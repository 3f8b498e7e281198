import type { Analysis } from '../metrics/analysis.ts';
import { armOf } from '../metrics/trials/trials.ts';
import { ROLES } from '../metrics/truncated-answers.ts';
import { tuningTasks } from '../metrics/verifier-report-card.ts';
import { proversOf } from '../metrics/what-grades.ts';
import { temperatureOf } from '../models/stored/sampling.ts';
import { minimumDetectableEffect } from '../statistics/power.ts';
import type { Identity, Run } from '../types/record.ts';
import { importedHeader } from './published/imported-header.ts';
import { faultNotice } from './tables/faults.ts';
import { count, percentPoints } from './tables/format.ts';
import { recordingLines } from './tables/replay.ts';

/** The line above every table of a run that is simulated, has faults put in on purpose, or begins with given programs; `undefined` for any other. */
export function simulatedNotice(run: Run): string | undefined {
  const source = run.manifest.identity.patches === undefined ? 'profile' : 'script';
  const simulated = `SIMULATED, not measured: differences between conditions are those of the ${source}, never a finding.`;
  const notices = [...(run.manifest.isSimulated ? [simulated] : []), ...faultNotice(run), ...startNotice(run)];
  return notices.length === 0 ? undefined : notices.join(' ');
}

/** Where step 0 is no answer of the model: no rate at k = 0 is its own. */
function startNotice({ manifest: { identity } }: Run): readonly string[] {
  const { start } = identity;
  if (start === undefined) return [];
  const which = {
    'pool:right': 'a right one',
    'pool:wrong': 'a wrong one',
    'pool:both': 'a right one in even samples, a wrong one in odd ones',
  };
  return [
    `STARTED FROM THE POOL (${start}): step 0 is a program of the task’s pool, ${which[start]}, the same for every arm; no share that is solved is the model’s own.`,
  ];
}

/** What was run, one fact a line: dataset, model, sizes, protocol, sandbox, and how much could not be graded. */
export function headerLines(analysis: Analysis): string[] {
  const { identity, identitySha256, provenance, isSimulated } = analysis.run.manifest;
  const { samples, protocol, stop, seed, extractor } = identity;
  const tasks = identity.taskIds.length;
  if (identity.imported !== undefined) return [...importedHeader(analysis.run), ...completeness(analysis)];
  return [
    `dataset: ${identity.dataset} (sha256 ${identity.datasetSha256.slice(0, 12)}), tasks: ${tasks}, samples per task: ${samples}`,
    ...builtLines(provenance.builtBy),
    ...answersLines(identity),
    ...moreSamples(identity),
    `model: ${identity.model}${isSimulated ? ' (SIMULATED)' : ''}, extractor: ${extractor}`,
    ...(identity.critic === undefined ? [] : [`critic: ${identity.critic} (answers ${CRITICS_CALLS})`]),
    `at most ${count(identity.maxOutputTokens)} output tokens per answer, at most ${identity.maxClaims} claims per candidate`,
    temperatureLine(identity),
    ...samplingLines(identity),
    ...patchLines(analysis.run),
    ...recordingLines(analysis),
    ...tuningLines(analysis.run),
    ...effectLines(analysis),
    `k: ${identity.k.join(', ')}, protocol: ${protocol}, stop rule: ${stop}, seed: ${seed}`,
    `sandbox: ${provenance.sandbox ?? 'not recorded'}`,
    ...proverLines(identity),
    `denominator: ${count(tasks * samples)} trials per condition (${tasks} tasks x ${samples} ${samples === 1 ? 'sample' : 'samples'})`,
    ...completeness(analysis),
    `run identity: ${identitySha256.slice(0, 12)} (runs may be compared when it is the same)`,
  ];
}

/** Tests that a model wrote may be wrong: no table of theirs is read without knowing it. */
const builtLines = (builtBy: string | number | boolean | undefined): string[] =>
  builtBy === undefined ? [] : [`graded by a built dataset: its tests were made from texts by ${builtBy}`];

/** For arms whose critic is a wording that was chosen: whether it is judged here on the tasks it was chosen on. */
function tuningLines(run: Run): string[] {
  const { identity, provenance } = run.manifest;
  const hasCritic = identity.conditions.some(({ name }) => armOf(run, name).hasUpdates);
  if (!hasCritic || provenance.tuningTasks === undefined) return [];
  const tuning = [...tuningTasks(run)];
  const names = tuning.length === 0 ? 'none' : `${tuning.length} (${tuning.join(', ')})`;
  return [`tuning tasks, on which the wording of prompts was chosen: ${names} of the ${identity.taskIds.length}`];
}

/** Whose answers are graded here, where they were not asked for by these tasks; what loops were told came from other tests. */
function answersLines({ answersOf }: Identity): string[] {
  if (answersOf === undefined) return [];
  const { dataset, identitySha256, otherPrompts } = answersOf;
  const others = otherPrompts.length === 0 ? 'prompts are the same' : `prompts differ in ${otherPrompts.join(', ')}`;
  return [
    `ANSWERS OF ANOTHER RUN: ${dataset} (run identity ${identitySha256.slice(0, 12)}), graded by these tests; loops were told what the tests of ${dataset} say; ${others}`,
  ];
}

/** Other versions prove other programs. */
function proverLines(identity: Identity): string[] {
  const provers = proversOf(identity);
  return provers === undefined ? [] : [`proved by: ${provers}`];
}

/** Of these lines the ones that a reader of one table must know: where programs ran, what differs from a recording, what is missing. */
export function cautionLines(analysis: Analysis): string[] {
  return headerLines(analysis).filter((line) =>
    /^(IMPORTED|ANSWERS OF ANOTHER|graded by a built|sandbox:|proved by:|drift:|ungraded at|NOT COMPLETE)/.test(line),
  );
}

/** What a second model answers. */
const CRITICS_CALLS = 'review, probe and verify of arms that have a critic';

/** The share of tasks that regress for which the second minimum detectable effect is given. */
const SOME_LOSSES = 0.1;

/** What a comparison of this size can see; nothing where none is declared. */
function effectLines({ readings, run }: Analysis): string[] {
  const { taskIds, samples } = run.manifest.identity;
  if (readings.length === 0) return [];
  const alike = samples === 1 ? '' : '; as if the samples of a task were all alike';
  return [
    `minimum detectable effect between two arms: ${effects(taskIds.length)} (paired, n = ${taskIds.length} tasks, exact McNemar, 80 % power, alpha 0.05, one comparison${alike})`,
  ];
}

function effects(tasks: number): string {
  const [none, some] = [0, SOME_LOSSES].map((lossRate) => minimumDetectableEffect(tasks, { lossRate }));
  if (none === undefined) return 'none, there are too few tasks';
  const whenSome = some === undefined ? 'none' : `${percentPoints(some)} points`;
  return `${percentPoints(none)} points when no task regresses, ${whenSome} when ${100 * SOME_LOSSES} % of them do`;
}

/** By stage: `temperature: 0.7 (generate, regenerate), 0 (criticise, …)`. */
function temperatureLine({ temperature }: Identity): string {
  const byValue = Map.groupBy(ROLES, (role) => temperatureOf(role, temperature));
  const values = [...byValue].map(([value, roles]) => `${value ?? 'the provider’s default'} (${roles.join(', ')})`);
  return `temperature: ${values.join(', ')}`;
}

/** Arms with more samples than are compared, and where those count. */
function moreSamples({ samples, samplesOf = {} }: Identity): string[] {
  const more = Object.entries(samplesOf).filter(([, own]) => own > samples);
  if (more.length === 0) return [];
  const arms = more.map(([name, own]) => `${name} ${own}`).join(', ');
  const those = samples === 1 ? 'the first sample' : `the first ${samples} samples`;
  return [
    `more samples: ${arms}; arms are compared by ${those}, the others count where arms are not compared (pass@m, resampling, cost, trial ends)`,
  ];
}

/** What was sent with every request and what bounded a trial, where flags said so. */
function samplingLines(identity: Identity): string[] {
  const facts: readonly (readonly [name: string, value: number | string | undefined])[] = [
    ['top-p', identity.topP],
    ['top-k', identity.topK],
    ['model seed', identity.modelSeed],
    ['reasoning effort', identity.reasoningEffort],
    ['OpenAI interface', identity.openaiApi],
    ['trial budget in $', identity.trialBudgetUsd],
    ['trial budget in tokens', identity.trialBudgetTokens],
  ];
  const given = facts.filter(([, value]) => value !== undefined).map(([name, value]) => `${name}: ${value}`);
  return given.length === 0 ? [] : [given.join(', ')];
}

/** What the model was shown of the repositories, leaks by name, and whose rules graded. */
function patchLines({ manifest: { identity, provenance } }: Run): string[] {
  const { patches } = identity;
  if (patches === undefined) return [];
  const { context, contextTokens, showsHints, showsTestNames, grading } = patches;
  const leak = context === 'gold-files' ? ', A LEAK: the files were chosen by the gold patch' : '';
  return [
    `context: ${context} (at most ${count(contextTokens)} tokens of files)${leak}`,
    ...(context === 'none'
      ? []
      : [`context, file by file in contexts.jsonl: ${provenance.contextShown ?? 'not recorded'}`]),
    ...(showsHints ? ['hints: shown, A LEAK: the discussion of the issue often holds the fix'] : []),
    ...(showsTestNames === true ? ['names of the tests that must pass: shown, A LEAK'] : []),
    `grading: by the rules of swebench ${grading === '4' ? '4.1.0' : '5.0.2'}`,
    ...[provenance.images, provenance.uncertified].flatMap((said) => (said === undefined ? [] : [String(said)])),
  ];
}

/** How many trials are ungraded at the largest k, and why: `3 of 15 trials: sandbox-lost 1, trial-error 2`. */
export function ungradedText({ columns }: Analysis): { readonly ungraded: number; readonly text: string } {
  const last = columns.filter(({ condition }, position) => columns[position + 1]?.condition.name !== condition.name);
  const results = last.flatMap(({ trials }) => trials);
  const reasons = results.flatMap(({ outcome }) => (outcome.status === 'ungraded' ? [outcome.reason] : []));
  const named = [...new Set(reasons)].sort().map((reason) => `${reason} ${reasons.filter((r) => r === reason).length}`);
  const detail = named.length === 0 ? '' : `: ${named.join(', ')}`;
  return { ungraded: reasons.length, text: `${count(reasons.length)} of ${count(results.length)} trials${detail}` };
}

function completeness(analysis: Analysis): string[] {
  const { columns, run } = analysis;
  const lines = [`ungraded at the largest k: ${ungradedText(analysis).text}`];
  if (columns.some(({ trials }) => trials.some(({ outcome }) => isMissing(outcome)))) {
    lines.push(
      run.manifest.identity.imported === undefined
        ? 'NOT COMPLETE: planned trials or grades are missing (`not-run`, `not-graded`); resume the run first'
        : 'NOT COMPLETE: planned trials without a result file are `not-run`',
    );
  }
  return lines;
}

function isMissing(outcome: { status: string; reason?: string }): boolean {
  return outcome.reason === 'not-run' || outcome.reason === 'not-graded';
}
