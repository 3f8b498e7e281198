import { ConditionError } from '../errors.ts';
import { createRandom, shuffled } from '../random.ts';
import type { Candidate } from '../types/attempt.ts';
import type { Evaluator } from '../types/evaluator.ts';
import type { TrialId } from '../types/record.ts';
import type { TrialSettings } from './settings.ts';

/**
 * The program of the task's pool that a trial begins with in place of a first answer (`--start`), the same for every arm; `undefined` where the
 * model writes it. `pool:both`: even samples begin right, odd ones wrong. Only the text is given: nobody in the loop is told the label.
 */
export function startOf(
  { task, pool = [] }: Pick<Evaluator, 'task' | 'pool'>,
  { start, seed }: Pick<TrialSettings, 'start' | 'seed'>,
  { sample }: Pick<TrialId, 'sample'>,
): Candidate | undefined {
  if (start === undefined) return undefined;
  const isRight = start === 'pool:both' ? sample % 2 === 0 : start === 'pool:right';
  const number = start === 'pool:both' ? Math.floor(sample / 2) : sample;
  const programs = shuffled(pool, createRandom(`${seed} start ${task.id}`)).filter((one) => one.isRight === isRight);
  const chosen = programs[number % Math.max(1, programs.length)];
  if (chosen === undefined) throw new ConditionError(`${task.id} has no program to start from`);
  return { text: chosen.code, extraction: { status: 'clean', cuts: [] }, role: 'generate' };
}
