import { PROVER_PATHS } from '../../../sandbox/tools/provers.ts';
import type { ConformanceCase } from '../conformance-case.ts';
import { replaceTool, withArguments } from '../conformance-case.ts';
import { compilerOf } from '../prover.ts';
import type { DafnyTool } from './dafny.ts';

const largest = (comparison: string): string => `method Largest(a: array<int>) returns (m: int)
  requires a.Length > 0
  ensures forall i :: 0 <= i < a.Length ==> a[i] <= m
  ensures exists i :: 0 <= i < a.Length && a[i] == m
{
  m := a[0];
  var i := 1;
  while i < a.Length
    invariant 1 <= i <= a.Length
    invariant forall j :: 0 <= j < i ==> a[j] <= m
    invariant exists j :: 0 <= j < i && a[j] == m
  {
    if a[i] ${comparison} m { m := a[i]; }
    i := i + 1;
  }
}
`;

const above = (body: string, requires = ''): string =>
  `method Above(x: int) returns (y: int)\n${requires}  ensures y > x\n{\n${body}\n}\n`;

/** Integers to the fifth degree: z3 finds no end. */
const ARDUOUS = `method Apart(a: int, b: int, c: int, d: int)
  requires a > 2 && b > 2 && c > 2 && d > 2
  ensures a * a * a * b * b + b * c * d * d != c * c * c * d * 7 + a * b * c * d * 3 + 1
{
}
`;

const CONTRADICTORY = '  requires x > 0 && x < 0\n';

/** Each answer seen of Dafny 2.3.0 or of what stands in its place; another Dafny must give the same. */
export const dafnyCases = (tool: DafnyTool): readonly ConformanceCase[] => [
  { name: 'right', program: largest('>'), expected: 'proved' },
  { name: 'wrong', program: largest('<'), expected: 'not-proved' },
  { name: 'parse', program: above('  y := ;'), expected: 'parse' },
  { name: 'type', program: above('  y := true;'), expected: 'type' },
  { name: 'compiles', program: largest('<'), changed: compilerOf, expected: 'admitted' },
  { name: 'parse, compiled', program: above('  y := ;'), changed: compilerOf, expected: 'parse' },
  { name: 'type, compiled', program: above('  y := true;'), changed: compilerOf, expected: 'type' },
  { name: 'empty', program: '\n', expected: 'vacuous' },
  { name: 'no body', program: 'method Above(x: int) returns (y: int)\n  ensures y > x\n', expected: 'vacuous' },
  {
    name: 'not verified',
    program: 'method {:verify false} Above(x: int) returns (y: int)\n  ensures y > x\n{\n  y := x;\n}\n',
    expected: 'vacuous',
  },
  {
    name: 'contradictory precondition',
    program: above('  y := x;', CONTRADICTORY),
    probe: above('  assert false;', CONTRADICTORY),
    expected: 'vacuous',
  },
  { name: 'endless', program: above('  y := x;\n  while true { }'), expected: 'not-proved' },
  { name: 'time limit', program: ARDUOUS, bounds: { seconds: 2 }, expected: 'not-proved' },
  {
    name: 'memory',
    program: largest('>'),
    changed: withArguments(tool.solver(PROVER_PATHS.z3, 20)),
    expected: 'memory',
  },
  {
    name: 'solver missing',
    program: largest('>'),
    changed: withArguments(tool.solver('/none/z3', 1000)),
    expected: 'tool-failure',
  },
  {
    name: 'solver dies',
    program: largest('>'),
    changed: withArguments(tool.solver('/bin/false', 1000)),
    expected: 'tool-failure',
  },
  {
    name: 'solver cut short',
    program: largest('<'),
    changed: withArguments(['/rlimit:1000']),
    // A later Dafny counts what ran out, and its solver lives on.
    expected: tool.version.startsWith('2.') ? 'tool-failure' : 'not-proved',
  },
  { name: 'tool missing', program: largest('>'), changed: replaceTool('/none/dafny'), expected: 'not-available' },
  {
    name: 'tool dies',
    program: largest('>'),
    changed: replaceTool('/bin/sh', '-c', 'kill -9 $$'),
    expected: 'tool-failure',
  },
  {
    name: 'hangs after its summary',
    program: largest('>'),
    changed: replaceTool(
      ...['/bin/sh', '-c'],
      `echo 'Dafny ${tool.version}'; echo; echo 'Dafny program verifier finished with 2 verified, 0 errors'; sleep 600`,
    ),
    expected: 'proved',
  },
  {
    name: 'another version',
    program: largest('>'),
    changed: replaceTool(
      ...['/bin/sh', '-c'],
      "echo 'Dafny 9.9.9'; echo; echo 'Dafny program verifier finished with 2 verified, 0 errors'",
    ),
    expected: 'tool-failure',
  },
  { name: '100 MB of output', program: largest('>'), changed: replaceTool('/usr/bin/yes'), expected: 'tool-failure' },
];
