import { existsSync, readFileSync } from 'node:fs';
import { UsageError } from '../../../errors.ts';
import type { EnvironmentSpecification } from '../../../types/environment-specification.ts';
import type { KnownDefect, PatchProblem } from '../../../types/task.ts';
import { environmentOf } from '../environment.ts';
import type { EvaluationRecord } from '../evaluation/evaluation-store.ts';
import { failedAttempt } from '../images/attempts.ts';
import { logPathOf } from '../images/build-layer.ts';
import { instanceLayer, layersOf } from '../images/image-layers.ts';
import { missingCommit } from '../images/missing-commit.ts';
import { decisiveLine } from '../logs/decisive-line.ts';
import { wordFor } from '../preflight.ts';
import type { Mirror } from '../repository/mirror.ts';
import { causeOf, type UnsoundCause } from '../unsound-causes.ts';

interface NoImageParts {
  readonly environments: readonly EnvironmentSpecification[];
  readonly buildLogs: string;
  /** Throws where there is no copy of the repository. */
  mirrorOf(repository: string): Mirror;
}

/** What stands in the way of an instance. */
export interface Obstacle {
  readonly cause: UnsoundCause;
  /** For readers: more than the cause alone says. */
  readonly why: string;
}

/** What stands in the way of an instance that has an image; `undefined` for one that is sound. */
export function whyNotSound(
  id: string,
  gold: EvaluationRecord | undefined,
  empty: EvaluationRecord | undefined,
  knownDefects: readonly KnownDefect[],
): Obstacle | undefined {
  if (gold === undefined || empty === undefined) return { cause: 'not-evaluated', why: 'built, not evaluated yet' };
  const defect = knownDefects.find(({ taskId }) => taskId === id);
  const cause = causeOf(gold.grade.outcome, empty.grade.outcome, defect);
  return cause && { cause, why: sentenceOn(cause, gold, empty, defect) };
}

export const noteOn = ({ note }: KnownDefect): string => `defect of the dataset: ${note}`;

function sentenceOn(
  cause: UnsoundCause,
  { grade }: EvaluationRecord,
  empty: EvaluationRecord,
  defect: KnownDefect | undefined,
): string {
  if (defect !== undefined && (cause === 'dataset-defect' || cause === 'flips')) return noteOn(defect);
  if (grade.fault !== undefined) return `gold: ${grade.fault}`;
  const required = [...grade.failToPass, ...grade.passToPass];
  const failed = required.filter(({ decision }) => decision === 'failed').map(({ test }) => test);
  if (failed.length > 0) return `gold fails ${failed.length} of ${required.length}: ${failed.slice(0, 2).join(', ')}`;
  if (grade.outcome.status !== 'solved') return `gold: ${wordFor(grade.outcome)}`;
  return cause === 'empty-solved' ? 'solved by the empty patch' : `empty: ${wordFor(empty.grade.outcome)}`;
}

/** What stands in the way of an instance without an image: what it lacks, else what came of the last attempt to make it. */
export async function whyNoImage(
  problem: PatchProblem,
  { environments, buildLogs, mirrorOf }: NoImageParts,
): Promise<Obstacle> {
  const { id, repository } = problem.task;
  const environment = environmentOf(environments, repository, problem.version);
  if (environment === undefined) return { cause: 'no-specification', why: 'no specification' };
  const layers = layersOf(problem, environment);
  const attempt = failedAttempt(buildLogs, id, instanceLayer(layers).name);
  // Neither asks for a copy of the repository.
  if (attempt?.cause === 'not-pulled' || attempt?.cause === 'disk-too-small') return attempt;
  try {
    const lack = await missingCommit(mirrorOf(repository), problem, environment);
    if (lack !== undefined) return { cause: 'no-commit', why: NO_COPY };
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return { cause: 'no-commit', why: NO_COPY };
  }
  const last = layers.findLast((layer) => existsSync(logPathOf(buildLogs, layer)));
  const lines = last === undefined ? [] : readFileSync(logPathOf(buildLogs, last), 'utf8').split('\n');
  // The log of a build that worked stays where its image was removed again.
  if (last === undefined || lines.some((line) => line.startsWith(BUILT))) {
    // Every other cause is in a log, and was mended since.
    const isLast = attempt?.cause === 'httpbin-failed' || attempt?.cause === 'docker-lost';
    return isLast ? attempt : { cause: 'not-made', why: 'not built yet' };
  }
  const where = last.kind === 'instance' ? '' : ` in the ${last.kind} layer`;
  return { cause: `${last.kind}-failed`, why: `the build failed${where}: ${decisiveLine(lines)}` };
}

const NO_COPY = 'no copy of the repository with the commits it needs on this machine';

/** The daemon's last words on a build that worked. */
const BUILT = 'Successfully built ';
