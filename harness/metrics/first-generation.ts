import type { Run } from '../types/record.ts';
import { inPlan, plannedTrials } from './columns.ts';
import { trialsOf } from './trials/trials.ts';

/**
 * The arms of a run, grouped by their first generation: arms of one group asked for step 0 with the same sample key in every trial, so they
 * show the same answers. Such arms are not replicates of each other: step 0 of a group counts once. An arm whose
 * calls are not known stands alone.
 */
export function firstGenerationGroups(run: Run): readonly (readonly string[])[] {
  const groups = known.get(run) ?? readGroups(run);
  known.set(run, groups);
  return groups;
}

const known = new WeakMap<Run, readonly (readonly string[])[]>();

function readGroups(run: Run): string[][] {
  const planned = plannedTrials(run);
  const groups = new Map<string, string[]>();
  for (const { name } of run.manifest.identity.conditions) {
    const keys = new Array<string | undefined>(planned.length).fill(undefined);
    for (const { position, trial } of inPlan(planned, trialsOf(run, name))) {
      if (trial.trajectory.kRun !== undefined) continue;
      keys[position] = trial.trajectory.steps[0]?.calls?.find(({ role }) => role === 'generate')?.key;
    }
    const isKnown = keys.length > 0 && keys.every((key) => key !== undefined);
    const signature = isKnown ? JSON.stringify(keys) : `alone: ${name}`;
    groups.set(signature, [...(groups.get(signature) ?? []), name]);
  }
  return [...groups.values()];
}
