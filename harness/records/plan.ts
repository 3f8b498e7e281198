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
 * The trials of a run in plan order: task, sample, condition (and k when independent; a condition that answers once is run for
 * the smallest k alone and shown beside each). The order decides which trial a shared answer is booked on, never what a trial does.
 */
export function* eachTrial(plan: PlanPart): Generator<PlannedTrial> {
  const { taskIds, samples, samplesOf = {}, conditions, k, protocol } = plan;
  const [smallest, largest] = [Math.min(...k), Math.max(...k)];
  const most = Math.max(samples, ...Object.values(samplesOf));
  for (const taskId of taskIds) {
    for (let sample = 0; sample < most; sample++) {
      for (const { name: condition, answersOnce } of conditions) {
        if (sample >= (samplesOf[condition] ?? samples)) continue;
        if (protocol === 'nested') yield { id: { condition, taskId, sample }, rounds: largest };
        else
          for (const kRun of answersOnce === true ? [smallest] : k)
            yield { id: { condition, taskId, sample, kRun }, rounds: kRun };
      }
    }
  }
}

/** All of them at once: a million take some hundred megabytes. */
export const planTrials = (plan: PlanPart): readonly PlannedTrial[] => [...eachTrial(plan)];

/** How many trials of each condition are planned. */
export function countTrials(plan: PlanPart): ReadonlyMap<string, number> {
  const counts = new Map(plan.conditions.map(({ name }) => [name, 0]));
  for (const { id } of eachTrial(plan)) counts.set(id.condition, (counts.get(id.condition) ?? 0) + 1);
  return counts;
}

/** What a run would do, before it does it. Model calls are counted as if every loop went on to its last round. */
export function describePlan(identity: Identity): string {
  const { taskIds, samples, conditions, k, protocol, model, dataset } = identity;
  const once = new Set(conditions.filter(({ answersOnce }) => answersOnce === true).map(({ name }) => name));
  let [trials, steps] = [0, 0];
  for (const { id, rounds } of eachTrial(identity)) {
    trials++;
    steps += once.has(id.condition) ? 1 : rounds + 1;
  }
  return [
    `dataset ${dataset}: ${taskIds.length} tasks x ${samples} samples x ${conditions.length} conditions, k = ${k.join(', ')}, ${protocol}`,
    `model ${model}`,
    `${trials} trials, at most ${steps} candidates`,
    ...conditions.map(({ name, oracle, description }) => `  ${name}${oracle ? ' †' : ''}: ${description}`),
    `† its loop looks at the ${whatGrades(identity)}`,
  ].join('\n');
}
