import { inspect } from 'node:util';
import { NOT_RECORDED_KIND } from '../errors.ts';
import { recordedTrials, unrecordedArms } from '../metrics/trials/trials.ts';
import { createClient, type ModelClient } from '../models/create-client.ts';
import type { RetryParts } from '../models/middleware/retry.ts';
import * as replay from '../models/recorded/replay.ts';
import type { ResolvedModel } from '../models/resolve-model.ts';
import { chooseFolder } from '../records/choose-folder.ts';
import { countTrials } from '../records/plan.ts';
import { openRunFolder, type RunFolder, writeRunFiles } from '../records/run-folder.ts';
import { writeReport } from '../report/write-report.ts';
import { memoryExecutions } from '../sandbox/memory-executions.ts';
import { shellWord } from '../text/shell-word.ts';
import type { Evaluator } from '../types/evaluator.ts';
import type { Run } from '../types/record.ts';
import { planCalls } from './call-plan.ts';
import { describeCalls } from './describe-calls.ts';
import { describeRun, type ExpectedCalls } from './describe-run.ts';
import type { Display } from './live/display.ts';
import { keepLiveFile } from './live/live-file.ts';
import type { RunWatch } from './live/run-watch.ts';
import { defaultConditions } from './load-conditions.ts';
import { createManifest } from './manifest.ts';
import { estimatedMeans, meanTokens } from './mean-tokens.ts';
import { runTrials } from './run-trials.ts';
import type { BenchOptions, BenchParts, Study } from './study.ts';

/** Who watches the run. */
interface Watching {
  readonly watch: RunWatch;
  readonly display: Display;
}

/** What is said of a recording whose answers are replayed; `undefined` where another model answers. */
function replayLines({ identity, recording, setup }: Study): string[] | undefined {
  if (identity.recording === undefined || recording === undefined) return undefined;
  return replay.describeRecording(recording, setup.dataset.sha256);
}

/** What a study's calls come to: in lines, and, where a model is asked, in numbers. */
export async function describeStudyCalls(
  study: Study,
  { concurrency }: Pick<BenchOptions, 'concurrency'>,
): Promise<{ readonly lines: string[]; readonly expected?: ExpectedCalls }> {
  const replayed = replayLines(study);
  if (replayed !== undefined) return { lines: replayed };
  const { identity, conditions, setup, resolved, critic } = study;
  const { model, store, folder, price } = resolved;
  const second = critic && { modelId: critic.model.id, store: critic.store };
  const plan = await planCalls(identity, conditions, setup.evaluators(memoryExecutions(), []), store, second);
  const measured = await meanTokens(model.id, folder);
  // Means of functions say nothing of prompts that hold files of a repository.
  const means = identity.patches === undefined ? measured : estimatedMeans(measured, plan, identity);
  const costs = critic && {
    modelId: critic.model.id,
    means: await meanTokens(critic.model.id, critic.folder),
    price: critic.price,
  };
  return {
    lines: describeCalls(plan, means, price, costs),
    expected: { plan, means, price, critic: costs, concurrency },
  };
}

/** Checks model and grader, then generates, grades and reports into the run folder. Throws as `bench` does. */
export async function runStudy(
  study: Study,
  options: BenchOptions,
  parts: BenchParts,
  watching: Watching,
): Promise<{ screen: string; folder: string; isFailed: boolean }> {
  // What only making the run needed is given back before tables are made.
  const { run, folder, isFailed } = await makeRun(study, options, parts, watching);
  parts.say('writing tables and pages');
  const { screen } = await writeReport(run, folder);
  return { screen, folder, isFailed };
}

async function makeRun(
  study: Study,
  options: BenchOptions,
  parts: BenchParts,
  { watch, display }: Watching,
): Promise<{ run: Run; folder: string; isFailed: boolean }> {
  const { identity, setup, resolved, critic } = study;
  const { model, store } = resolved;
  const expected = store === undefined ? undefined : (await describeStudyCalls(study, options)).expected;
  await checkProbe(study, expected);
  const manifest = createManifest(identity, model.isSimulated || critic?.model.isSimulated === true, setup.sandbox, {
    startedAt: parts.date().toISOString(),
    ...(await replayProvenance(study, parts)),
    ...setup.provenance,
  });
  const path = await chooseFolder(manifest, options, parts.date());
  display.note('preflight: trying the grader on known programs');
  const { references, provenance } = await setup.check();
  const found = { ...manifest, provenance: { ...manifest.provenance, ...provenance } };
  const folder = await openRunFolder(path, found);
  await writeRunFiles(folder.path, new Map([...study.setup.files, ...(parts.files ?? [])]));
  const evaluators = setup.evaluators(folder.executions, await folder.reconcileReferenceTimes(references));
  const recorded = replayLines(study);
  for (const line of describeRun(identity, { sandbox: setup.sandbox.kind, folder: folder.path, recorded }, expected)) {
    parts.say(line);
  }
  const clients = openClients(study, folder, options, parts, watch);
  const run = await generateAndGrade(study, clients, evaluators, folder, options, parts, { watch, display });
  return { run, folder: folder.path, isFailed: sayErrors(run, folder, parts) };
}

/** The model, and beside it the critic within the same budget. */
interface Clients {
  readonly writer: ModelClient;
  readonly critic?: ModelClient;
}

function openClients(
  { resolved, critic, stop }: Study,
  folder: RunFolder,
  options: BenchOptions,
  parts: BenchParts,
  watch: RunWatch,
): Clients {
  const open = (of: ResolvedModel, isCritic: boolean, sharedBudget?: ModelClient['budget']) =>
    createClient(of, {
      budgetUsd: options.budgetUsd,
      budgetTokens: options.budgetTokens,
      retry: retryParts(options, parts),
      concurrency: options.concurrency,
      usedBefore: [
        ...(isCritic ? [] : (parts.usedBeside ?? [])),
        ...folder.usedBefore.filter((one) => one.isCritic === isCritic).map(({ usage }) => usage),
      ],
      sharedBudget,
      date: parts.date,
      record(event) {
        watch.event(event);
        folder.recordEvent(isCritic && event.kind !== 'limit-change' ? { ...event, isCritic } : event);
      },
      onStop: (error) => stop.abort(error),
    });
  const writer = open(resolved, false);
  return critic === undefined ? { writer } : { writer, critic: open(critic, true, writer.budget) };
}

/** What is stored needs no server: one that is not there is said and passed over where every first answer is. */
async function checkProbe(
  { resolved, probed, critic, criticProbed }: Study,
  expected: ExpectedCalls | undefined,
): Promise<void> {
  const criticised = [...(expected?.plan.byRole.values() ?? [])].filter(({ isCritic }) => isCritic);
  if (critic?.isRemote === true && criticised.some(({ calls, stored }) => stored < calls)) {
    const trouble = await criticProbed;
    if (trouble !== undefined) throw trouble;
  }
  const first = expected?.plan.firstAnswers;
  if (!resolved.isRemote || first === undefined || first.stored === first.calls) return;
  const trouble = await probed;
  if (trouble !== undefined) throw trouble;
}

async function replayProvenance({ identity, recording }: Study, { conditionsFolder }: BenchParts) {
  if (identity.recording === undefined || recording === undefined) return {};
  return replay.recordingProvenance(recording.manifest, await defaultConditions(conditionsFolder));
}

/** Says which trials are in no rate; whether that is all of them. */
function sayErrors(run: Run, { path }: RunFolder, { say }: BenchParts): boolean {
  const unrecorded = [...unrecordedArms(run)];
  if (unrecorded.length > 0) {
    say(
      `not recorded with these prompts: ${unrecorded.join(', ')}; npm run record -- --study ${run.manifest.identity.recording} --stale asks for what is missing`,
    );
  }
  const messages: string[] = [];
  let trials = 0;
  for (const { trajectory } of recordedTrials(run)) {
    const { end } = trajectory;
    trials++;
    if (end.status === 'error' && end.kind !== NOT_RECORDED_KIND) messages.push(end.message);
  }
  if (messages.length === 0) return false;
  const isAll = messages.length === trials;
  const which = isAll
    ? `every trial (${messages.length}) ended in an error: nothing was measured`
    : `${messages.length} trials ended in an error and are in no rate`;
  say(`${which}; --resume ${shellWord(path)} tries them again`);
  say(`  the first: ${messages[0]}`);
  return isAll;
}

function retryParts({ attempts }: BenchOptions, { retry }: BenchParts): RetryParts {
  return attempts === undefined ? retry : { ...retry, policy: { ...retry.policy, attempts } };
}

async function generateAndGrade(
  { conditions, identity, stop }: Study,
  { writer: { sampler, account }, critic }: Clients,
  evaluators: readonly Evaluator[],
  folder: RunFolder,
  options: BenchOptions,
  parts: BenchParts,
  { watch, display }: Watching,
): Promise<Run> {
  const planned = countTrials(identity);
  const arms = conditions.map(({ identity: { name } }) => ({ name, trials: planned.get(name) ?? 0 }));
  watch.begin(arms, () => [account, critic?.account].flatMap((one) => one?.spent() ?? []).join(' + '));
  const live = keepLiveFile(folder.path, watch, parts.date);
  try {
    await runTrials({
      folder,
      conditions,
      evaluators,
      sampler: watch.watched(sampler),
      ...(critic === undefined ? {} : { critic: watch.watched(critic.sampler) }),
      onDone: watch.done,
      concurrency: options.concurrency,
      signal: parts.signal,
      stop: stop.signal,
      clock: { now: parts.now, date: parts.date },
      onBug: (error) => parts.say(inspect(error)),
    });
  } catch (error) {
    display.finish();
    const isStopped = parts.signal.aborted || stop.signal.aborted;
    const { goOnWith = `npm run bench -- --resume ${shellWord(folder.path)}` } = parts;
    if (isStopped) parts.say(`stopped; go on with: ${goOnWith}`);
    throw stop.signal.aborted && !parts.signal.aborted ? stop.signal.reason : error;
  } finally {
    display.finish();
    await live.end();
    await folder.flushEvents();
    const { asked, shared } = sampler.counts;
    parts.say(account?.summary() ?? `model calls: ${asked} made, ${shared} shared`);
    if (critic !== undefined) {
      const { asked: made, shared: alike } = critic.sampler.counts;
      parts.say(`critic: ${critic.account?.summary() ?? `model calls: ${made} made, ${alike} shared`}`);
    }
  }
  return folder.finish();
}
