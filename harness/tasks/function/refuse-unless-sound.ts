import { UsageError } from '../../errors.ts';
import type { ReferenceTime } from '../../sandbox/reference-times.ts';
import type { ExecutionLimits, Sandbox } from '../../types/execution.ts';
import type { Dataset, Problem } from '../../types/task.ts';
import { type ContainerUse, describeFaults, preflight } from './preflight.ts';
import type { PreflightCertificates } from './preflight-certificates.ts';

interface SoundnessOptions {
  readonly certificates?: PreflightCertificates | undefined;
  /** As in `preflight`. */
  readonly containers?: ContainerUse;
}

/**
 * A quick preflight before a run; returns what the canonical solutions took here, in the dataset's order. Of tasks with a certificate only the
 * first, with the canaries, and the one that takes longest are run again: where either is far slower now, all are. Throws `UsageError` naming
 * the faults when the grader cannot be trusted here.
 */
export async function refuseUnlessSound(
  dataset: Dataset,
  sandbox: Sandbox,
  limits: ExecutionLimits,
  say: (line: string) => void,
  { certificates, containers = 'shared' }: SoundnessOptions = {},
): Promise<readonly ReferenceTime[]> {
  const { problems } = dataset;
  const measure = (chosen: readonly Problem[]) =>
    measureSound({ ...dataset, problems: chosen }, sandbox, limits, say, containers);
  const certified = new Map(problems.flatMap((problem) => certificateOf(problem, certificates)));
  const measured = await measure(probesOf(problems, certified));
  const isSlower = measured.some((now) => isFarSlower(now, certified.get(now.taskId)));
  if (isSlower) say('preflight: this machine is slower than when its certificates were written: all is run again');
  const all = isSlower ? await measure(problems) : measured;
  const isNew = ({ taskId }: ReferenceTime): boolean => isSlower || !certified.has(taskId);
  const news = all.filter(isNew);
  if (certificates !== undefined && news.length > 0) await certificates.keep(news, problems);
  const left = isSlower ? 0 : problems.length - measured.length;
  if (left > 0) {
    say(
      `preflight: of ${problems.length} canonical solutions ${left} solved before with this image, runner, suite and machine (${certificates?.path})`,
    );
  }
  const found = new Map([...all.map((now) => [now.taskId, now] as const), ...(isSlower ? [] : certified)]);
  return problems.flatMap(({ task }) => found.get(task.id) ?? []);
}

function certificateOf(
  problem: Problem,
  certificates: PreflightCertificates | undefined,
): [taskId: string, reference: ReferenceTime][] {
  const found = certificates?.find(problem);
  return found === undefined ? [] : [[problem.task.id, found]];
}

/** Those that have no certificate, the first, and of the others the one that takes longest: by it a slower machine is known. */
function probesOf(problems: readonly Problem[], certified: ReadonlyMap<string, ReferenceTime>): Problem[] {
  const [slowest] = [...certified.values()].sort((one, other) => other.cpuMs - one.cpuMs);
  return problems.filter(({ task: { id } }, at) => at === 0 || !certified.has(id) || id === slowest?.taskId);
}

/** Shorter times say nothing: they are the machine's noise. */
const TELLING_MS = 100;

function isFarSlower(now: ReferenceTime, before: ReferenceTime | undefined): boolean {
  if (before === undefined) return false;
  const isStretched = now.stretch.cpu > before.stretch.cpu || now.stretch.wall > before.stretch.wall;
  return isStretched || now.cpuMs > 2 * Math.max(before.cpuMs, TELLING_MS);
}

async function measureSound(
  dataset: Dataset,
  sandbox: Sandbox,
  limits: ExecutionLimits,
  say: (line: string) => void,
  containers: ContainerUse,
): Promise<readonly ReferenceTime[]> {
  const { lines, faults, references } = await preflight(dataset, sandbox, limits, false, { containers });
  say(`preflight: ${lines.join(', ')}`);
  if (faults.length === 0) return references;
  throw new UsageError(
    `preflight failed, so nothing was started: a grader that errs here cannot be trusted.\n${describeFaults(faults).join('\n')}`,
  );
}
