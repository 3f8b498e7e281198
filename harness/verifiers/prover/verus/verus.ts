import { OWN_VERUS, VERUS_FOLDERS } from '../../../sandbox/tools/provers.ts';
import { z } from '../../../storage/schema.ts';
import type { ProofAnswer } from '../../../types/proof.ts';
import { brokenRun, type CommandRun, type Prover, unknown } from '../prover.ts';
import { countFunctions } from './count-functions.ts';
import { type Diagnostics, messagesOfErrors, readDiagnostics } from './diagnostics.ts';

/** What is said of a Verus that nobody gave. */
export const NO_VERUS = 'none';

/** Its own z3 lies beside it; where `rustup` and its toolchains are, the launcher finds them by these. */
const startVerus = (z3 = `${VERUS_FOLDERS.verus}/z3`): readonly string[] => [
  '/usr/bin/env',
  `PATH=${VERUS_FOLDERS.cargo}:/usr/bin:/bin`,
  ...['HOME=/tmp', `RUSTUP_HOME=${VERUS_FOLDERS.rustup}`, `VERUS_Z3_PATH=${z3}`],
  OWN_VERUS,
];

/** How a Verus is asked its version: behind `Version: `. */
export const ASK_VERUS_VERSION: readonly string[] = [...startVerus(), '--version'];

/** As `ProverVersion.after`. */
export const BEFORE_VERSION = 'Version: ';

/** z3 stops after so much (Verus' own unit, about a second each), which every equal run meets again. */
const RLIMIT = 10;

/**
 * A Verus of this version (`NO_VERUS` where there is none), with the z3 of its release. `--multiple-errors 100`: it says all that fails in a function. One
 * thread, so that equal runs say the same in the same order. `--no-cheating` is its own refusal of what is believed; ours is in body.ts.
 */
export const createVerus = (version: string, z3?: string): Prover => ({
  name: 'verus',
  language: 'verus',
  fileName: 'program.rs',
  known:
    'use vstd::prelude::*;\n\nverus! {\n\nfn above(x: u8) -> (y: u16)\n    ensures\n        y > x,\n{\n    x as u16 + 1\n}\n\nfn main() {\n}\n\n} // verus!\n',
  versions: [{ name: 'verus', version, argv: [...startVerus(z3), '--version'], after: BEFORE_VERSION }],
  folders: {},
  files: {},
  commands: ({ seconds }) => [
    {
      argv: [
        ...[...startVerus(z3), 'program.rs', ...REPORTING, '--multiple-errors', '100'],
        ...['--rlimit', String(RLIMIT), '--num-threads', '1', '--no-cheating'],
      ],
      seconds: 6 * seconds + 30,
    },
  ],
  read: ([run], program) => {
    if (run === undefined || program === undefined) return unknown('tool-failure', { text: 'it was not run' });
    const functions = countFunctions(program);
    return brokenRun(run) ?? readRun(run, version, (counts, said) => readCounts(counts, said, functions));
  },
  isProvedByWords: (runs) => runs.some(({ stdout }) => stdout.includes('"errors": 0')),
  count([run]) {
    if (run === undefined) return undefined;
    const { verified, errors } = readReport(run.stdout)?.['verification-results'] ?? {};
    if (verified === undefined || errors === undefined) return undefined;
    const said = readDiagnostics(run);
    return {
      unit: 'functions',
      verified,
      unverified: errors,
      errors: said.errors.length,
      warnings: said.warnings.length,
    };
  },
  compiler: {
    commands: ({ seconds }) => [
      {
        argv: [...startVerus(z3), 'program.rs', ...REPORTING, '--no-verify', '--num-threads', '1', '--no-cheating'],
        seconds: seconds + 30,
      },
    ],
    read([run]) {
      if (run === undefined) return unknown('tool-failure', { text: 'it was not run' });
      return brokenRun(run) ?? readRun(run, version, readCompiled);
    },
  },
});

const REPORTING = ['--output-json', '--error-format=json'];

const reportShape = z.object({
  'verification-results': z.object({
    success: z.boolean().exactOptional(),
    'encountered-error': z.boolean().exactOptional(),
    'encountered-vir-error': z.boolean(),
    // Absent where it did not come to that.
    verified: z.int().nonnegative().exactOptional(),
    errors: z.int().nonnegative().exactOptional(),
    'is-verifying-entire-crate': z.boolean().exactOptional(),
  }),
  verus: z.object({ version: z.string() }),
});
type Results = z.infer<typeof reportShape>['verification-results'];

/** All of stdout is one report; `undefined` where it is something else. */
function readReport(stdout: string): z.infer<typeof reportShape> | undefined {
  try {
    const report = reportShape.safeParse(JSON.parse(stdout));
    return report.success ? report.data : undefined;
  } catch {
    return undefined;
  }
}

/** What it says itself where its solver, its toolchain or a file of its release is not there: nothing of a program can make it say so. */
const MISSING =
  /could not execute \w+ process|rustup not found|required rust toolchain \S+ not found|toolchain '\S+' is not installed|installation is incomplete|error while loading shared libraries/;

/**
 * One report, its own version, and an exit that fits. `read` is asked only of a program that parses and types: of one that does not, the report counts 0
 * errors. Whatever else it ends with (128, 134, a panic) is no word on the program.
 */
function readRun(
  run: CommandRun,
  version: string,
  read: (results: Results, said: Diagnostics) => ProofAnswer,
): ProofAnswer {
  const { exit, stdout } = run;
  const said = readDiagnostics(run);
  const missing = said.others.find((line) => MISSING.test(line));
  if (exit !== 0 && missing !== undefined) return unknown('not-available', { text: missing.slice(0, 200) });
  if (said.others.some((line) => /memory allocation of \d+ bytes failed|out of memory/.test(line)))
    return unknown('memory', { text: 'it ran out of memory' });
  const panic = said.others.find((line) => /panicked at|internal compiler error/.test(line));
  if (panic !== undefined || (exit !== 0 && exit !== 1))
    return unknown('tool-failure', { text: `exit ${exit}: ${panic ?? said.others[0] ?? ''}`.slice(0, 200) });
  const report = readReport(stdout);
  if (report === undefined) return unknown('tool-failure', { text: 'its output is no report' });
  if (report.verus.version !== version)
    return unknown('tool-failure', { text: `expected Verus ${version}, got ${report.verus.version}` });
  const results = report['verification-results'];
  const isInadmissible = results['encountered-vir-error'] || results.errors === 0;
  if (isInadmissible && results.success !== true) return readInadmissible(exit, said);
  if ((results.success === true) !== (exit === 0))
    return unknown('tool-failure', { text: `exit ${exit} does not fit its report` });
  return read(results, said);
}

/** What it did not come to prove, in its own words: with a code of the compiler's or after its text was read it is no matter of syntax. */
function readInadmissible(exit: number | null, { errors }: Diagnostics): ProofAnswer {
  if (errors.length === 0 || exit !== 1) return unknown('tool-failure', { text: `exit ${exit} without an error` });
  const messages = messagesOfErrors(errors);
  const says = (form: RegExp): boolean => errors.some(({ message }) => form.test(message));
  if (says(/not allowed with --no-cheating/)) return { status: 'refuted', reason: 'forbidden', messages };
  if (says(/not (?:yet )?support|unsupported/i)) return { status: 'refuted', reason: 'unsupported', messages };
  const isSyntax = errors.every(({ code, message }) => !code && SYNTAX.test(message));
  return { status: 'refuted', reason: isSyntax ? 'parse' : 'type', messages };
}

/** As the parsers of Rust and of `verus!` say it. */
const SYNTAX =
  /^(?:expected|unexpected|unclosed|mismatched closing|this file contains an un-?closed|unknown start of token|unterminated|cannot parse|missing|invalid)/i;

/** Nothing was to be proved: a report that is no success, or an error beside one, is no word on the program. */
const readCompiled = ({ success }: Results, { errors }: Diagnostics): ProofAnswer =>
  success === true && errors.length === 0
    ? { status: 'admitted' }
    : unknown('tool-failure', { text: 'its report does not fit what it said' });

function readCounts(
  { success, verified, errors, 'is-verifying-entire-crate': isEntire }: Results,
  said: Diagnostics,
  functions: number | undefined,
): ProofAnswer {
  const messages = messagesOfErrors(said.errors);
  if (errors === 0 && success === true && isEntire === true && said.errors.length === 0) {
    if (verified === undefined || verified === 0) return unknown('vacuous', { text: 'there was nothing to prove' });
    if (functions === undefined) return unknown('not-proved', { text: 'its functions cannot be counted' });
    if (verified >= functions) return { status: 'proved', obligations: verified };
    return unknown('not-proved', { text: `it verified ${verified} of ${functions} functions` });
  }
  if (messages.length === 0 || errors === undefined || errors === 0)
    return unknown('tool-failure', { text: 'its report does not fit what it said' });
  // Its report calls this an error like any other.
  const isOverLimit = said.errors.some(({ message }) => /Resource limit \(rlimit\) exceeded/.test(message));
  return unknown(isOverLimit ? 'timeout' : 'not-proved', ...messages);
}
