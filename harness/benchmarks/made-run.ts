import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { identitySha256 } from '../records/manifest-shape.ts';
import { executionLine, responseLine } from '../records/records.ts';
import { REQUESTS_FILE } from '../records/request-file.ts';
import { GRADES_FILE, readRun, TRAJECTORIES_FILE } from '../records/stored-run.ts';
import { gradedSha256 } from '../sandbox/executor.ts';
import { sha256 } from '../storage/hash.ts';
import { createHashNumbers } from '../storage/hash-numbers.ts';
import { readJsonLines } from '../storage/json-lines.ts';
import { textsOf, writeAtomically, writeLines } from '../storage/line-file.ts';
import { z } from '../storage/schema.ts';
import type { CallRecord, Grade, Step, Trajectory, WholeRun } from '../types/record.ts';
import type { Problem } from '../types/task.ts';

/** A line of requests.jsonl: a request by its key, or a piece of one. */
const sentLine = z.looseObject({ key: z.string().optional(), messages: z.array(z.unknown()).optional() });

/**
 * Writes a run folder of `samples` samples from a small simulated one of a single sample, as if each sample had been run: every request,
 * answer and program is one of its own, as those of a real model are. The same source gives the same bytes. It is for measuring what a
 * large run costs; no number in it says anything. `problems` are those of the run's dataset: what graded a program is bound to its tests.
 */
export async function makeLargeRun(
  source: string,
  folder: string,
  samples: number,
  problems: readonly Problem[],
): Promise<{ readonly trials: number; readonly steps: number }> {
  const run = await readRun(source);
  const identity = { ...run.manifest.identity, samples };
  const manifest = { ...run.manifest, identity, identitySha256: identitySha256(identity) };
  await mkdir(folder, { recursive: true });
  await writeAtomically(join(folder, 'manifest.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
  const made = createMaker(run, samples, problems);
  await writeLines(join(folder, TRAJECTORIES_FILE), textsOf(made.trajectories()));
  await writeLines(join(folder, GRADES_FILE), textsOf(made.grades()));
  const texts = await readJsonLines(join(source, 'responses.jsonl'), responseLine);
  const answers = new Map(texts.map(({ sha256: hash, text }) => [hash, text]));
  await writeLines(join(folder, 'responses.jsonl'), textsOf(made.responses(answers)));
  const sent = await readJsonLines(join(source, REQUESTS_FILE), sentLine, 'as written');
  await writeLines(join(folder, REQUESTS_FILE), textsOf(made.requests(sent)));
  const executed = await readJsonLines(join(source, 'executions.jsonl'), executionLine, 'as written');
  const executions = new Map(executed.map((line) => [line.key, line]));
  await writeLines(join(folder, 'executions.jsonl'), textsOf(made.executions(executions)));
  await writeLines(join(folder, 'timings.jsonl'), []);
  const steps = run.trajectories.reduce((sum, trajectory) => sum + trajectory.steps.length, 0);
  return { trials: run.trajectories.length * samples, steps: steps * samples };
}

type Execution = z.infer<typeof executionLine>;
type Sent = z.infer<typeof sentLine>;

/** Made lines, one at a time, in the order of the plan. */
function createMaker({ trajectories, grades, manifest }: WholeRun, samples: number, problems: readonly Problem[]) {
  const { taskIds, limits } = manifest.identity;
  const problemOf = new Map(problems.map((problem) => [problem.task.id, problem]));
  const byTask = Map.groupBy(trajectories, ({ taskId }) => taskId);
  const gradesOf = Map.groupBy(grades, ({ condition, taskId }) => `${condition} ${taskId}`);
  const each = function* (): Generator<{ readonly trajectory: Trajectory; readonly sample: number }> {
    for (const taskId of taskIds) {
      for (let sample = 0; sample < samples; sample++) {
        for (const trajectory of byTask.get(taskId) ?? []) yield { trajectory, sample };
      }
    }
  };
  const eachCall = function* (): Generator<{ readonly call: CallRecord; readonly sample: number }> {
    for (const { trajectory, sample } of each()) for (const call of callsOf(trajectory)) yield { call, sample };
  };
  const eachGrade = function* (): Generator<{ readonly grade: Grade; readonly made: Grade }> {
    for (const { trajectory, sample } of each()) {
      const { condition, taskId } = trajectory;
      const problem = problemOf.get(taskId);
      for (const grade of gradesOf.get(`${condition} ${taskId}`) ?? []) {
        const candidate = programOf(trajectory.steps[grade.step], sample);
        const bound = problem && gradedSha256(problem.task, candidate, problem.hiddenTests, limits);
        yield { grade, made: { ...grade, sample, ...(bound === undefined ? {} : { gradedSha256: bound }) } };
      }
    }
  };
  return {
    *trajectories(): Generator<Trajectory> {
      for (const { trajectory, sample } of each()) yield madeTrajectory(trajectory, sample);
    },
    *grades(): Generator<Grade> {
      for (const { made } of eachGrade()) yield made;
    },
    *responses(texts: ReadonlyMap<string, string>) {
      for (const { call, sample } of onlyFirst(eachCall(), (one) => hashOf(one.call.responseSha256, one.sample))) {
        const hash = hashOf(call.responseSha256, sample);
        yield { sha256: hash, text: marked(texts.get(call.responseSha256) ?? '', sample) };
      }
    },
    *requests(sent: readonly Sent[]): Generator<Sent> {
      const requests = new Map(sent.map((line) => [line.key, line]));
      for (const line of sent) if (line.key === undefined) yield line;
      for (const { call, sample } of onlyFirst(eachCall(), (one) => hashOf(one.call.key, one.sample))) {
        const line = requests.get(call.key);
        if (line !== undefined) yield { ...line, key: hashOf(call.key, sample) };
      }
    },
    *executions(known: ReadonlyMap<string, Execution>): Generator<Execution> {
      for (const { grade, made } of onlyFirst(eachGrade(), (one) => one.made.gradedSha256 ?? '')) {
        const line = known.get(grade.gradedSha256 ?? '');
        if (line !== undefined) yield { ...line, key: made.gradedSha256 ?? '' };
      }
    },
  };
}

function* onlyFirst<Item>(items: Iterable<Item>, nameOf: (item: Item) => string): Generator<Item> {
  const seen = createHashNumbers();
  for (const item of items) {
    const name = nameOf(item);
    if (seen.find(name) !== undefined) continue;
    seen.of(name);
    yield item;
  }
}

const callsOf = ({ steps, unfinishedCalls }: Trajectory): readonly CallRecord[] => [
  ...steps.flatMap(({ calls = [] }) => calls),
  ...unfinishedCalls,
];

const hashOf = (hash: string, sample: number): string => sha256(`${hash} ${sample}`);
const marked = (text: string, sample: number): string => `${text}# made: sample ${sample}\n`;

/** An empty program stays empty. */
function programOf(step: Step | undefined, sample: number): string {
  const { candidate = '' } = step ?? {};
  return candidate.trim() === '' ? candidate : marked(candidate, sample);
}

function madeTrajectory(trajectory: Trajectory, sample: number): Trajectory {
  const madeCall = (call: CallRecord): CallRecord => ({
    ...call,
    key: hashOf(call.key, sample),
    responseSha256: hashOf(call.responseSha256, sample),
  });
  const madeStep = (step: Step): Step => {
    const candidate = programOf(step, sample);
    return {
      ...step,
      candidate,
      candidateSha256: sha256(candidate),
      ...(step.responseSha256 === undefined ? {} : { responseSha256: hashOf(step.responseSha256, sample) }),
      ...(step.calls === undefined ? {} : { calls: step.calls.map(madeCall) }),
    };
  };
  const { steps, unfinishedCalls } = trajectory;
  return { ...trajectory, sample, steps: steps.map(madeStep), unfinishedCalls: unfinishedCalls.map(madeCall) };
}
