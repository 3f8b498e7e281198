import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { defaultRetryPolicy, realRetryParts } from '../../harness/models/middleware/retry.ts';
import { readRun } from '../../harness/records/stored-run.ts';
import { sha256 } from '../../harness/storage/hash.ts';
import type { Outcome } from '../../harness/types/execution.ts';
import { STUDY_ARMS } from '../fixtures/arms.ts';
import { type BenchOutcome, runBench } from '../fixtures/bench.ts';
import { kataAnswers } from '../fixtures/kata-server.ts';
import { startProviderServer } from '../fixtures/provider-server.ts';

const ceiling = 16;
/** From the 240th request on, so many are refused, whatever they ask. */
const burst = { from: 240, requests: 40 };

const study = { conditions: STUDY_ARMS, k: [1], limit: 30, concurrency: ceiling };
const retry = {
  ...realRetryParts(Math.random),
  policy: { ...defaultRetryPolicy, attempts: 50, firstWaitMs: 10, longestWaitMs: 40 },
};

/** Real time of day, but never the same twice: what happened first stands first. */
function createClock(): () => number {
  let last = 0;
  return () => {
    last = Math.max(last + 1, Date.now());
    return last;
  };
}

interface Change {
  readonly at: number;
  readonly limit: number;
  readonly reason: 'overload' | 'success';
}

function limitChanges({ folder }: BenchOutcome): Change[] {
  const lines = readFileSync(join(folder, 'timings.jsonl'), 'utf8').trim().split('\n');
  return lines
    .map((line) => JSON.parse(line))
    .filter(({ kind }) => kind === 'limit-change')
    .map(({ at, limit, reason }) => ({ at: Date.parse(at), limit, reason }));
}

interface Arrival {
  readonly at: number;
  readonly inFlight: number;
  readonly isRefused: boolean;
}

/** A run of kata with all conditions, and what the server saw of it. */
async function runKata() {
  const now = createClock();
  const arrivals: Arrival[] = [];
  const served = new Set<string>();
  const answers = await kataAnswers((label) => !label.startsWith('endless loop'));
  const server = await startProviderServer((index, request) => {
    const isRefused = index >= burst.from && index < burst.from + burst.requests;
    arrivals.push({ at: now(), inFlight: server.inFlight, isRefused });
    if (isRefused) return { kind: 'status', status: 429 };
    const answer = answers(request);
    served.add(sha256(answer.text));
    // The first ones wait for one another, so that the limit is met.
    return { ...answer, delayMs: index < ceiling ? 6000 : 50 };
  });
  const run = await runBench(server.url, study, { retry, date: () => new Date(now()) });
  await server.close();
  expect(run.error).toBeUndefined();
  return { run, arrivals, served, mostInFlight: server.mostInFlight, changes: limitChanges(run) };
}

test('thirty tasks x all conditions: never more calls under way than the limit, as the server sees it, through a burst of 429s', {
  timeout: 900_000,
}, async () => {
  const { run, arrivals, served, mostInFlight, changes } = await runKata();
  const trace = traceOf(changes, arrivals);
  console.log(trace.text);
  expect(mostInFlight).toBeLessThanOrEqual(ceiling);
  expect(mostInFlight).toBeGreaterThan(ceiling / 2);
  // Calls that were let in before a fall are still under way after it: the limit before the last change bounds them.
  expect(trace.phases.filter(({ limit, before, most }) => most > Math.max(limit, before))).toEqual([]);
  const limits = changes.map(({ limit }) => limit);
  expect(limits[0]).toBe(ceiling / 2);
  expect(Math.min(...limits)).toBe(1);
  expect(limits.at(-1)).toBe(ceiling);
  expect(run.said).toMatch(/calls at a time were lowered \d+ times, to 1 of 16 at the least, 16 at the end/);

  expect(arrivals.filter(({ isRefused }) => isRefused)).toHaveLength(burst.requests);
  const { trajectories, grades } = await readRun(run.folder);
  expect(trajectories).toHaveLength(study.limit * 13);
  expect(trajectories.filter(({ end }) => end.status !== 'submitted')).toEqual([]);
  // Nothing that is not the server's answer is taken for the model's: no trial is unsolved because of the transport.
  const calls = trajectories.flatMap(({ steps, unfinishedCalls }) => [
    ...steps.flatMap((step) => step.calls ?? []),
    ...unfinishedCalls,
  ]);
  expect(calls.filter(({ responseSha256 }) => !served.has(responseSha256))).toEqual([]);
  const steps = trajectories.reduce((sum, trajectory) => sum + trajectory.steps.length, 0);
  expect(grades).toHaveLength(steps);
  const unexplained = grades.filter(({ outcome }) => outcome.status === 'ungraded' || isEmpty(outcome));
  expect(unexplained).toEqual([]);
});

const isEmpty = (outcome: Outcome): boolean => outcome.status === 'unsolved' && outcome.reason === 'empty';

/** The phases between two changes of the limit, with the most requests under way as the server saw them arrive. */
function traceOf(changes: readonly Change[], arrivals: readonly Arrival[]) {
  const start = arrivals.find(({ isRefused }) => isRefused)?.at ?? 0;
  const points = [{ at: 0, limit: ceiling }, ...changes];
  const phases = points.map(({ at, limit }, index) => {
    const until = points[index + 1]?.at ?? Number.POSITIVE_INFINITY;
    const inPhase = arrivals.filter((arrival) => arrival.at > at && arrival.at < until);
    const most = Math.max(0, ...inPhase.map(({ inFlight }) => inFlight));
    return { at, limit, before: points[index - 1]?.limit ?? limit, most, arrived: inPhase.length };
  });
  const cells = phases
    .slice(1)
    .map(({ at, limit, most, arrived }) => `${at - start}:${limit}/${most}(${arrived})`)
    .join(' ');
  const first = `${arrivals.length} requests, ${burst.requests} of them refused from number ${burst.from} on; before: limit ${ceiling}, at most ${phases[0]?.most} in flight`;
  return { phases, text: `${first}\nms since the first 429:limit/most in flight at the server(requests): ${cells}` };
}
