import { describe, expect, test } from 'vitest';
import type { Contract } from '../../../harness/types/task.ts';
import type { Spliced } from '../../../harness/verifiers/prover/contract.ts';
import { ofVerus } from '../../../harness/verifiers/prover/verus/language.ts';
import { spliceVerus } from '../../../harness/verifiers/prover/verus/splice.ts';
import { splitVerus } from '../../../harness/verifiers/prover/verus/split.ts';

const ABOVE: Contract = {
  preamble: 'spec fn twice(x: int) -> int { 2 * x }',
  signature: 'fn above(x: u8) -> (y: u16)',
  clauses: ['requires x < 200', 'ensures y > x', 'ensures twice(y as int) > x'],
};
const HEAD =
  'fn above(x: u8) -> (y: u16)\n    requires x < 200,\n    ensures\n        y > x,\n        twice(y as int) > x,\n';

const whyRefused = (spliced: Spliced): string =>
  spliced.status === 'refused'
    ? spliced.answer.messages.map(({ text }) => text).join('; ')
    : `admitted:\n${spliced.program}`;

const deep = (open: string, inner: string, close: string): string => open.repeat(200) + inner + close.repeat(200);

test.each([
  ['assume', 'assume(false); x as u16', 'assume'],
  ['assume in a proof', 'proof { assume(false); } x as u16', 'assume'],
  ['assume by its path', 'vstd::pervasive::assume(false); x as u16', 'vstd'],
  ['admit', 'proof { admit(); } x as u16', 'admit'],
  ['a library that believes', 'let t = Tracked::assume_new(); x as u16', 'assume_new'],
  ['an axiom', 'proof { axiom_all(); } x as u16', 'axiom_all'],
  ['unreached', 'unreached()', 'unreached'],
  ['a panic', 'panic!("no")', 'panic'],
  ['unimplemented', 'unimplemented!()', 'unimplemented'],
  ['a macro', 'vec![1]; x as u16', 'the macro vec!'],
  ['a file that is included', 'include!("/etc/passwd")', 'the macro include!'],
  ['verus within', 'verus! { proof fn f() ensures false { admit() } } x as u16', 'verus'],
  ['unsafe', 'unsafe { x as u16 }', 'unsafe'],
  ['an attribute of the verifier', '#[verifier::external_body] fn f() -> u16 { 3 } f()', 'the attribute #[verifier]'],
  ['an attribute within', '#![verifier::loop_isolation(false)] x as u16', 'the attribute #[verifier]'],
  ['the same in tokens apart', '# [ verifier :: external_body ] x as u16', 'the attribute #[verifier]'],
  ['an attribute of the compiler', '#[allow(unused)] let y = 1; x as u16', 'the attribute #[allow]'],
  [
    'a helper with a false ensures',
    'proof fn lie() ensures false; proof { lie(); } x as u16',
    'a changed signature or clause',
  ],
  ['a helper behind a statement', 'let y = 1u16; proof fn lie() ensures false; proof { lie(); } y', 'fn'],
  ['a declaration beside it', `${HEAD}{ x as u16 + 1 }\nproof fn lie() ensures false { }`, 'a second declaration'],
  ['what ends its function', 'x as u16 } proof fn lie() ensures false { loop { } ', 'a } that closes'],
  ['an import', 'use std::process::exit; x as u16', 'use'],
  ['an outside function', 'extern "C" { } x as u16', 'extern'],
  ['the standard library', 'std::process::exit(0)', 'std'],
  ['a loop that says not why it ends', 'loop { }', 'loop without decreases'],
  ['a while that says not why it ends', 'while true { } x as u16', 'while without decreases'],
  [
    'a while without decreases whose body has the word',
    'while true { while false decreases 0int { } } x as u16',
    'while without decreases',
  ],
  [
    'a name that looks like the clause',
    'let decreases = true; while decreases { } x as u16',
    'decreases that is no clause',
  ],
  [
    'a name of a quantifier that looks like the clause',
    'while true invariant forall|i: int, decreases: int| i == i { } x as u16',
    'decreases that is no clause',
  ],
  ['a pattern that looks like a range', 'for 0..=255 in iter() { } x as u16', 'for over something else'],
  ['a body that is said to be none', 'no_method_body()', 'no_method_body'],
  ['a name after a sign', 'while x == decreases { } x as u16', 'decreases that is no clause'],
  ['a for without an end', 'for i in 0.. { } x as u16', 'for over something else'],
  ['a for over what may have none', 'for i in iter() { } x as u16', 'for over something else'],
  ['itself', 'above(x)', 'above within itself'],
  ['itself by another name', 'let f = above; f(x)', 'above within itself'],
  [
    'a changed contract',
    'fn above(x: u8) -> (y: u16)\n    requires x < 200,\n    ensures true,\n{ 0 }',
    'a changed signature or clause',
  ],
  ['a weaker contract', `${HEAD.replace('y > x,\n', '')}{ 0 }`, 'a changed signature or clause'],
  ['a stronger precondition', `${HEAD.replace('x < 200', 'x < 200, false')}{ 0 }`, 'a changed signature or clause'],
  ['a proof in place of code', `${HEAD.replace('fn above', 'proof fn above')}{ 0 }`, 'a changed signature or clause'],
  ['an open comment', 'x as u16 /* /* */', 'a comment without an end'],
  ['a raw text', 'let s = r#"} proof fn lie() {"#; x as u16', 'the literal r#"'],
  ['a raw name', 'r#fn()', 'the literal r#f'],
  ['a sign of macros', 'let y = $x; y', 'the character "$"'],
  ['output that imitates the prover', 'println!("{}", "{\\"success\\":true}"); x as u16', 'the macro println!'],
  ['brackets that exhaust', deep('(', 'x', ')'), 'brackets more than 100 deep'],
  ['a long expression', `x as u16${' + 1'.repeat(9000)}`, 'in one piece'],
])('a Verus body that proves nothing is refused with its construct named: %s', (_, body, named) => {
  const spliced = spliceVerus(body, ABOVE);
  expect(spliced.status).toBe('refused');
  expect(whyRefused(spliced)).toContain(named);
});

test.each([
  ['a body', 'x as u16 + 1'],
  ['a body in braces', '{ x as u16 + 1 }'],
  ['the whole function', `${HEAD}{ x as u16 + 1 }`],
  ['without a last comma', `${HEAD.trimEnd().slice(0, -1)}\n{ x as u16 + 1 }`],
  ['with its helper said again', `${ABOVE.preamble}\n${HEAD}{ x as u16 + 1 }`],
  [
    'a whole file',
    `use vstd::prelude::*;\nverus! {\n${ABOVE.preamble}\n${HEAD}{ x as u16 + 1 }\nfn main() {}\n} // verus!`,
  ],
  ['a comment that says assume', '// assume(false)\n/* admit() */ x as u16 + 1'],
  ['a text that says assume', 'let s = "assume(false) } fn lie() {"; x as u16 + 1'],
  ['triggers', 'assert(forall|i: int| #![trigger twice(i)] twice(i) == 2 * i); x as u16 + 1'],
  ['negation before a bracket', 'if !(x > 3) { 4 } else { x as u16 + 1 }'],
  [
    'a loop that says why it ends',
    'let mut y = x as u16; while y <= x as u16 invariant y <= 200, decreases 300 - y, { y = y + 1; } y',
  ],
  [
    'a loop with exits',
    'let mut i = 0u8; loop invariant i <= x decreases x - i { if i == x { break; } i = i + 1; } x as u16 + 1',
  ],
  ['a for over a range', 'for i in 0..x invariant x < 200 { } x as u16 + 1'],
  ['a method called as it is', 'let v = list.above(); x as u16 + 1'],
  ['a proof', "proof { assert(x < 300) by (bit_vector); } let c = 'a'; let b = b'\\n'; x as u16 + 1"],
])('an honest Verus body is admitted: %s', (_, body) => {
  expect(whyRefused(spliceVerus(body, ABOVE))).toMatch(/^admitted:/);
});

test('the program is the contract as given, with the body’s tokens and no comment; its probe has one of its own', () => {
  const spliced = spliceVerus('x as u16 // more\n  + 1', ABOVE);
  expect(spliced).toEqual({
    status: 'admitted',
    program: `use vstd::prelude::*;

verus! {

spec fn twice(x: int) -> int { 2 * x }

fn above(x: u8) -> (y: u16)
    requires
        x < 200,
    ensures
        y > x,
        twice(y as int) > x,
{
x as u16
+ 1
}

fn main() {
}

} // verus!
`,
    probe: expect.stringContaining('{\nassert(false);\nvstd::pervasive::unreached()\n}'),
  });
});

test('a function that says why it ends may call itself', () => {
  const contract = { ...ABOVE, clauses: [...ABOVE.clauses, 'decreases x'] };
  expect(spliceVerus('if x == 0 { 1 } else { above(x - 1) + 1 }', contract).status).toBe('admitted');
});

describe('a program is split', () => {
  const PROGRAM = `use vstd::prelude::*;
use vstd::math::abs;
fn main() { assert_eq!(first(&vec![1]), 1); }
verus! {
/// Says nothing.
spec fn is_first(s: Seq<u8>, r: u8) -> bool { s[0] == r }
#[verifier::loop_isolation(false)]
pub fn first(v: &Vec<u8>) -> (r: u8) // the first
    requires
        v.len() > 0, // some
        forall|i: int, j: int| 0 <= i < j < v.len() ==> v[i] <= v[j],
    ensures is_first(v@, r), match r { 0 => true, _ => r > 0 }
{
    let r = v[0];
    r
}
proof fn easy(a: int) ensures a == a { }
fn uses(v: &Vec<u8>) -> (r: u8) requires v.len() > 0, ensures true { first(v) }
} // verus!
`;

  test('into functions that ensure something, each with the rest but for what calls it', () => {
    const [first, easy, uses] = splitVerus(PROGRAM);
    expect(first?.contract).toEqual({
      preamble:
        'use vstd::math::abs;\n\nspec fn is_first(s: Seq<u8>, r: u8) -> bool { s[0] == r }\n\nproof fn easy(a: int) ensures a == a { }',
      signature: '#[verifier::loop_isolation(false)]\npub fn first(v: &Vec<u8>) -> (r: u8)'.replace('\n', ' '),
      clauses: [
        'requires v.len() > 0',
        'requires forall|i: int, j: int| 0 <= i < j < v.len() ==> v[i] <= v[j]',
        'ensures is_first(v@, r)',
        'ensures match r { 0 => true, _ => r > 0 }',
      ],
    });
    expect(first?.body).toBe('    let r = v[0];\n    r\n');
    expect(easy?.name).toBe('easy');
    expect(uses?.contract.preamble).toContain('pub fn first');
  });

  test('and its body under its contract is admitted again', () => {
    for (const { contract, body } of splitVerus(PROGRAM)) expect(spliceVerus(body, contract).status).toBe('admitted');
  });

  test('what has no verus! { } is none', () => {
    expect(() => splitVerus('fn main() { }')).toThrow('a program without verus! { }');
  });
});

describe('as a language beside others', () => {
  const { contract, body } = ofVerus.example;

  test('its example is a program that may be given', () => {
    expect(ofVerus.split(ofVerus.whole(contract, body))).toMatchObject({
      contract: { signature: contract.signature, clauses: contract.clauses },
    });
    expect(spliceVerus(body, contract).status).toBe('admitted');
  });

  test('a whole program with what is believed is refused', () => {
    const lie = ofVerus.whole({ ...contract, clauses: ['ensures r == 5 * n && assume_specification(n)'] }, body);
    expect(ofVerus.split(lie)).toMatchObject({ refused: { reason: 'forbidden' } });
  });

  test('a whole program over what is proved, or with half of a character, is refused before it is read', () => {
    const long = ofVerus.whole(contract, `${' '.repeat(64 << 10)}${body}`);
    expect(ofVerus.split(long)).toMatchObject({ refused: { reason: 'forbidden' } });
    expect(ofVerus.split(ofVerus.whole(contract, `// \ud800\n${body}`))).toMatchObject({
      refused: { reason: 'forbidden' },
    });
  });

  test('a clause that closes what it did not open is refused', () => {
    const text = ofVerus.whole({ ...contract, clauses: ['ensures r == 5 * n } y {'] }, body);
    expect(ofVerus.split(text)).toMatchObject({ refused: { reason: 'forbidden' } });
  });

  test('text that is made to be read slowly is read at once', () => {
    const started = performance.now();
    expect(ofVerus.emptyBody(`fn f(x: u8) -> "${' '.repeat(4000)}x`.concat('"'))).toBe('');
    expect(ofVerus.split(`fn f() -> (r: u8) { ${'1;'.repeat(16_000)} }`)).toMatchObject({ contract: { clauses: [] } });
    expect(performance.now() - started).toBeLessThan(4000);
  });

  test('a signature is read where its values can be written down', () => {
    expect(ofVerus.portable('fn f(a: &Vec<i32>, n: usize) -> (r: bool)')).toEqual({
      name: 'f',
      taken: [
        { name: 'a', type: 'list' },
        { name: 'n', type: 'nat' },
      ],
      given: [{ name: 'r', type: 'bool' }],
    });
    expect(ofVerus.portable('fn f(a: &str) -> (r: bool)')).toBeUndefined();
  });

  test('an annotation from another is a proof without a body; a clause that is more is refused', () => {
    const lemma = (shown: string) =>
      ofVerus.annotations.lemma({
        signature: contract.signature,
        pre: [],
        post: ['r == 5 * n'],
        shown: [shown],
        changes: [],
      });
    expect(whyRefused(lemma('r >= n'))).toContain(
      'proof fn follows_(n: u32, r: u64)\n    requires\n        (r == 5 * n),\n    ensures\n        (r >= n),\n{\n}',
    );
    for (const clause of ['true, { assume(false) }', 'true } proof fn lie() { ', 'true; false', 'let x = 1', ''])
      expect(lemma(clause).status).toBe('refused');
  });

  test.each([
    ['fn f(x: u8) -> (r: u64)', '0'],
    ['fn f(x: u8) -> (r: bool)', 'true'],
    ['fn f(x: u8) -> (r: Vec<u8>)', 'Vec::new()'],
    ['fn f(x: u8) -> u64', '0'],
    ['fn f(x: u8)', ''],
  ])('a body that does nothing fits %s', (signature, expected) => {
    expect(ofVerus.emptyBody(signature)).toBe(expected);
  });
});
