import { existsSync, readFileSync } from 'node:fs';
import type { EnvironmentSpecification, KnownDefect, PatchProblem } from '../../../types/task.ts';
import { environmentOf } from '../environment.ts';
import type { EvaluationRecord } from '../evaluation/evaluation-store.ts';
import { logPathOf } from '../images/build-layer.ts';
import { layersOf } from '../images/image-layers.ts';
import { decisiveLine } from '../logs/decisive-line.ts';
import { isSound, wordFor } from '../preflight.ts';
import type { Mirror } from '../repository/mirror.ts';

interface NoImageParts {
  readonly environments: readonly EnvironmentSpecification[];
  readonly buildLogs: string;
  /** Throws where there is no copy of the repository. */
  mirrorOf(repository: string): Mirror;
}

/** What stands in the way of an instance that has an image; empty for one that is sound. */
export function whyNotSound(
  id: string,
  gold: EvaluationRecord | undefined,
  empty: EvaluationRecord | undefined,
  knownDefects: readonly KnownDefect[],
): string {
  if (gold === undefined || empty === undefined) return 'built, not evaluated yet';
  if (isSound({ gold: gold.grade.outcome, empty: empty.grade.outcome })) return '';
  const defect = knownDefects.find(({ taskId }) => taskId === id);
  if (defect !== undefined && empty.grade.outcome.status === 'solved') return `defect of the dataset: ${defect.note}`;
  if (gold.grade.fault !== undefined) return `gold: ${gold.grade.fault}`;
  const required = [...gold.grade.failToPass, ...gold.grade.passToPass];
  const failed = required.filter(({ decision }) => decision === 'failed').map(({ test }) => test);
  if (failed.length > 0) return `gold fails ${failed.length} of ${required.length}: ${failed.slice(0, 2).join(', ')}`;
  return empty.grade.outcome.status === 'solved'
    ? 'solved by the empty patch'
    : `empty: ${wordFor(empty.grade.outcome)}`;
}

/** What stands in the way of an instance without an image. */
export async function whyNoImage(
  problem: PatchProblem,
  { environments, buildLogs, mirrorOf }: NoImageParts,
): Promise<string> {
  const { repository, baseCommit } = problem.task;
  const environment = environmentOf(environments, repository, problem.version);
  if (environment === undefined) return 'no specification';
  try {
    if ((await mirrorOf(repository).listFiles(baseCommit)).length === 0) return 'the base commit holds no file';
  } catch {
    return 'no copy of the repository with its base commit on this machine';
  }
  const layers = layersOf(problem, environment);
  const last = layers.findLast((layer) => existsSync(logPathOf(buildLogs, layer)));
  const lines = last === undefined ? [] : readFileSync(logPathOf(buildLogs, last), 'utf8').split('\n');
  // The log of a build that worked stays where its image was removed again.
  if (last === undefined || lines.some((line) => line.startsWith(BUILT))) return 'not built yet';
  return `the build failed${last.kind === 'instance' ? '' : ` in the ${last.kind} layer`}: ${decisiveLine(lines)}`;
}

/** The daemon's last words on a build that worked. */
const BUILT = 'Successfully built ';
