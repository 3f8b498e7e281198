import { execFileSync, spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { UsageError } from '../../errors.ts';
import type { DockerEngine } from '../../sandbox/docker/engine.ts';
import { z } from '../../storage/schema.ts';
import { findInstanceImage, type InstanceImage } from '../../tasks/patch/images/instance-image.ts';
import { selectInstances } from '../../tasks/patch/select-instances.ts';
import type { EnvironmentSpecification } from '../../types/environment-specification.ts';
import type { Dataset, PatchProblem } from '../../types/task.ts';
import { PEERS_FOLDER } from '../peer-system.ts';

const timed = {
  id: z.string(),
  seconds: z.number(),
  /** Of these, how many went into ending and removing its container; absent where it is not told. */
  removeSeconds: z.number().optional(),
};
const evaluation = z.union([
  z.object({
    ...timed,
    resolved: z.boolean(),
    /** The word in the log, of every test it names. */
    statuses: z.record(z.string(), z.string()),
    /** Of FAIL_TO_PASS and of PASS_TO_PASS. */
    passed: z.tuple([z.array(z.string()), z.array(z.string())]),
  }),
  /** It came to no report. */
  z.object({ ...timed, error: z.string() }),
]);
const round = z.object({ wallSeconds: z.number(), evaluations: z.array(evaluation) });

/** An evaluation of a gold patch, in the same form whoever made it. */
export type GoldEvaluation = z.infer<typeof evaluation>;
export type GoldRound = z.infer<typeof round>;

/** An evaluator of gold patches: what a round over all instances takes and shows. */
export interface GoldEvaluator {
  readonly name: string;
  round(run: string): Promise<GoldRound>;
  close(): Promise<void>;
}

interface OfficialOptions {
  /** A Python whose environment has the package. */
  readonly python: string;
  /** For its logs, and the file of tasks. */
  readonly folder: string;
  readonly atATime: number;
  readonly timeoutMs: number;
}

/** What an instance is evaluated from. */
export interface GoldTask {
  readonly problem: PatchProblem;
  readonly image: InstanceImage;
}

interface Choice {
  readonly instances?: readonly string[];
  readonly repo?: readonly string[];
  readonly limit: number;
}

/** Those whose tests talk to a server that only our evaluator brings. */
const needsServer = ({ image }: GoldTask): boolean => image.needsHttpbin === true;

/**
 * The first instances that have an image here, and notes on what was left out. Throws `UsageError` where there is no daemon, and where none
 * has one.
 */
export async function chooseGoldTasks(
  engine: DockerEngine,
  dataset: Dataset<PatchProblem>,
  environments: readonly EnvironmentSpecification[],
  { limit, ...choice }: Choice,
): Promise<{ readonly tasks: readonly GoldTask[]; readonly notes: readonly string[] }> {
  await engine.about().catch((error: Error) => {
    throw new UsageError(`patches are evaluated in containers: ${error.message}`, { cause: error });
  });
  const found: GoldTask[] = [];
  const { problems } = selectInstances(dataset, choice);
  for (const problem of problems) {
    const image = await findInstanceImage(engine, problem, environments);
    if (image !== undefined) found.push({ problem, image });
  }
  const usable = found.filter((task) => !needsServer(task));
  if (usable.length === 0)
    throw new UsageError(
      `expected instances with an image on this machine, got none of ${problems.length}: npm run build-images -- ${dataset.id} --limit 12`,
    );
  const withServer = found.length - usable.length;
  const notes = [
    `${problems.length} instances asked for, ${found.length} with an image here, ${Math.min(limit, usable.length)} evaluated`,
    ...(withServer === 0
      ? []
      : [`left out: ${withServer} whose tests talk to httpbin.org, which only ours stands in for`]),
  ];
  return { tasks: usable.slice(0, limit), notes };
}

/** Both evaluators on the same instances, and which of them began. */
export interface ComparedRound {
  readonly first: 'ours' | 'official';
  readonly ours: GoldRound;
  readonly official: GoldRound;
}

/** Runs rounds of both, one after the other: ours begins the first, the official one the second, and so on. Throws the signal's reason. */
export async function compareGold(
  ours: GoldEvaluator,
  official: GoldEvaluator,
  rounds: number,
  { say, signal }: { readonly say: (line: string) => void; readonly signal: AbortSignal },
): Promise<ComparedRound[]> {
  const compared: ComparedRound[] = [];
  for (let number = 1; number <= rounds; number++) {
    const first = number % 2 === 1 ? 'ours' : 'official';
    const run = async (evaluator: GoldEvaluator): Promise<GoldRound> => {
      signal.throwIfAborted();
      const done = await evaluator.round(`round-${number}`);
      say(`round ${number} of ${rounds}, ${evaluator.name}: ${done.wallSeconds.toFixed(1)} s`);
      return done;
    };
    const one = await run(first === 'ours' ? ours : official);
    const other = await run(first === 'ours' ? official : ours);
    compared.push(first === 'ours' ? { first, ours: one, official: other } : { first, ours: other, official: one });
  }
  return compared;
}

/** Which swebench that Python has. Throws `UsageError` where it has none of 4.x, the last that makes its own evaluation script. */
export function officialVersion(python: string | undefined): string {
  const how = 'python3 -m venv DIR && DIR/bin/pip install swebench==4.1.0, then --package DIR/bin/python';
  if (python === undefined)
    throw new UsageError(`expected a Python with the official package, got none: ${how}, or LUCID_BENCH_SWEBENCH_4`);
  const question = "import importlib.metadata as m, docker; print(m.version('swebench'))";
  let version: string;
  try {
    version = execFileSync(python, ['-c', question], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch (cause) {
    throw new UsageError(`--package ${python}: expected a Python that has swebench 4.x, it has none: ${how}`, {
      cause,
    });
  }
  if (version.startsWith('4.')) return version;
  throw new UsageError(`--package ${python}: expected swebench 4.x, got ${version}: ${how}`);
}

/**
 * The official package on images that are here: its own containers, script and report, but for the two lines of the script that bring conda
 * where an image of ours has none, and one that turns pip's retries off. Throws `UsageError` when its driver ends.
 */
export async function openOfficial(tasks: readonly GoldTask[], options: OfficialOptions): Promise<GoldEvaluator> {
  const { python, folder, atATime, timeoutMs } = options;
  const path = join(folder, 'tasks.json');
  await writeFile(path, JSON.stringify(tasks.map(toTask)));
  const child = spawn(python, ['-B', join(PEERS_FOLDER, 'official.py'), path], {
    cwd: folder,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (piece: Buffer) => {
    said = (said + piece.toString()).slice(-2000);
  });
  const gone = new Promise<void>((resolve) => child.on('close', () => resolve()));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async (): Promise<unknown> => {
    const { value, done } = await lines.next();
    if (!done) return JSON.parse(value);
    await gone;
    throw new UsageError(`the official package ended: ${said.trim().split('\n').at(-1) ?? ''}`);
  };
  const { version } = z.object({ version: z.string() }).parse(await next());
  return {
    name: `swebench ${version}`,
    async round(run) {
      child.stdin.write(`${JSON.stringify({ run, workers: atATime, seconds: Math.ceil(timeoutMs / 1000) })}\n`);
      return round.parse(await next());
    },
    async close() {
      child.stdin.end();
      await gone;
    },
  };
}

/** An instance as the driver reads it, in the published spelling. */
function toTask({ problem, image }: GoldTask) {
  const { task, hiddenTests, version, canonical, environmentCommit } = problem;
  return {
    row: {
      repo: task.repository,
      instance_id: task.id,
      base_commit: task.baseCommit,
      environment_setup_commit: environmentCommit,
      version,
      patch: canonical,
      test_patch: hiddenTests.testPatch,
      FAIL_TO_PASS: hiddenTests.failToPass,
      PASS_TO_PASS: hiddenTests.passToPass,
    },
    image: image.digest,
    activate: image.origin === 'built' ? image.activate : null,
  };
}
