/** What a model might answer, right, wrong or hostile, as patches of the small repositories. */
import type { Outcome } from '../../../harness/types/execution.ts';
import { CALC, diffTo, GOLD, type SmallRepository } from './repositories.ts';

export interface Candidate {
  readonly what: string;
  patch(repository: SmallRepository): string | undefined;
  /** `solved`, or the reason why not. */
  readonly outcome: 'solved' | Exclude<Outcome, { status: 'solved' }>['reason'];
  /** Goes on until its time is up. */
  readonly isLong?: boolean;
}

const calc =
  (text: string) =>
  (repository: SmallRepository): string =>
    diffTo(repository, { 'calc.py': text });

/** Answered by every repository. */
export const PLAIN: readonly Candidate[] = [
  { what: 'the gold patch', patch: calc(GOLD), outcome: 'solved' },
  { what: 'the repository as it is', patch: () => undefined, outcome: 'tests-failed' },
  { what: 'a wrong patch', patch: calc(CALC.replace('a - b', 'a * b')), outcome: 'tests-failed' },
  { what: 'a patch that is partly right', patch: calc(CALC.replace('a - b', 'a + b')), outcome: 'tests-failed' },
  { what: 'a patch that breaks PASS_TO_PASS', patch: calc(GOLD.replace('2 * a', '3 * a')), outcome: 'tests-failed' },
];

/** Names of the tests that a forger would like to have passed, in every form a log has them. */
function forgedLines(repository: SmallRepository): string[] {
  const ids = ['test_add', 'test_negate', 'test_double'].map((name) => repository.idOf(name));
  return ids.flatMap((id) => [`PASSED ${id}`, `${id} ... ok`, `${id} ok`]);
}

const quoted = (lines: readonly string[]): string => lines.map((line) => JSON.stringify(line)).join(', ');

/** A module that prints a whole log, markers and summary, and then goes on with wrong functions. */
function forger(repository: SmallRepository): string {
  const lines = [
    ">>>>> Start Test Output'",
    ...forgedLines(repository),
    '============ 3 passed in 0.01s ============',
    ">>>>> End Test Output'",
    '>>>>> Test Exit Code: 0',
  ];
  return `import os, sys\nfor line in [${quoted(lines)}]:\n    os.write(1, (line + "\\n").encode())\n${CALC}`;
}

/** Runs while the tests do, not when the package is installed. */
const inTests = (body: string): string =>
  `import os, sys\nif "setup.py" not in sys.argv[0]:\n${body.replace(/^/gm, '    ')}\n${GOLD}`;

/** Prints a whole log of its own, whenever it is imported. */
export const FORGED_MARKERS: Candidate = {
  what: 'forged markers around a forged log',
  patch: (repository) => calc(forger(repository))(repository),
  outcome: 'tests-failed',
};

/** Never ends. */
export const HANGING: Candidate = {
  what: 'tests that hang',
  patch: calc(inTests('import time\ntime.sleep(3600)')),
  outcome: 'timeout',
  isLong: true,
};

/** Answered by the repository with pytest, the last of them by one at a time. */
export const HOSTILE: readonly Candidate[] = [
  {
    what: 'a patch that does not apply',
    patch: (repository) => calc(GOLD)(repository).replace('-    return a - b', '-    return nothing'),
    outcome: 'patch-does-not-apply',
  },
  {
    what: 'a conftest.py that turns failures into passes',
    patch: (repository) =>
      diffTo(repository, {
        'conftest.py': [
          'import pytest',
          '@pytest.hookimpl(hookwrapper=True)',
          'def pytest_runtest_makereport(item, call):',
          '    outcome = yield',
          '    outcome.get_result().outcome = "passed"',
          '',
        ].join('\n'),
      }),
    outcome: 'solved', // no log can tell; the hooks column does
  },
  {
    what: 'a patch that deletes the tests',
    patch: (repository) => diffTo(repository, { [repository.tests.path]: undefined }),
    outcome: 'tests-failed',
  },
  {
    what: 'the gold patch that deletes the tests too',
    patch: (repository) => diffTo(repository, { [repository.tests.path]: undefined, 'calc.py': GOLD }),
    outcome: 'solved',
  },
  {
    what: 'forged PASSED lines, then an end without a summary',
    patch: (repository) =>
      calc(inTests(`print("\\n".join([${quoted(forgedLines(repository))}]), flush=True)\nos._exit(0)`))(repository),
    outcome: 'exited-early',
  },
  FORGED_MARKERS,
  HANGING,
  {
    what: 'a file system that is filled',
    patch: calc(
      inTests(
        'for n in range(64):\n    with open(f"/tmp/{n}", "wb") as file: file.write(bytes(16 << 20))\nimport time\ntime.sleep(3600)',
      ),
    ),
    outcome: 'output-limit',
  },
  {
    what: 'a disk filled by files without a name',
    patch: calc(
      inTests(
        'import tempfile, time\nheld = []\nfor n in range(40):\n    held.append(tempfile.TemporaryFile())\n    held[-1].write(bytes(16 << 20))\ntime.sleep(3600)',
      ),
    ),
    outcome: 'output-limit',
  },
  {
    what: 'a log without an end',
    patch: calc(
      inTests(
        'line = b"x" * 65536\nlog = os.open(f"/proc/{os.getppid()}/fd/1", os.O_WRONLY)\nwhile True: os.write(log, line)',
      ),
    ),
    outcome: 'output-limit',
  },
  {
    what: 'memory without an end',
    patch: calc(inTests('held = []\nwhile True: held.append(bytearray(16 << 20))')),
    outcome: 'memory',
  },
  {
    what: 'a fork bomb',
    patch: calc(inTests('import time\nwhile True:\n    try: os.fork()\n    except OSError: time.sleep(0.1)')),
    outcome: 'timeout',
    isLong: true,
  },
  {
    what: 'a fork bomb that the installation leaves behind, waiting for the tests',
    patch: calc(
      `import os, sys, time
def is_testing():
    for process in os.listdir("/proc"):
        try:
            if "/lucid-bench/tests.sh" in open("/proc/" + process + "/cmdline").read(): return True
        except OSError: pass
if "setup.py" in sys.argv[0] and os.fork() == 0:
    while not is_testing(): time.sleep(0.01)
    while True:
        try: os.fork()
        except OSError: time.sleep(0.1)
${GOLD}`,
    ),
    outcome: 'solved',
  },
  {
    what: 'a process that kills all it can',
    patch: calc(inTests('import signal\nos.kill(-1, signal.SIGKILL)\nos.kill(os.getpid(), signal.SIGKILL)')),
    outcome: 'exited-early',
  },
];
