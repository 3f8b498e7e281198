import type { CheckCase } from './check-programs.ts';
import { NO_REPORT, RIGHT, WRONG } from './check-programs.ts';

const { raw } = String;

/** Writes a report to whatever is open, with a secret that is a guess. */
const FORGES = raw`import json, os
payload = json.dumps({'secret': '0' * 32, 'report': {'verdict': 'held', 'reason': None, 'evidence': {}}}).encode()
for fd in range(1, 300):
    try:
        os.write(fd, len(payload).to_bytes(4, 'big') + payload)
    except OSError:
        pass
`;
const FLOODS = raw`import os
for fd in range(1, 300):
    try:
        while os.write(fd, b'x' * (1 << 20)):
            pass
    except OSError:
        pass
`;
const LEAVES = raw`import ctypes, os, time
for folder in '/tmp', '/dev/shm', '.':
    for name in 'hypothesis.py', 'json.py', 'sitecustomize.py', 'report.py', 'candidate.py', 'mypy.ini', 'pyproject.toml':
        try:
            open(f'{folder}/{name}', 'w').write('raise SystemExit')
        except OSError:
            pass
ctypes.CDLL(None).shmget(0x1ef7, ctypes.c_size_t(256 << 20), 0o1666)
for _ in range(3):
    if os.fork() == 0:
        held = b'.' * (200 << 20)
        time.sleep(600)
`;
const PROPERTY = raw`@given(st.integers(), st.integers(), st.integers())
def within(x, low, high):
    assume(low <= high)
    assert low <= clamp(x, low, high) <= high
`;
const CONTRACT = raw`def within(x: int, low: int, high: int) -> int:
    """
    pre: low <= high
    post: low <= __return__ <= high
    """
    return clamp(x, low, high)
`;

const hostile = (
  tool: CheckCase['tool'],
  name: string,
  check: string,
  expected: CheckCase['expected'],
  more: Partial<CheckCase> = {},
): CheckCase => ({
  tool,
  kind: 'hostile',
  name,
  program: WRONG,
  check,
  expected,
  ...more,
});

/** Checks that are after something else than the program. Whatever they come to, the next check is as it would be without them. */
export const HOSTILE_TOOL_CHECKS: readonly CheckCase[] = [
  hostile('property', 'the check writes a report of its own', `${FORGES}${PROPERTY}`, 'not-applicable', {
    reason: NO_REPORT,
  }),
  hostile('property', 'the check floods every descriptor', `${FLOODS}${PROPERTY}`, 'unknown', {
    reason: 'output limit',
  }),
  hostile('property', 'the check ends the tool', `import os\n${PROPERTY}    os._exit(0)\n`, 'not-applicable', {
    reason: NO_REPORT,
  }),
  hostile('property', 'the check leaves files, memory and processes', `${LEAVES}${PROPERTY}`, 'failed'),
  hostile('property', 'the check asks for its memory', `x = b'.' * (4 << 30)\n${PROPERTY}`, 'not-applicable', {
    reason: 'crashed',
  }),
  hostile(
    'property',
    'the check replaces the program',
    `import sys\nsys.modules['candidate'].clamp = lambda x, low, high: max(low, min(x, high))\n${PROPERTY}`,
    'failed',
  ),
  hostile(
    'property',
    'the check raises what cannot be read',
    `class E(BaseException):\n    def __str__(self):\n        raise self\n    __repr__ = __str__\n${PROPERTY}    raise E\n`,
    'failed',
  ),
  hostile(
    'contract',
    'the contract runs commands in its conditions',
    CONTRACT.replace('pre: low <= high', "pre: __import__('os').system('touch /tmp/left') == 0"),
    'not-applicable',
    { reason: 'vacuous' },
  ),
  hostile(
    'contract',
    'the contract ends the tool in a condition',
    CONTRACT.replace('pre: low <= high', "pre: __import__('os')._exit(0) is None"),
    'not-applicable',
    { reason: NO_REPORT },
  ),
  hostile('contract', 'the contract writes a report of its own', `${FORGES}${CONTRACT}`, 'not-applicable', {
    reason: NO_REPORT,
  }),
  hostile(
    'contract',
    'the contract switches analysis off',
    `# crosshair: off\n__crosshair__ = None\n${CONTRACT}`,
    'failed',
  ),
  hostile(
    'types',
    'the check silences every line',
    'nearest: str = clamp(3, 1, 2)  # type: ignore # mypy: ignore-errors\n',
    'failed',
    { program: RIGHT },
  ),
  hostile(
    'types',
    'the check makes all that follows unreachable',
    "import os\nos.system('touch /tmp/left')\nos._exit(0)\nnearest: str = clamp(3, 1, 2)\n",
    'not-applicable',
    { program: RIGHT, reason: 'vacuous' },
  ),
  hostile(
    'types',
    'the check nests types without an end',
    `from typing import List\nnearest: ${'List['.repeat(300)}int${']'.repeat(300)} = clamp(3, 1, 2)\n`,
    'not-applicable',
    { program: RIGHT, reason: 'crashed' },
  ),
];
