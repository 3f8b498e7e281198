import { type ConformanceCase, replaceTool } from '../conformance-case.ts';
import { compilerOf, type Prover } from '../prover.ts';
import { programWith } from './splice.ts';
import { createVerus } from './verus.ts';

const file = (declarations: string): string => programWith([declarations.trim()]);

const largest = (comparison: string): string =>
  file(`fn largest(a: &Vec<u64>) -> (m: u64)
    requires
        a.len() > 0,
    ensures
        forall|i: int| 0 <= i < a.len() ==> a[i] <= m,
        exists|i: int| 0 <= i < a.len() && a[i] == m,
{
    let mut m = a[0];
    let mut i = 1;
    while i < a.len()
        invariant
            1 <= i <= a.len(),
            forall|j: int| 0 <= j < i ==> a[j] <= m,
            exists|j: int| 0 <= j < i && a[j] == m,
        decreases a.len() - i,
    {
        if a[i] ${comparison} m {
            m = a[i];
        }
        i = i + 1;
    }
    m
}`);

const above = (body: string, requires = '', attribute = ''): string =>
  file(`${attribute}fn above(x: u8) -> (y: u16)
${requires}    ensures
        y > x,
{
${body}
}`);

const PROBE = 'assert(false);\nvstd::pervasive::unreached()';
const CONTRADICTORY = '    requires\n        x > 0,\n        x < 0,\n';

/** Products to the sixth degree in integers: z3 does not come to an end within the limit. */
const ARDUOUS = file(`proof fn apart(a: int, b: int, c: int, d: int)
    requires
        a > 2,
        b > 2,
        c > 2,
        d > 2,
    ensures
        a * a * a * b * b + b * c * d * d != c * c * c * d * 7 + a * b * c * d * 3 + 1,
{
    assert(a * a * a * b * b + b * c * d * d != c * c * c * d * 7 + a * b * c * d * 3 + 1) by (nonlinear_arith)
        requires
            a > 2,
            b > 2,
            c > 2,
            d > 2,
    ;
}`);

const ENDLESS = `    let mut y = x as u16;
    while y <= x as u16
        decreases 5int,
    {
        y = x as u16;
    }
    y`;

const lies = (text: string): ((prover: Prover) => Prover) => replaceTool('/bin/sh', '-c', text);

/** What it prints of a program that is verified, for the `printf` of a shell. */
const praise = (version: string, results: string): string =>
  `{"verification-results":{"encountered-error":false,"encountered-vir-error":false,${results}},"verus":{"version":"${version}"}}`;

/**
 * Each answer a Verus may give, by what its sources say and what was seen of 0.2026.06.08.9a4284b; none was run where this was written, so that
 * whoever has one is the first to run it. A case that differs keeps it from judging.
 */
export const verusCases = (version: string): readonly ConformanceCase[] => [
  { name: 'right', program: largest('>'), expected: 'proved' },
  {
    name: 'right, its contract probed',
    program: above('    x as u16 + 1'),
    probe: above(PROBE),
    expected: 'proved',
  },
  { name: 'wrong', program: largest('<'), expected: 'not-proved' },
  { name: 'wrong, without a loop', program: above('    x as u16'), expected: 'not-proved' },
  { name: 'overflow', program: above('    (x + 1) as u16'), expected: 'not-proved' },
  { name: 'parse', program: above('    x as u16 + ;'), expected: 'parse' },
  { name: 'type', program: above('    true'), expected: 'type' },
  { name: 'compiles', program: largest('<'), changed: compilerOf, expected: 'admitted' },
  { name: 'parse, compiled', program: above('    x as u16 + ;'), changed: compilerOf, expected: 'parse' },
  { name: 'type, compiled', program: above('    true'), changed: compilerOf, expected: 'type' },
  {
    name: 'empty',
    program: 'use vstd::prelude::*;\n\nverus! {\n\n} // verus!\n\nfn main() {\n}\n',
    expected: 'vacuous',
  },
  {
    name: 'contradictory precondition',
    program: above('    x as u16', CONTRADICTORY),
    probe: above(PROBE, CONTRADICTORY),
    expected: 'vacuous',
  },
  { name: 'a loop that decreases nothing', program: above(ENDLESS), expected: 'not-proved' },
  { name: 'assume', program: above('    assume(false);\n    x as u16'), expected: 'forbidden' },
  { name: 'admit', program: above('    proof {\n        admit();\n    }\n    x as u16'), expected: 'forbidden' },
  {
    name: 'external_body',
    program: above('    x as u16', '', '#[verifier::external_body]\n'),
    expected: 'forbidden',
  },
  { name: 'resource limit', program: ARDUOUS, expected: 'timeout' },
  {
    name: 'solver missing',
    program: largest('>'),
    changed: () => createVerus(version, '/none/z3'),
    expected: 'not-available',
  },
  {
    name: 'solver dies',
    program: largest('>'),
    changed: () => createVerus(version, '/bin/false'),
    expected: 'tool-failure',
  },
  { name: 'tool missing', program: largest('>'), changed: replaceTool('/none/verus'), expected: 'not-available' },
  { name: 'tool dies', program: largest('>'), changed: lies('kill -9 $$'), expected: 'tool-failure' },
  {
    name: 'another version',
    program: largest('>'),
    changed: lies(
      `printf '%s' '${praise('0.0', '"success":true,"verified":2,"errors":0,"is-verifying-entire-crate":true')}'`,
    ),
    expected: 'tool-failure',
  },
  {
    name: 'fewer verified than functions',
    program: largest('>'),
    changed: lies(
      `printf '%s' '${praise(version, '"success":true,"verified":1,"errors":0,"is-verifying-entire-crate":true')}'`,
    ),
    expected: 'not-proved',
  },
  {
    name: 'a part of the crate',
    program: largest('>'),
    changed: lies(
      `printf '%s' '${praise(version, '"success":true,"verified":2,"errors":0,"is-verifying-entire-crate":false')}'`,
    ),
    expected: 'tool-failure',
  },
  {
    name: 'praise with another exit',
    program: largest('>'),
    changed: lies(
      `printf '%s' '${praise(version, '"success":true,"verified":2,"errors":0,"is-verifying-entire-crate":true')}'; exit 1`,
    ),
    expected: 'tool-failure',
  },
  { name: 'endless output', program: largest('>'), changed: replaceTool('/usr/bin/yes'), expected: 'tool-failure' },
];
