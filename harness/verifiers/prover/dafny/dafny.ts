import { OWN_DAFNY, PROVER_FOLDER, PROVER_PATHS } from '../../../sandbox/tools/provers.ts';
import type { ProofAnswer, ProofMessage } from '../../../types/proof.ts';
import { brokenRun, type CommandRun, type Prover, unknown } from '../prover.ts';
import { countMethods } from './count-methods.ts';

const SUMMARY =
  /^Dafny program verifier finished with (\d+) verified, (\d+) errors?((?:, \d+ (?:time outs?|inconclusives?|out of memory|out of resources?|undetermined))*)\s*$/m;
/** What a later Dafny says in its place where it was asked to prove nothing. */
const NOT_ATTEMPTED = /^(Dafny program verifier) did not attempt verification$/m;
/** The same for the driver, which waits no longer once it is printed. */
const SUMMARY_LINE = String.raw`(?m)^Dafny program verifier finished with \d+ verified, \d+ errors?.*\n`;

/** A Dafny, and in what it differs from others where it is started. */
export interface DafnyTool {
  readonly launch: readonly string[];
  readonly version: string;
  /** As `ProverVersion.after`. */
  readonly before: string;
  /** Whether every run says the version above all else. */
  readonly saysVersion: boolean;
  /** Flags that name its solver, and the most memory that one may have. */
  solver(path: string, megabytes: number): readonly string[];
}

/** Dafny 2.3.0 of Debian (Clover used 4.0.0). */
export const DEBIAN_DAFNY: DafnyTool = {
  launch: [PROVER_PATHS.mono, PROVER_PATHS.dafny],
  version: '2.3.0.10506',
  before: 'Dafny ',
  saysVersion: true,
  solver: (path, megabytes) => [`/z3exe:${path}`, `/z3opt:-memory:${megabytes}`],
};

/**
 * Another Dafny, started by its own launcher, with Debian's z3. Flags are those that its sources have from 2.3 to 4.11; none but 2.3 was
 * run for this project, and its conformance set says whether it may judge.
 */
export const ownDafny = (version: string): DafnyTool => ({
  // .NET sets aside more addresses than a job may have, and asks /etc for its languages: neither is needed.
  launch: ['/usr/bin/env', 'DOTNET_GCHeapHardLimit=60000000', 'DOTNET_SYSTEM_GLOBALIZATION_INVARIANT=1', OWN_DAFNY],
  version,
  before: '',
  saysVersion: false,
  solver: (path, megabytes) =>
    Number.parseInt(version, 10) > 2
      ? [`/proverOpt:PROVER_PATH=${path}`, `/proverOpt:C:-memory:${megabytes}`]
      : DEBIAN_DAFNY.solver(path, megabytes),
});

/** How a Dafny is asked its version; the answer's first number with points in it. */
export const ASK_DAFNY_VERSION: readonly string[] = [...ownDafny('').launch, '/version'];

/**
 * A Dafny with z3 4.8.12. One core: with two, `/xml` shows a method that timed out as correct. No `/rlimit`: it kills the solver of 2.3,
 * and what was never proved is then called verified.
 */
export const createDafny = (tool: DafnyTool): Prover => ({
  name: 'dafny',
  language: 'dafny',
  fileName: 'program.dfy',
  known: 'method Above(x: int) returns (y: int)\n  ensures y > x\n{\n  y := x + 1;\n}\n',
  versions: [
    { name: 'dafny', version: tool.version, argv: [...tool.launch, '/version'], after: tool.before },
    { name: 'z3', version: '4.8.12', argv: [PROVER_PATHS.z3, '--version'], after: 'Z3 version ' },
  ],
  folders: { MONO_CFG_DIR: PROVER_FOLDER },
  files: {},
  commands: ({ seconds }) => [
    {
      argv: [
        ...[...tool.launch, '/compile:0', '/vcsCores:1', `/timeLimit:${seconds}`],
        ...[...tool.solver(PROVER_PATHS.z3, 1000), 'program.dfy'],
      ],
      seconds: 6 * seconds + 30,
      summary: SUMMARY_LINE,
    },
  ],
  read([run]) {
    if (run === undefined) return unknown('tool-failure', { text: 'it was not run' });
    return brokenRun(run) ?? readRun(run, tool, readCounts);
  },
  isProvedByWords: (runs) => runs.some(({ stdout }) => stdout.includes(' verified, 0 errors')),
  count: ([run], program) => {
    const [, verified, errors, others = ''] = run?.stdout.match(SUMMARY) ?? [];
    if (run === undefined || verified === undefined || /^\d+ \S+ errors detected in/m.test(run.stdout))
      return undefined;
    const open = [...others.matchAll(/\d+/g)].reduce((sum, [count]) => sum + Number(count), Number(errors));
    return countMethods(run.stdout, program, { verified: Number(verified), open });
  },
  compiler: {
    commands: ({ seconds }) => [
      {
        argv: [...tool.launch, '/compile:0', '/noVerify', 'program.dfy'],
        seconds: seconds + 30,
        summary: SUMMARY_LINE,
      },
    ],
    read([run]) {
      if (run === undefined) return unknown('tool-failure', { text: 'it was not run' });
      return brokenRun(run) ?? readRun(run, tool, () => ({ status: 'admitted' }));
    },
  },
});

export const dafny = createDafny(DEBIAN_DAFNY);

/** What the summary counts. */
interface Counts {
  readonly verified: number;
  readonly errors: number;
  /** Time outs and the like. */
  readonly others: string;
}

/** Dafny says everything on stdout, errors and the noise of a solver that does not know its options too.
 * `read` is asked only of a run that can be read. */
function readRun(
  { ended, exit, stdout: printed, stderr }: CommandRun,
  tool: DafnyTool,
  read: (counts: Counts, messages: readonly ProofMessage[]) => ProofAnswer,
): ProofAnswer {
  const stdout = printed.replace(NOT_ATTEMPTED, '$1 finished with 0 verified, 0 errors');
  const messages = messagesIn(stdout);
  const inadmissible = stdout.match(/^\d+ (parse|resolution\/type) errors detected in program\.dfy\s*$/m);
  if (inadmissible !== null && exit === 2)
    return { status: 'refuted', reason: inadmissible[1] === 'parse' ? 'parse' : 'type', messages };
  if (/out of memory|OutOfMemoryException/i.test(stdout)) return unknown('memory', ...messages);
  const failure = whyToolFailed(`${stdout}\n${stderr}`);
  if (failure !== undefined) return unknown('tool-failure', { text: failure });
  const said = stdout.match(/^Dafny (\d[\w.]*)\s*$/m)?.[1] ?? (tool.saysVersion ? 'none' : tool.version);
  if (said !== tool.version) return unknown('tool-failure', { text: `expected Dafny ${tool.version}, got ${said}` });
  const summaries = stdout.match(new RegExp(SUMMARY.source, 'gm')) ?? [];
  const [, verified, errors, others = ''] = stdout.match(SUMMARY) ?? [];
  if (summaries.length !== 1) return unknown('tool-failure', { text: `expected one summary, got ${summaries.length}` });
  // After its summary it may hang, and has then no exit.
  const fitsExit = ended === 'hung' || exit === (errors === '0' ? 0 : 4) || (others !== '' && exit === 4);
  if (!fitsExit) return unknown('tool-failure', { text: `exit ${exit} does not fit its summary` });
  return read({ verified: Number(verified), errors: Number(errors), others }, messages);
}

function readCounts({ verified, errors, others }: Counts, messages: readonly ProofMessage[]): ProofAnswer {
  if (errors === 0 && others === '' && messages.length === 0)
    return verified > 0
      ? { status: 'proved', obligations: verified }
      : unknown('vacuous', { text: 'there was nothing to prove' });
  if (errors === 0 && others.includes('memory')) return unknown('memory', ...messages);
  return unknown('not-proved', ...messages);
}

/** A prover that died, or was not found, proves nothing whatever the summary counts. */
function whyToolFailed(stdout: string): string | undefined {
  const lines = stdout.split('\n').map((line) => line.trim());
  const telling = [
    /^\[ERROR\] FATAL UNHANDLED EXCEPTION/,
    /^Fatal Error: ProverException/i,
    /^Prover error: (?!line \d+ column \d+: unknown parameter 'model_compress')/,
    /^Prover died|^Cannot find specified prover|^Cannot find executable|cannot find z3/i,
    /^Unhandled exception|^System\.\w*Exception/i,
    /^\*\*\* /,
  ];
  return lines.find((line) => telling.some((form) => form.test(line)))?.slice(0, 200);
}

/**
 * Errors with their lines, and what is believed for it has no body: a program with one is not proved. Related locations belong to the one before. At its time limit this version calls the same obligation an error
 * or a time out, now one and now the other: both are told as the error.
 */
function messagesIn(stdout: string): ProofMessage[] {
  return [...stdout.matchAll(/^program\.dfy\((\d+),\d+\): (?!.*: anon)(.+)$/gm)].flatMap(([, line, text = '']) =>
    /^(?:Warning(?!: note, this .* has no body)|anon|Related location$|Verification of '.*' timed out)/.test(
      text.trim(),
    )
      ? []
      : [{ line: Number(line), text: text.replace(/^Timed out on /, 'Error ').trim() }],
  );
}
