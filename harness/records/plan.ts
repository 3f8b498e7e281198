import { whatGrades } from '../metrics/what-grades.ts';
import type { ConditionIdentity, Identity, TrialId } from '../types/record.ts';

/** A trial's name: unique within a run, stable between runs. */
export function trialName({ condition, taskId, sample, kRun }: TrialId): string {
  return `${taskId} #${sample} ${condition}${kRun === undefined ? '' : ` k=${kRun}`}`;
}

/** A trial of the plan, with the number of repair rounds it is run for. */
export interface PlannedTrial {
  readonly id: TrialId;
  readonly rounds: number;
}

type PlanPart = Pick<Identity, 'taskIds' | 'samples' | 'samplesOf' | 'k' | 'protocol'> & {
  readonly conditions: readonly Pick<ConditionIdentity, 'name' | 'answersOnce'>[];
};

/**
 * All trials of a run in plan order: task, sample, condition (and k when independent; a condition that answers once is run for
 * the smallest k alone and shown beside each). The order decides which trial a shared answer is booked on, never what a trial does.
 */
export function planTrials(plan: PlanPart): readonly PlannedTrial[] {
  const { taskIds, samples, samplesOf = {}, conditions, k, protocol } = plan;
  const [smallest, largest] = [Math.min(...k), Math.max(...k)];
  const most = Math.max(samples, ...Object.values(samplesOf));
  const armsOf = (sample: number) => conditions.filter(({ name }) => sample < (samplesOf[name] ?? samples));
  return taskIds.flatMap((taskId) =>
    Array.from({ length: most }, (_, sample) => sample).flatMap((sample) =>
      armsOf(sample).flatMap(({ name: condition, answersOnce }) =>
        protocol === 'nested'
          ? [{ id: { condition, taskId, sample }, rounds: largest }]
          : (answersOnce === true ? [smallest] : k).map((kRun) => ({
              id: { condition, taskId, sample, kRun },
              rounds: kRun,
            })),
      ),
    ),
  );
}

/** What a run would do, before it does it. Model calls are counted as if every loop went on to its last round. */
export function describePlan(identity: Identity): string {
  const { taskIds, samples, conditions, k, protocol, model, dataset } = identity;
  const trials = planTrials(identity);
  const once = new Set(conditions.filter(({ answersOnce }) => answersOnce === true).map(({ name }) => name));
  const steps = trials.reduce((sum, { id, rounds }) => sum + (once.has(id.condition) ? 1 : rounds + 1), 0);
  return [
    `dataset ${dataset}: ${taskIds.length} tasks x ${samples} samples x ${conditions.length} conditions, k = ${k.join(', ')}, ${protocol}`,
    `model ${model}`,
    `${trials.length} trials, at most ${steps} candidates`,
    ...conditions.map(({ name, oracle, description }) => `  ${name}${oracle ? ' †' : ''}: ${description}`),
    `† its loop looks at the ${whatGrades(identity)}`,
  ].join('\n');
}
