import type { CheckCase } from './check-programs.ts';
import { FORGER, NO_REPORT, RIGHT, WRONG } from './check-programs.ts';

const LEAVES_BEHIND = `
import os, time
if os.fork() == 0:
    try:
        os.setsid()
    except OSError:
        pass
    time.sleep(600)
    os._exit(0)
`;
const CALLS_OUT = `
import socket
try:
    socket.create_connection(('1.1.1.1', 53), 2)
    raise SystemError('the network is there')
except OSError:
    pass
`;

const property = (body: string): string =>
  `@given(st.integers(), st.integers(), st.integers())\ndef within(x, low, high):\n${body}`;
const PROPERTY = property('    assume(low <= high)\n    assert low <= clamp(x, low, high) <= high\n');

/** Properties, for hypothesis. */
export const PROPERTY_CASES: readonly Omit<CheckCase, 'tool'>[] = [
  { kind: 'right', name: 'the property holds', program: RIGHT, check: PROPERTY, expected: 'held' },
  { kind: 'wrong', name: 'an example fails', program: WRONG, check: PROPERTY, expected: 'failed' },
  {
    kind: 'wrong',
    name: 'an example raises',
    program: 'def clamp(x, low, high):\n    return low if x < low else 1 // 0\n',
    check: PROPERTY,
    expected: 'failed',
  },
  { kind: 'wrong', name: 'the program does not load', program: 'def clamp(', check: PROPERTY, expected: 'failed' },
  {
    kind: 'vacuous',
    name: 'it never calls the entry point',
    program: WRONG,
    check: property('    assert x + low == low + x\n'),
    expected: 'not-applicable',
    reason: 'vacuous: no example that met its assumptions called clamp',
  },
  {
    kind: 'vacuous',
    name: 'its assumption filters everything',
    program: WRONG,
    check: property('    assume(low < high and high < low)\n    assert clamp(x, low, high) > high\n'),
    expected: 'not-applicable',
    reason: 'vacuous: no example met its assumptions',
  },
  {
    kind: 'crashing',
    name: 'the check does not parse',
    program: RIGHT,
    check: 'def within(:\n',
    expected: 'not-applicable',
    reason: 'crashed: SyntaxError',
  },
  {
    kind: 'crashing',
    name: 'the check names what is not there',
    program: RIGHT,
    check: property('    assert clump(x, low, high) >= low\n'),
    expected: 'not-applicable',
    reason: 'crashed: NameError',
  },
  {
    kind: 'crashing',
    name: 'the check holds no property',
    program: RIGHT,
    check: 'def within(x):\n    assert clamp(x, 0, 1) >= 0\n',
    expected: 'not-applicable',
    reason: 'crashed: the check holds no property',
  },
  {
    kind: 'crashing',
    name: 'the program ends the tool',
    program: 'import os\ndef clamp(x, low, high):\n    os._exit(0)\n',
    check: PROPERTY,
    expected: 'not-applicable',
    reason: NO_REPORT,
  },
  {
    kind: 'undecided',
    name: 'the program does not end',
    program: 'def clamp(x, low, high):\n    while True:\n        pass\n',
    check: PROPERTY,
    expected: 'unknown',
    reason: 'an example took more than',
  },
  {
    kind: 'undecided',
    name: 'two answers for one example',
    program: 'N = 0\ndef clamp(x, low, high):\n    global N\n    N += 1\n    return high + 1 if N == 5 else low\n',
    check: PROPERTY,
    expected: 'unknown',
    reason: 'the property gave two answers',
  },
  {
    kind: 'hostile',
    name: 'writes a report of its own',
    program: `${FORGER}${WRONG}`,
    check: PROPERTY,
    expected: 'not-applicable',
    reason: NO_REPORT,
  },
  {
    kind: 'hostile',
    name: 'leaves a process behind',
    program: `${LEAVES_BEHIND}${RIGHT}`,
    check: PROPERTY,
    expected: 'held',
  },
  { kind: 'hostile', name: 'calls out', program: `${CALLS_OUT}${RIGHT}`, check: PROPERTY, expected: 'held' },
  {
    kind: 'hostile',
    name: 'takes all memory',
    program: `x = 'x' * (3 << 30)\n${RIGHT}`,
    check: PROPERTY,
    expected: 'failed',
  },
];
