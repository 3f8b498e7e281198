import type { LinePlace } from '../storage/line-index.ts';
import { createLinePlaces } from '../storage/line-places.ts';
import { createNumbers } from '../storage/numbers.ts';
import type { Identity, TrialId } from '../types/record.ts';
import { planTrials } from './plan.ts';

/** Where the records of a run's planned trials stand in its files. A million trials take a hundred megabytes. */
export interface TrialIndex {
  /** How many trials are planned. */
  readonly planned: number;
  /** Where the trials of a task begin in the plan, and where the next ones do. */
  bounds(taskId: string): readonly [from: number, to: number];
  /** Where a trial comes in the plan; `undefined` for one that is not planned. */
  position(trial: TrialId): number | undefined;
  /** Of several lines of one trial, or of one step, the last counts: a resumed trial is written after the error it had before. */
  noteTrial(trial: TrialId, place: LinePlace): void;
  noteGrade(grade: TrialId & { readonly step: number }, place: LinePlace): void;
  trialAt(position: number): LinePlace | undefined;
  gradeAt(position: number, step: number): LinePlace | undefined;
}

const NONE = -1;

export function createTrialIndex(identity: Identity): TrialIndex {
  // Plan order is task by task, and alike in each.
  const inTask = new Map(planTrials({ ...identity, taskIds: [''] }).map(({ id }, at) => [nameInTask(id), at]));
  const tasks = new Map(identity.taskIds.map((taskId, at) => [taskId, at * inTask.size]));
  const planned = tasks.size * inTask.size;
  const [trialPlaces, gradePlaces] = [createLinePlaces(), createLinePlaces()];
  const [lineOf, lastGrade] = [createNumbers(planned, NONE), createNumbers(planned, NONE)];
  // Of each line of grades: its step, and the line before it of the same trial.
  const [steps, before] = [createNumbers(), createNumbers()];
  const position = (trial: TrialId): number | undefined => {
    const [task, at] = [tasks.get(trial.taskId), inTask.get(nameInTask(trial))];
    return task === undefined || at === undefined ? undefined : task + at;
  };
  return {
    planned,
    bounds(taskId) {
      const from = tasks.get(taskId) ?? planned;
      return [from, Math.min(planned, from + inTask.size)];
    },
    position,
    noteTrial(trial, place) {
      const at = position(trial);
      if (at !== undefined) lineOf.set(at, trialPlaces.add(place));
    },
    noteGrade(grade, place) {
      const at = position(grade);
      if (at === undefined) return;
      steps.add(grade.step);
      before.add(lastGrade.at(at));
      lastGrade.set(at, gradePlaces.add(place));
    },
    trialAt(at) {
      const line = at < 0 ? NONE : lineOf.at(at);
      return line === NONE ? undefined : trialPlaces.at(line);
    },
    gradeAt(at, step) {
      let line = at < 0 ? NONE : lastGrade.at(at);
      while (line !== NONE && steps.at(line) !== step) line = before.at(line);
      return line === NONE ? undefined : gradePlaces.at(line);
    },
  };
}

const nameInTask = ({ sample, condition, kRun }: TrialId): string => `${sample} ${kRun ?? ''} ${condition}`;
