import type { Outcome } from '../../types/execution.ts';
import type { KnownDefect } from '../../types/task.ts';

/** Why an instance has no image here, and what each cause means. */
const NO_IMAGE = {
  'no-specification': 'no specification of its environment: the table of environments has none of its version',
  'no-commit': 'no copy of its repository here has the commits that its image is made of, with all of their files',
  'base-failed': 'building failed at the Debian below everything',
  'system-failed': 'building failed at the Debian packages of its specification',
  'sources-failed': 'building failed at the commit that lies below its interpreter',
  'interpreter-failed': 'building failed at the interpreter: not installed here, or not usable in the image',
  'environment-failed': 'building failed at the Python packages of its specification',
  'repository-failed': 'building failed at installing the commit that its instances share',
  'instance-failed': 'building failed at installing the repository itself',
  'httpbin-failed': 'building failed at the server that its tests talk to',
  'not-pulled': 'a registry did not give its published image: it refuses, does not answer or has none',
  'disk-too-small': 'its images alone take more than --disk-gb allows',
  'docker-lost': 'the Docker daemon stopped answering, or could not be used, while its image was made',
  'not-made': 'nobody has tried to make its image here yet',
} as const satisfies Readonly<Record<string, string>>;

/** Why an instance with an image is not sound. */
const NOT_SOUND = {
  'not-evaluated': 'its image is here, and its evaluations are not complete',
  'dataset-defect': 'known to be solved without any patch: no fault of the environment',
  flips: 'known to be solved with the gold patch or not, as the interpreter draws the seed of its hashes',
  'gold-not-applied': 'the gold patch does not apply to the repository in the image',
  'gold-suite-did-not-run': 'with the gold patch the test command named no test, or ended before its summary',
  'gold-timed-out': 'with the gold patch the tests met the time limit',
  'gold-over-limit': 'with the gold patch the tests met the limit on memory, output or disk',
  'gold-tests-failed': 'with the gold patch required tests fail, or are not in the log',
  'gold-ungraded': 'what the gold patch does could not be told: its container was lost, or its log is not whole',
  'empty-solved': 'without any patch the required tests pass',
  'empty-timed-out': 'without any patch the tests met the time limit: whether they fail is not known',
  'empty-over-limit': 'without any patch the tests met another limit: whether they fail is not known',
  'empty-ungraded': 'what happens without any patch could not be told',
} as const satisfies Readonly<Record<string, string>>;

export type NoImageCause = keyof typeof NO_IMAGE;
type NotSoundCause = keyof typeof NOT_SOUND;

/** Why an instance is not sound on a machine. The list is closed: a table of instances gives every one that is not sound one of these. */
export type UnsoundCause = NoImageCause | NotSoundCause;

/** Every cause with its meaning, in the order in which an instance would meet them. */
export const UNSOUND_CAUSES: Readonly<Record<UnsoundCause, string>> = { ...NO_IMAGE, ...NOT_SOUND };

export const NO_IMAGE_CAUSES = Object.keys(NO_IMAGE) as readonly NoImageCause[];

/**
 * Why an instance whose gold patch and repository as it is came out so is not sound; `undefined` for one that is: gold is solved, and
 * the required tests fail in the repository as it is or cannot even be loaded there.
 */
export function causeOf(gold: Outcome, empty: Outcome, defect: KnownDefect | undefined): NotSoundCause | undefined {
  if (defect !== undefined && empty.status === 'solved') return 'dataset-defect';
  if (defect?.flips === true && ['solved', 'failed'].includes(endOf(gold))) return 'flips';
  if (gold.status !== 'solved') return GOLD[endOf(gold)];
  switch (endOf(empty)) {
    case 'failed':
    case 'did-not-run':
      return undefined;
    case 'solved':
      return 'empty-solved';
    case 'timed-out':
      return 'empty-timed-out';
    case 'over-limit':
      return 'empty-over-limit';
    // Without a patch nothing is applied.
    case 'not-applied':
    case 'ungraded':
      return 'empty-ungraded';
  }
}

type End = 'solved' | 'not-applied' | 'did-not-run' | 'timed-out' | 'over-limit' | 'failed' | 'ungraded';

const GOLD: Readonly<Record<Exclude<End, 'solved'>, NotSoundCause>> = {
  'not-applied': 'gold-not-applied',
  'did-not-run': 'gold-suite-did-not-run',
  'timed-out': 'gold-timed-out',
  'over-limit': 'gold-over-limit',
  failed: 'gold-tests-failed',
  ungraded: 'gold-ungraded',
};

function endOf(outcome: Exclude<Outcome, { readonly status: 'solved' }>): Exclude<End, 'solved'>;
function endOf(outcome: Outcome): End;
function endOf(outcome: Outcome): End {
  if (outcome.status !== 'unsolved') return outcome.status;
  switch (outcome.reason) {
    case 'patch-does-not-apply':
      return 'not-applied';
    case 'exited-early':
      return 'did-not-run';
    case 'timeout':
      return 'timed-out';
    case 'memory':
    case 'output-limit':
      return 'over-limit';
    case 'tests-failed':
      return 'failed';
    // No log of a suite ends so.
    default:
      return 'ungraded';
  }
}
