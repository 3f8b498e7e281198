import type { CommandRun } from '../../../harness/verifiers/prover/prover.ts';

/** One version, whose sources these texts follow. */
export const VERSION = '0.2026.06.08.9a4284b';

interface VerusRun {
  readonly name: string;
  /** `recorded`: a Verus printed it. `synthetic`: written here after its sources. Neither is a result: nothing outside of tests reads it. */
  readonly origin: 'recorded' | 'synthetic';
  readonly run: CommandRun;
}

interface Results {
  readonly success?: boolean;
  readonly verified?: number;
  readonly errors?: number;
  readonly vir?: boolean;
  readonly entire?: boolean;
}

const report = ({ success, verified, errors, vir = false, entire = true }: Results, version = VERSION): string =>
  JSON.stringify(
    {
      'func-details': {},
      'verification-results': {
        'encountered-error': success !== true,
        'encountered-vir-error': vir,
        ...(success === undefined ? {} : { success }),
        ...(vir ? {} : { verified, errors, 'is-verifying-entire-crate': entire }),
      },
      verus: {
        profile: 'release',
        version,
        platform: { os: 'linux', arch: 'x86_64' },
        toolchain: '1.95.0-x86_64-unknown-linux-gnu',
        commit: '9a4284b',
      },
    },
    undefined,
    2,
  );

const diagnostic = (
  message: string,
  { line = 8, code, level = 'error', label }: { line?: number; code?: string; level?: string; label?: string } = {},
): string =>
  JSON.stringify({
    $message_type: 'diagnostic',
    message,
    code: code === undefined ? null : { code, explanation: null },
    level,
    spans: [
      { file_name: 'program.rs', line_start: line, line_end: line, is_primary: true, label: label ?? null, text: [] },
    ],
    children: [],
    rendered: `${level}: ${message}\n`,
  });

const ABORTING = JSON.stringify({ message: 'aborting due to 1 previous error', code: null, level: 'error', spans: [] });

const ran = (exit: number, stdout: string, ...stderr: readonly string[]): CommandRun => ({
  ended: 'exited',
  exit,
  stdout,
  stderr: stderr.map((line) => `${line}\n`).join(''),
});

const synthetic = (name: string, run: CommandRun): VerusRun => ({ name, origin: 'synthetic', run });

const NOTHING_WRONG: Results = { success: false, verified: 0, errors: 0 };
export const SUCCESS: Results = { success: true, verified: 2, errors: 0 };

export const VERUS_RUNS: readonly VerusRun[] = [
  synthetic('right', ran(0, report(SUCCESS))),
  synthetic('right, with a warning', ran(0, report(SUCCESS), diagnostic('unused variable: `x`', { level: 'warning' }))),
  synthetic(
    'wrong',
    ran(
      1,
      report({ success: false, verified: 1, errors: 1 }),
      diagnostic('postcondition not satisfied', { line: 9, label: 'at the end of the function body' }),
      ABORTING,
    ),
  ),
  synthetic(
    'ten errors',
    ran(1, report({ success: false, verified: 1, errors: 10 }), diagnostic('assertion failed'), ABORTING),
  ),
  synthetic(
    'resource limit',
    ran(
      1,
      report({ success: false, verified: 1, errors: 1 }),
      diagnostic(
        'function body check: Resource limit (rlimit) exceeded; consider rerunning with --profile for more details',
      ),
      ABORTING,
    ),
  ),
  synthetic('parse', ran(1, report(NOTHING_WRONG), diagnostic('expected an expression'), ABORTING)),
  synthetic('type', ran(1, report(NOTHING_WRONG), diagnostic('mismatched types', { code: 'E0308' }), ABORTING)),
  synthetic(
    'mode',
    ran(1, report({ success: false, vir: true }), diagnostic('cannot call function with mode exec'), ABORTING),
  ),
  synthetic(
    'loop without decreases',
    ran(1, report({ success: false, vir: true }), diagnostic('loop must have a decreases clause'), ABORTING),
  ),
  synthetic(
    'unsupported',
    ran(
      1,
      report({ success: false, vir: true }),
      diagnostic('The verifier does not yet support the following Rust feature: box deref'),
      ABORTING,
    ),
  ),
  synthetic(
    'cheating',
    ran(1, report({ success: false, vir: true }), diagnostic('assume/admit not allowed with --no-cheating'), ABORTING),
  ),
  synthetic('empty', ran(0, report({ success: true, verified: 0, errors: 0 }))),
  synthetic('fewer than functions', ran(0, report({ success: true, verified: 1, errors: 0 }))),
  synthetic('a part of the crate', ran(0, report({ success: true, verified: 2, errors: 0, entire: false }))),
  synthetic('success with another exit', ran(1, report(SUCCESS), diagnostic('lies'), ABORTING)),
  synthetic('success beside an error', ran(0, report(SUCCESS), diagnostic('assertion failed'))),
  synthetic('another version', ran(0, report(SUCCESS, '0.2020.01.01'))),
  synthetic('no report', ran(0, 'verification results:: 2 verified, 0 errors\n')),
  synthetic('two reports', ran(0, `${report(SUCCESS)}\n${report(SUCCESS)}`)),
  synthetic(
    'solver missing',
    ran(
      128,
      '',
      '\u001b[31merror: could not execute z3 process (No such file or directory (os error 2))\u001b[0m',
      'help: z3 needs to be in the PATH',
    ),
  ),
  synthetic(
    'solver missing, aborted',
    ran(134, '', 'error: could not execute z3 process (No such file or directory (os error 2))'),
  ),
  synthetic('toolchain missing', ran(1, '', "error: toolchain '1.95.0-x86_64-unknown-linux-gnu' is not installed")),
  synthetic(
    'panic',
    ran(101, '', "thread '<unnamed>' panicked at air/src/smt_process.rs:67:", 'Got too many empty lines!'),
  ),
  synthetic('stack overflow', { ...ran(-6, '', "thread 'main' has overflowed its stack"), exit: -6 }),
  synthetic('memory', ran(1, '', 'memory allocation of 1048576 bytes failed')),
];

export const runOf = (name: string): CommandRun => {
  const found = VERUS_RUNS.find((each) => each.name === name);
  if (found === undefined) throw new Error(`no run ${name}`);
  return found.run;
};
