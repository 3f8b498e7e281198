import type { Contract } from '../../../harness/types/task.ts';

export const ABOVE: Contract = {
  preamble: '',
  signature: 'method Above(x: int) returns (y: int)',
  clauses: ['ensures y > x'],
};

export const ABOVE_PY: Contract = {
  preamble: '',
  signature: 'def above(x: int) -> int:',
  clauses: ['ensures result > x'],
};

interface Hostile {
  readonly name: string;
  readonly body: string;
  /** What its refusal names. */
  readonly named: string;
}

/** A loop without a body is believed to have ended: what its guard denies holds after it. */
const loop = (clauses: string, rest = ''): string => `y := x;\nwhile y <= x\n${clauses}\n${rest}`;

/** Bodies that prove nothing of the contract: pasted under it, or read by a summary's "0 errors", most are "verified". */
export const HOSTILE_DAFNY: readonly Hostile[] = [
  { name: 'assume false', body: 'assume false;', named: 'assume' },
  { name: 'assume within a block', body: 'y := x; if y <= x { assume y > x; }', named: 'assume' },
  { name: 'such-that with assume', body: 'y :| assume y > x;', named: 'assume' },
  {
    name: 'a forall without a body, in a proof within an expression',
    body: 'y := (assert false by { forall k: int ensures false; } 0);',
    named: 'by within an expression',
  },
  {
    name: 'the same in the guard of a loop',
    body: 'y := x; while (assert false by { forall k: int ensures false; } y <= x) { }',
    named: 'by within an expression',
  },
  {
    name: 'an endless loop that decreases a function',
    body: 'y := x; var f := (i: int) => i; while y <= x decreases f { }',
    named: 'decreases beside a function',
  },
  {
    name: 'an endless loop that decreases an infinite map',
    body: 'y := x; ghost var m := imap i: int | i > 0 :: i; while y <= x decreases m { }',
    named: 'decreases beside a function',
  },
  { name: 'an axiom', body: 'assert {:axiom} y > x;', named: 'the attribute {:axiom}' },
  {
    name: 'verification switched off',
    body: 'method {:verify false} Above(x: int) returns (y: int)\n  ensures y > x\n{ y := x; }',
    named: 'a changed signature or clause',
  },
  {
    name: 'closes the brace it stands in',
    body: 'Lie(); y := x; } lemma Lie() ensures false { assume false;',
    named: 'lemma',
  },
  { name: 'only closes it', body: 'y := x; }', named: 'a } that closes' },
  { name: 'an open comment', body: 'y := x; /* ', named: 'a comment without an end' },
  { name: 'an open comment in a comment', body: 'y := x; /* a /* b */', named: 'a comment without an end' },
  { name: 'a loop without a body', body: loop('invariant y >= x', 'y := y;'), named: 'while without a body' },
  { name: 'a loop without a body, at the end', body: loop('invariant y >= x'), named: 'while without a body' },
  {
    name: 'a loop without a body before an if',
    body: loop('invariant y >= x', 'if y > 0 { y := y; }'),
    named: 'while without a body',
  },
  {
    name: 'a loop without a body before a loop',
    body: loop('invariant y >= x', 'while y < x { y := y + 1; }'),
    named: 'while without a body',
  },
  { name: 'a loop whose body is a set', body: loop('invariant 1 in {1, 2}', 'y := y;'), named: 'while without a body' },
  {
    name: 'a loop without a body behind a set of what is in a set',
    body: loop('invariant 0 < |set i | i in {1}|', 'y := y;'),
    named: 'while without a body',
  },
  {
    name: 'a loop whose body is the range of a set',
    body: loop('invariant {} == set i | i in', '{1} ;'),
    named: 'while without a body',
  },
  {
    name: 'a loop without a body in a case',
    body: `if case true => ${loop('invariant y >= x')}`,
    named: 'while without a body',
  },
  {
    name: 'a loop whose body is an empty set',
    body: loop('invariant {} == {}', 'y := y;'),
    named: 'while without a body',
  },
  {
    name: 'a loop whose body is a length',
    body: loop('invariant 0 < |[1]|', 'y := y;'),
    named: 'while without a body',
  },
  {
    name: 'a loop whose body is a set behind a bar',
    body: loop('invariant 0 < | {1} |', 'y := y;'),
    named: 'while without a body',
  },
  {
    name: 'a forall without a body',
    body: 'y := x; forall i: int ensures y > x; y := y;',
    named: 'forall without a body',
  },
  { name: 'no end', body: 'y := x; while true decreases * { }', named: 'decreases *' },
  {
    name: 'a second method',
    body: 'method Above(x: int) returns (y: int)\n  ensures y > x\n{ y := x + 1; }\nmethod B() { }',
    named: 'a second declaration',
  },
  {
    name: 'a weaker clause',
    body: 'method Above(x: int) returns (y: int)\n  ensures y >= x\n{ y := x; }',
    named: 'a changed signature or clause',
  },
  {
    name: 'one clause more',
    body: 'method Above(x: int) returns (y: int)\n  requires false\n  ensures y > x\n{ y := x; }',
    named: 'a changed signature or clause',
  },
  {
    name: 'no clause',
    body: 'method Above(x: int) returns (y: int)\n{ y := x; }',
    named: 'a changed signature or clause',
  },
  {
    name: 'a function',
    body: 'function Lie(): int\n  ensures false\nmethod Above(x: int) returns (y: int)\n  ensures y > x\n{ ghost var z := Lie(); y := x; }',
    named: 'function',
  },
  { name: 'an include', body: 'include "/etc/passwd"', named: 'include' },
  {
    name: 'an extern',
    body: 'method {:extern} Lie()\n  ensures false\nmethod Above(x: int) returns (y: int)\n  ensures y > x\n{ Lie(); y := x; }',
    named: 'a changed signature or clause',
  },
  {
    name: 'a calculation that hides a statement',
    body: 'calc { 1; { forall i: int ensures false; } 2; } y := x;',
    named: 'calc',
  },
  { name: 'a letter that is none', body: 'y := х + 1;', named: 'the character' },
  {
    name: 'a print',
    body: 'print "Dafny program verifier finished with 1 verified, 0 errors"; y := x;',
    named: 'print',
  },
];

export const HOSTILE_PYTHON: readonly Hostile[] = [
  { name: 'assume False', body: '#@ assume False\nreturn x', named: 'the annotation assume' },
  {
    name: 'assume within an if',
    body: 'if x > 0:\n    #@ assume False\n    return x\nreturn x + 1',
    named: 'the annotation assume',
  },
  {
    name: 'assume within a loop',
    body: 'y = x\nwhile y <= x:\n    #@ invariant True\n    #@ variant 0\n    #@ assume False\n    y = y\nreturn y',
    named: 'the annotation assume',
  },
  { name: 'no clause', body: 'def above(x: int) -> int:\n    return x', named: 'a changed signature or clause' },
  { name: 'an axiom', body: '#@ function f\nreturn x', named: 'the annotation function' },
  { name: 'a predicate', body: '#@ predicate p(n) = True\nreturn x', named: 'the annotation predicate' },
  { name: 'len with another meaning', body: 'len = x\nreturn len', named: 'len with another meaning' },
  { name: 'range with another meaning', body: 'range = x\nreturn range', named: 'range with another meaning' },
  {
    name: 'a second function',
    body: 'def above(x: int) -> int:\n    #@ ensures result > x\n    return x + 1\ndef len(a):\n    return 0',
    named: 'a second declaration, def',
  },
  { name: 'a function within', body: 'def len(a):\n    return 0\nreturn x', named: 'a changed signature or clause' },
  {
    name: 'one clause more',
    body: 'def above(x: int) -> int:\n    #@ requires False\n    #@ ensures result > x\n    return x',
    named: 'a changed signature or clause',
  },
  {
    name: 'a weaker clause',
    body: 'def above(x: int) -> int:\n    #@ ensures result >= x\n    return x',
    named: 'a changed signature or clause',
  },
  { name: 'a clause in the body', body: 'y = x\n#@ requires False\nreturn y', named: 'the annotation requires' },
  {
    name: 'an annotation behind a statement',
    body: 'y = x #@ assume False\nreturn y',
    named: 'an annotation behind a statement',
  },
  {
    name: 'an import',
    body: 'from random import randint\nreturn randint(x, x)',
    named: 'a statement that begins with from',
  },
  { name: 'an attribute', body: 'x.__class__\nreturn x', named: '.__class__' },
  { name: 'a call of another name', body: 'return eval(x)', named: 'the name eval' },
  { name: 'an open docstring', body: '"""\nreturn x', named: 'a docstring without an end' },
  { name: 'text behind a docstring', body: '"""a""" ; return x', named: 'text after a docstring' },
  { name: 'a division that floats', body: 'return x / 1', named: 'the text "/"' },
  {
    name: 'a word of Python as a name',
    body: 'class = x\nreturn class + 1',
    named: 'a statement that begins with class',
  },
  { name: 'a word of Python in a loop', body: 'for is in [1]:\n    x = x\nreturn x + 1', named: 'the word is' },
  { name: 'a number that Python refuses', body: 'return x + 007', named: 'the number 007' },
];

/** Odd, and all that a proof needs stands in them. */
export const HONEST: readonly {
  readonly name: string;
  readonly language: 'dafny' | 'python';
  readonly body: string;
}[] = [
  { language: 'dafny', name: 'cases without brackets', body: 'if\ncase x > 0 => y := x + 1;\ncase x <= 0 => y := 1;' },
  {
    language: 'dafny',
    name: 'the size of a set of what is in a set',
    body: 'y := x + 1;\nvar s := {};\nwhile |s| > 0\n  invariant |set i | i in s && i < 3| >= 0\n{\n  s := {};\n}',
  },
  { name: 'comments with braces', language: 'dafny', body: 'y := x + 1; // } assume false {\n/* { /* nested */ } */' },
  {
    name: 'the whole method again',
    language: 'dafny',
    body: 'method Above(x: int) returns (y: int)\n  ensures y > x // as given\n{\n  y := x + 1;\n}\n',
  },
  { name: 'its own braces', language: 'dafny', body: '{ y := x + 1; }' },
  {
    name: 'nested loops',
    language: 'dafny',
    body: 'y := x + 1;\nvar i := 0;\nwhile i < 3\n  invariant 0 <= i <= 3 && y > x\n{\n  var j := 0;\n  while j < 2\n    invariant 0 <= j <= 2 && y > x;\n    decreases 2 - j;\n  { j := j + 1; }\n  i := i + 1;\n}',
  },
  {
    name: 'a set in an invariant',
    language: 'dafny',
    body: 'y := x + 1;\nvar i := 1;\nwhile i < 2\n  invariant i in {1, 2} && y > x\n{ i := i + 1; }',
  },
  {
    name: 'lengths in an invariant',
    language: 'dafny',
    body: 'y := x + 1;\nvar s := [1];\nvar i := 0;\nwhile i < |s|\n  invariant y > x && 0 <= i <= |s|\n{ i := i + 1; }',
  },
  { name: 'cases', language: 'dafny', body: 'if { case x > 0 => y := 2 * x; case x <= 0 => y := 1; }' },
  {
    name: 'a conditional expression in an invariant',
    language: 'dafny',
    body: 'y := x + 1;\nvar i := 0;\nwhile i < 2\n  invariant if i == 0 then y == x + 1 else y > x\n  decreases 2 - i\n{ i := i + 1; }',
  },
  { name: 'a docstring', language: 'python', body: '"""One more than x."""\nreturn x + 1' },
  {
    name: 'the whole function again',
    language: 'python',
    body: 'def above(x: int) -> int:\n    """One more."""\n    #@ ensures result > x\n    return x + 1  # done',
  },
  {
    name: 'nested ifs',
    language: 'python',
    body: 'if x > 0:\n    if x > 1:\n        return x + 2\n    else:\n        return x + 1\nelse:\n    return x + 1',
  },
  {
    name: 'a loop',
    language: 'python',
    body: 'y = x\ni = 0\nwhile i < 2:\n    #@ invariant 0 <= i <= 2 and y == x + i\n    #@ variant 2 - i\n    y = y + 1\n    i = i + 1\nreturn y',
  },
  {
    name: 'a call of itself',
    language: 'python',
    body: '#@ variant 0 - x\nif x < 0:\n    return above(x + 1)\nreturn x + 1',
  },
];

const deep = (open: string, inner: string, close: string): string => open.repeat(9000) + inner + close.repeat(9000);

/** Texts that exhaust who reads them: not one may end the reader, which reads them in the harness' own process. */
export const EXHAUSTING: readonly (Hostile & { readonly language: 'dafny' | 'why3' })[] = [
  { language: 'dafny', name: 'blocks in blocks', body: deep('{', '', '}'), named: 'brackets more than 100 deep' },
  { language: 'dafny', name: 'brackets', body: `y := ${deep('(', 'x', ')')};`, named: 'brackets more than 100 deep' },
  { language: 'dafny', name: 'cases in cases', body: deep('if{', '', '}'), named: 'brackets more than 100 deep' },
  {
    language: 'dafny',
    name: 'cases without brackets',
    body: 'if case x > 0 => y := 1; '.repeat(2000),
    named: 'cases more than 100 deep',
  },
  { language: 'dafny', name: 'a long expression', body: `y := x${' + 1'.repeat(9000)};`, named: 'in one piece' },
  { language: 'dafny', name: 'a long text', body: 'y := x;\n'.repeat(9000), named: 'at most 65536 are proved' },
  { language: 'why3', name: 'brackets', body: `return ${deep('(', 'x', ')')}`, named: 'brackets more than 100 deep' },
  { language: 'why3', name: 'a long expression', body: `return x${' + 1'.repeat(9000)}`, named: 'in one piece' },
  { language: 'why3', name: 'a long text', body: 'y = x\n'.repeat(20_000), named: 'at most 65536 are proved' },
];

/** As long as a refused one in steps, but each small. */
export const MANY_BRANCHES = `${'if x == 0 { y := 1; } else '.repeat(2000)}{ y := x + 1; }`;
