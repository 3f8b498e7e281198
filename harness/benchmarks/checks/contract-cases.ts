import type { CheckCase } from './check-programs.ts';
import { FORGER, NO_REPORT, RIGHT, WRONG } from './check-programs.ts';

const contract = (...conditions: readonly string[]): string =>
  `def within(x: int, low: int, high: int) -> int:\n    """\n${conditions.map((line) => `    ${line}\n`).join('')}    """\n    return clamp(x, low, high)\n`;
const CONTRACT = contract('pre: low <= high', 'post: low <= __return__ <= high');

/** Contracts, for CrossHair. */
export const CONTRACT_CASES: readonly Omit<CheckCase, 'tool'>[] = [
  { kind: 'right', name: 'confirmed over all paths', program: RIGHT, check: CONTRACT, expected: 'held' },
  { kind: 'wrong', name: 'a counterexample', program: WRONG, check: CONTRACT, expected: 'failed' },
  {
    kind: 'wrong',
    name: 'it raises what it does not declare',
    program: 'def clamp(x: int, low: int, high: int) -> int:\n    return low if x < low else 1 // (high - 77)\n',
    check: contract('pre: low <= high', 'post: True'),
    expected: 'failed',
  },
  {
    kind: 'vacuous',
    name: 'a contradictory precondition',
    program: WRONG,
    check: contract('pre: low < high', 'pre: high < low', 'post: __return__ > high'),
    expected: 'not-applicable',
    reason: 'vacuous: no input found that meets its precondition',
  },
  {
    kind: 'vacuous',
    name: 'no checkable function',
    program: WRONG,
    check: 'def within(x: int) -> int:\n    """The result is small."""\n    return clamp(x, 0, 1)\n',
    expected: 'not-applicable',
    reason: 'vacuous: no checkable function',
  },
  {
    kind: 'vacuous',
    name: 'it never calls the entry point',
    program: WRONG,
    check: 'def within(x: int) -> int:\n    """post: __return__ == x"""\n    return x\n',
    expected: 'not-applicable',
    reason: 'vacuous: it never calls clamp',
  },
  {
    kind: 'crashing',
    name: 'the contract does not parse',
    program: RIGHT,
    check: 'def within(:\n',
    expected: 'not-applicable',
    reason: 'crashed: SyntaxError',
  },
  {
    kind: 'crashing',
    name: 'a condition does not parse',
    program: RIGHT,
    check: contract('post: low <= (__return__'),
    expected: 'not-applicable',
    reason: 'crashed:',
  },
  {
    kind: 'crashing',
    name: 'a condition names what is not there',
    program: RIGHT,
    check: contract('pre: low <= high', 'post: lowest <= __return__'),
    expected: 'not-applicable',
    reason: 'crashed: NameError',
  },
  {
    kind: 'crashing',
    name: 'CrossHair breaks on it',
    program: RIGHT,
    check: contract('pre: x > 1 and low > 1', 'post: x ** 3 + low ** 3 != __return__ ** 3'),
    expected: 'not-applicable',
    reason: 'crashed: Z3Exception',
  },
  {
    kind: 'crashing',
    name: 'it defines the entry point anew',
    program: WRONG,
    check: 'def clamp(x: int) -> int:\n    """post: __return__ == x"""\n    return x\n',
    expected: 'not-applicable',
    reason: 'crashed: the contract defines clamp anew',
  },
  {
    kind: 'crashing',
    name: 'the program ends the tool',
    program: 'import os\ndef clamp(x, low, high):\n    os._exit(0)\n',
    check: CONTRACT,
    expected: 'not-applicable',
    reason: NO_REPORT,
  },
  {
    kind: 'undecided',
    name: 'neither confirmed nor refuted',
    program: RIGHT,
    check:
      'def largest(xs: List[int]) -> int:\n    """\n    pre: len(xs) > 0\n    post: __return__ in xs\n    """\n    return max(clamp(x, x, x) for x in xs)\n',
    expected: 'unknown',
    reason: 'not confirmed',
  },
  {
    kind: 'hostile',
    name: 'writes a report of its own',
    program: `${FORGER}${WRONG}`,
    check: CONTRACT,
    expected: 'not-applicable',
    reason: NO_REPORT,
  },
];
