import { PROVER_PATHS } from '../../../sandbox/tools/provers.ts';
import { type ConformanceCase, replaceTool, withFile } from '../conformance-case.ts';
import { compilerOf } from '../prover.ts';

const largest = (comparison: string): string => `def largest(a: list[int]) -> int:
    #@ requires len(a) > 0
    #@ ensures forall i. 0 <= i < len(a) -> a[i] <= result
    #@ ensures exists i. 0 <= i < len(a) and a[i] == result
    m = a[0]
    i = 1
    while i < len(a):
        #@ invariant 1 <= i <= len(a)
        #@ invariant forall j. 0 <= j < i -> a[j] <= m
        #@ invariant exists j. 0 <= j < i and a[j] == m
        #@ variant len(a) - i
        if a[i] ${comparison} m:
            m = a[i]
        i = i + 1
    return m
`;

const above = (body: string, requires = ''): string =>
  `def above(x: int) -> int:\n${requires}    #@ ensures result > x\n${body}\n`;

/** Integers to the fifth degree: neither solver finds an end. */
const ARDUOUS = `def apart(a: int, b: int, c: int, d: int) -> int:
    #@ requires a > 2 and b > 2 and c > 2 and d > 2
    #@ ensures a * a * a * b * b + b * c * d * d != c * c * c * d * 7 + a * b * c * d * 3 + 1
    return 1
`;

const CONTRADICTORY = '    #@ requires x > 0 and x < 0\n';
const CONFIGURATION = 'why3.conf';

/** Each answer seen of Why3 1.5.1 or of what stands in its place, and what its exit alone would make of it. */
export const why3Cases: readonly ConformanceCase[] = [
  { name: 'right', program: largest('>'), expected: 'proved' },
  { name: 'wrong', program: largest('<'), expected: 'not-proved' },
  { name: 'parse', program: above('    return x +'), expected: 'parse' },
  { name: 'type', program: above('    return True'), expected: 'type' },
  { name: 'unsupported', program: above('    return max(x, 3) + 1'), expected: 'unsupported' },
  { name: 'compiles', program: largest('<'), changed: compilerOf, expected: 'admitted' },
  { name: 'parse, compiled', program: above('    return x +'), changed: compilerOf, expected: 'parse' },
  { name: 'type, compiled', program: above('    return True'), changed: compilerOf, expected: 'type' },
  { name: 'empty', program: '\n', expected: 'vacuous' },
  { name: 'nothing ensured', program: 'def same(x: int) -> int:\n    return x\n', expected: 'vacuous' },
  {
    name: 'contradictory precondition',
    program: above('    return x + 1', CONTRADICTORY),
    probe: `def above(x: int) -> int:\n${CONTRADICTORY}    #@ ensures False\n    return 0\n`,
    expected: 'vacuous',
  },
  {
    name: 'endless',
    program: above('    while True:\n        #@ variant 0\n        x = x\n    return x + 1'),
    expected: 'not-proved',
  },
  { name: 'timeout', program: ARDUOUS, bounds: { steps: 1_000_000_000, seconds: 1 }, expected: 'timeout' },
  { name: 'step limit', program: ARDUOUS, expected: 'not-proved' },
  {
    name: 'solver missing',
    program: largest('>'),
    changed: withFile(CONFIGURATION, PROVER_PATHS.cvc4, '/none/cvc4'),
    expected: 'tool-failure',
  },
  {
    name: 'second solver missing',
    program: largest('<'),
    changed: withFile(CONFIGURATION, PROVER_PATHS.z3, '/none/z3'),
    expected: 'tool-failure',
  },
  {
    name: 'both solvers missing',
    program: largest('>'),
    changed: (prover) =>
      withFile(
        CONFIGURATION,
        PROVER_PATHS.cvc4,
        '/none/cvc4',
      )(withFile(CONFIGURATION, PROVER_PATHS.z3, '/none/z3')(prover)),
    expected: 'tool-failure',
  },
  {
    name: 'no configuration',
    program: largest('>'),
    changed: (prover) => ({ ...prover, files: {} }),
    expected: 'tool-failure',
  },
  { name: 'tool missing', program: largest('>'), changed: replaceTool('/none/why3'), expected: 'not-available' },
  {
    name: 'tool dies',
    program: largest('>'),
    changed: replaceTool('/bin/sh', '-c', 'kill -9 $$'),
    expected: 'tool-failure',
  },
  { name: 'says nothing', program: largest('<'), changed: replaceTool('/bin/sh', '-c', 'exit 0'), expected: 'vacuous' },
  { name: '100 MB of output', program: largest('>'), changed: replaceTool('/usr/bin/yes'), expected: 'tool-failure' },
];
