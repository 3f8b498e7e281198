import { readFileSync } from 'node:fs';
import { SandboxLostError } from '../../errors.ts';
import type { ToolSandbox } from '../../sandbox/tools/sandbox.ts';
import type { ToolsMissing } from '../../sandbox/tools/tool-set.ts';
import { canonicalJson, sha256 } from '../../storage/hash.ts';
import type { ExecutionLimits, ExecutionTimes } from '../../types/execution.ts';
import type { ProofAnswer } from '../../types/proof.ts';
import type { ProofCounts } from '../../types/search.ts';
import { MOST_BYTES } from './contract.ts';
import { type CommandRun, commandRunsShape, messagesOf, type ProofBounds, type Prover, unknown } from './prover.ts';

/** A Dafny program needs some 0.8 s on a free core; a backstop is met only where a solver goes astray. */
export const PROOF_BOUNDS: ProofBounds = { steps: 200_000, seconds: 20 };

/** What a prover may print. More is no answer. */
const OUTPUT_BYTES = 120_000;

const DRIVER = 'run_prover.py';
const driver = readFileSync(new URL(`./drivers/${DRIVER}`, import.meta.url), 'utf8');

/** A prover's answer, and how long it took where it was asked first. */
export interface TimedAnswer {
  readonly answer: ProofAnswer;
  readonly times: Pick<ExecutionTimes, 'wallMs' | 'cpuMs'>;
  /** As `Prover.isProvedByWords`. */
  readonly isProvedByWords?: boolean;
  /** As `Prover.count`. */
  readonly counts?: ProofCounts;
}

/** Of what no prover was asked for. */
export const NO_TIME: TimedAnswer['times'] = { wallMs: 0, cpuMs: 0 };

/** Asks provers in the sandbox it was made with, which stays its maker's to close. */
export interface ProofRunner {
  /**
   * What a prover says of a whole program. Equal questions are asked once, but for those the tool failed at. `probe` is the program's
   * contract with `ensures false`: where that is proved too, the contract is contradictory, and the answer `vacuous`.
   */
  prove(prover: Prover, program: string, probe?: string): Promise<TimedAnswer>;
  /** Why no prover can be asked here; absent where one can. */
  readonly missing?: string;
  /** Of all that decides an answer beside the program. */
  versionOf(prover: Prover): string;
}

/** Runs provers in a sandbox. Without one every answer is `not-available`. */
export function createProofRunner(
  sandbox: ToolSandbox | ToolsMissing,
  bounds: ProofBounds = PROOF_BOUNDS,
): ProofRunner {
  const known = new Map<string, Promise<TimedAnswer>>();
  async function ask(prover: Prover, program: string): Promise<TimedAnswer> {
    if ('missing' in sandbox) return { answer: unknown('not-available', { text: sandbox.missing }), times: NO_TIME };
    const first = await runFairly(sandbox, prover, program, bounds);
    if (!isToolFailure(first.answer)) return first;
    // It may be the tool's fault or the program's: both are seen when it is asked once more, and of a known program beside it.
    const [again, known] = await Promise.all([
      runFairly(sandbox, prover, program, bounds),
      runOnce(sandbox, withAllCommands(prover), prover.known, bounds),
    ]);
    const isBreaking = [first, again].every(({ answer, isReported }) => isReported && isToolFailure(answer));
    return isBreaking && isWell(known.answer) ? { ...again, answer: asBreaking(again.answer) } : again;
  }
  const versionOf = (prover: Prover): string => {
    const versions = prover.versions.map(({ name, version }) => `${name} ${version}`);
    return sha256(canonicalJson([prover.name, versions, prover.commands(bounds), prover.files, driver]));
  };
  async function prove(prover: Prover, program: string): Promise<TimedAnswer> {
    const bytes = Buffer.byteLength(program);
    if (bytes > MOST_BYTES) {
      const text = `the program has ${bytes} bytes, at most ${MOST_BYTES} are proved`;
      return { answer: { status: 'refuted', reason: 'forbidden', messages: [{ text }] }, times: NO_TIME };
    }
    const key = sha256(canonicalJson([versionOf(prover), program]));
    const answer = known.get(key) ?? ask(prover, program);
    known.set(key, answer);
    const found = await answer.catch((error: unknown) => {
      known.delete(key);
      throw error;
    });
    if (isToolFailure(found.answer)) known.delete(key);
    return found;
  }
  return {
    versionOf,
    ...('missing' in sandbox ? { missing: sandbox.missing } : {}),
    async prove(prover, program, probe) {
      const found = await prove(prover, program);
      const isOfContract = found.answer.status === 'proved' || isVacuous(found.answer);
      if (!isOfContract || probe === undefined) return found;
      const probed = (await prove(prover, probe)).answer;
      if (probed.status === 'unknown' && (probed.reason === 'not-proved' || probed.reason === 'timeout'))
        // There is something to prove under this contract: where nothing was, the body left nothing.
        return isVacuous(found.answer) ? { ...found, answer: unknown('not-proved', NOTHING_LEFT) } : found;
      const answer =
        probed.status === 'proved'
          ? unknown('vacuous', { text: 'the contract’s conditions contradict one another' })
          : unknown('tool-failure', { text: 'its contract could not be probed' });
      return { ...found, answer };
    },
  };
}

const isToolFailure = (answer: ProofAnswer): boolean => answer.status === 'unknown' && answer.reason === 'tool-failure';
const isVacuous = (answer: ProofAnswer): boolean => answer.status === 'unknown' && answer.reason === 'vacuous';

const isWell = ({ status }: ProofAnswer): boolean => status === 'proved' || status === 'admitted';

/** Asked all its commands, whatever the first say: one solver alone may prove a program where the other is lost. */
const withAllCommands = (prover: Prover): Prover => ({
  ...prover,
  commands: (bounds) => prover.commands(bounds).map(({ isEnoughIfZero: _, ...command }) => command),
  read: (runs, program) =>
    runs.map((run) => prover.read([run], program)).find((answer) => !isWell(answer)) ?? { status: 'admitted' },
});

const NOTHING_LEFT = { text: 'the body leaves nothing to prove' };

const asBreaking = (answer: ProofAnswer): ProofAnswer => unknown('breaks-prover', ...messagesOf(answer));

/** Two threads of Mono, a solver and their libraries take far less; address space is counted, not memory. */
export const PROVER_LIMITS: Omit<ExecutionLimits, 'wallMs' | 'cpuSeconds'> = {
  memoryMb: 8_192,
  processes: 64,
  fileMb: 64,
  outputBytes: 1 << 20,
};

/** Of its time a search had a core for less than this: the machine was busy, and its clock says little. */
const STARVED_SHARE = 0.5;
const MOST_STRETCHED = 5;

/**
 * As `runOnce`; a search that was not proved, met its clock and had no core is run once more with a clock as much longer: it then has the
 * time of a free core. What the second says stands.
 */
async function runFairly(...[sandbox, prover, program, bounds]: Parameters<typeof runOnce>) {
  const run = await runOnce(sandbox, prover, program, bounds);
  const { answer, times } = run;
  const isOpen = answer.status === 'unknown' && (answer.reason === 'not-proved' || answer.reason === 'timeout');
  const share = times.cpuMs / Math.max(1, times.wallMs);
  if (!isOpen || times.wallMs < 1000 * bounds.seconds || share >= STARVED_SHARE) return run;
  const seconds = Math.ceil(bounds.seconds * Math.min(MOST_STRETCHED, 1 / share));
  return runOnce(sandbox, prover, program, { ...bounds, seconds });
}

/**
 * Runs a prover's commands on a program, in a sandbox of the job's own. Its driver reads no program: that it did not report is never a
 * program's doing. Throws `SandboxLostError`.
 */
async function runOnce(
  sandbox: ToolSandbox,
  prover: Prover,
  program: string,
  bounds: ProofBounds,
): Promise<TimedAnswer & { readonly isReported: boolean }> {
  const commands = prover.commands(bounds);
  const seconds = commands.reduce((sum, command) => sum + command.seconds, 10);
  const job = { commands, folders: prover.folders, outputBytes: OUTPUT_BYTES };
  const { ended, exit, report, output, wallMs, cpuMs } = await sandbox.run({
    files: {
      [DRIVER]: driver,
      'job.json': JSON.stringify(job),
      ...prover.files,
      [prover.fileName]: program,
    },
    program: DRIVER,
    limits: { ...PROVER_LIMITS, wallMs: 1000 * seconds, cpuSeconds: seconds },
  });
  const isReported = ended === 'reported';
  const times = { wallMs, cpuMs };
  if (!isReported)
    return {
      answer: unknown('tool-failure', { text: `${ended}, ${exit} ${output.slice(-200)}`.trim() }),
      times,
      isReported,
    };
  const runs = readReport(report);
  const counts = prover.count(runs, program);
  return {
    answer: prover.read(runs, program),
    times,
    isReported,
    isProvedByWords: prover.isProvedByWords(runs),
    ...(counts === undefined ? {} : { counts }),
  };
}

function readReport(report: unknown): readonly CommandRun[] {
  const runs = commandRunsShape.safeParse(report);
  if (runs.success) return runs.data;
  throw new SandboxLostError(`the prover’s driver reported something else: ${runs.error.message.slice(0, 200)}`);
}

/** Runs commands that read no program. Throws `SandboxLostError`. */
export async function askInSandbox(
  sandbox: ToolSandbox,
  { folders }: Pick<Prover, 'folders'>,
  commands: ReturnType<Prover['commands']>,
): Promise<readonly CommandRun[]> {
  const job = { commands, folders, outputBytes: OUTPUT_BYTES };
  const { report, output } = await sandbox.run({
    files: { [DRIVER]: driver, 'job.json': JSON.stringify(job) },
    program: DRIVER,
    limits: { ...PROVER_LIMITS, wallMs: 60_000, cpuSeconds: 60 },
  });
  const runs = commandRunsShape.safeParse(report);
  if (!runs.success) throw new SandboxLostError(`no versions of provers: ${output.slice(-200)}`);
  return runs.data;
}

/** What a prover and its solvers say their versions are, beside what they must be. Throws `SandboxLostError`. */
export async function readVersions(
  sandbox: ToolSandbox,
  { versions, folders }: Prover,
): Promise<readonly { readonly name: string; readonly expected: string; readonly got: string }[]> {
  const commands = versions.map(({ argv }) => ({ argv, seconds: 30 }));
  const runs = await askInSandbox(sandbox, { folders }, commands);
  return versions.map(({ name, version, after }, index) => {
    const text = runs[index]?.stdout ?? '';
    const place = text.indexOf(after);
    const found = after === '' ? numberIn(text) : text.slice(place + after.length).match(/^[\w.+-]*\w/)?.[0];
    const got = (place < 0 ? undefined : found) ?? 'none';
    return { name, expected: version, got };
  });
}

/** The first number with points in it: what a version looks like, whatever stands around it. */
export const numberIn = (text: string): string | undefined => text.match(/\d+(?:\.\d+)+/)?.[0];
