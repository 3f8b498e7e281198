import { recordedTrials } from '../metrics/trials/trials.ts';
import type { ConditionIdentity, RecordedTrial, Run, Trajectory } from '../types/record.ts';
import type { Finding } from './finding.ts';
import { trialFindings } from './trial-findings.ts';

/** Everything the records of an imported run show against its tables, in the order of trials, then of cells. */
export function audit(run: Run): Finding[] {
  const trials = [...recordedTrials(run)];
  const recorded = Map.groupBy(trials, ({ trajectory }) => taskAndCondition(trajectory));
  return [
    ...trials.flatMap((trial) => trialFindings(trial, recorded.get(taskAndCondition(trial.trajectory))?.length ?? 0)),
    ...cells(run, trials).flatMap(mixedDirectories),
    ...run.manifest.identity.conditions.flatMap((condition) => oracleStopping(condition, trials)),
    ...cells(run, trials).flatMap(budget),
  ];
}

const taskAndCondition = ({ taskId, condition }: Trajectory): string => JSON.stringify([taskId, condition]);

interface Cell {
  readonly condition: ConditionIdentity;
  readonly k: number;
  readonly trials: readonly RecordedTrial[];
}

function cells({ manifest }: Run, trials: readonly RecordedTrial[]): Cell[] {
  const { conditions, k: ks } = manifest.identity;
  return conditions.flatMap((condition) =>
    ks.flatMap((k) => {
      const own = trials.filter(({ trajectory }) => trajectory.condition === condition.name && trajectory.kRun === k);
      return own.length === 0 ? [] : [{ condition, k, trials: own }];
    }),
  );
}

function mixedDirectories({ condition, k, trials }: Cell): Finding[] {
  const directories = trials.flatMap(({ trajectory }) => trajectory.source?.file.split('/')[0] ?? []);
  const counts = [...Map.groupBy(directories, (name) => name)].map(([name, files]) => `${name} ${files.length}`).sort();
  const passedOver = trials.flatMap(({ trajectory, grades }) => {
    const isSolved = grades.get(trajectory.steps.length - 1)?.outcome.status === 'solved';
    return (trajectory.source?.passedOver ?? []).map((file) => file.isSolved !== isSolved);
  });
  if (counts.length < 2 && passedOver.length === 0) return [];
  const others =
    passedOver.length === 0
      ? ''
      : `; ${passedOver.length} files of other directories passed over, ${passedOver.filter(Boolean).length} with the other outcome`;
  return [{ kind: 'mixed-directories', condition: condition.name, k, evidence: `${counts.join(', ')}${others}` }];
}

function oracleStopping(condition: ConditionIdentity, trials: readonly RecordedTrial[]): Finding[] {
  if (!condition.oracle) return [];
  const own = trials.filter(({ trajectory }) => trajectory.condition === condition.name);
  const stopped = own.filter(({ trajectory: { end } }) => end.status === 'submitted' && end.reason === 'accepted');
  const looks = own.reduce(
    (sum, { trajectory }) => sum + trajectory.steps.filter(({ verdict }) => verdict !== undefined).length,
    0,
  );
  const evidence = `${stopped.length} of ${own.length} trials ended because the grading tests accepted; ${looks} looks at them`;
  return own.length === 0 ? [] : [{ kind: 'oracle-stopping', condition: condition.name, evidence }];
}

/** Candidates drawn a trial: the baseline has one. */
function budget({ condition, k, trials }: Cell): Finding[] {
  const drawn = trials.map(({ trajectory }) => trajectory.steps.length);
  const total = drawn.reduce((sum, count) => sum + count, 0);
  const mean = (total / trials.length).toFixed(2);
  const evidence = `${total} candidates in ${trials.length} trials: ${mean} a trial, at most ${Math.max(...drawn)}`;
  return total === trials.length ? [] : [{ kind: 'unequal-budget', condition: condition.name, k, evidence }];
}
