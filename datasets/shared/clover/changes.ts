/** One change of a published program, for a prover that is older than the one it was written for. Contracts are never changed. */
export interface Change {
  readonly why: string;
  /** What stands there, once, and what stands in its place. */
  readonly replace: readonly (readonly [from: string, to: string])[];
}

const NO_FOR = 'Dafny 2.3 has no for: a while with its counter';
const HINT = 'z3 under Dafny 2.3 does not find this step by itself';

/** By the program's name; a program that is not here is as published. */
export const CHANGES: Readonly<Record<string, readonly Change[]>> = {
  all_digits: [
    {
      why: NO_FOR,
      replace: [
        ['  for i := 0 to |s|\n', '  var i := 0;\n  while i < |s|\n    invariant 0 <= i <= |s|\n'],
        ['      return false;\n    }\n', '      return false;\n    }\n    i := i + 1;\n'],
      ],
    },
  ],
  copy_part: [
    {
      why: `${HINT}: a slice grows by one`,
      replace: [
        [
          '    r[dStart + i] := src[sStart + i];\n',
          `    ghost var copied := r[dStart .. dStart + i];
    r[dStart + i] := src[sStart + i];
    assert r[dStart .. dStart + i] == copied;
    assert r[dStart .. dStart + i + 1] == r[dStart .. dStart + i] + [r[dStart + i]];
    assert src[sStart .. sStart + i + 1] == src[sStart .. sStart + i] + [src[sStart + i]];
`,
        ],
      ],
    },
  ],
  even_list: [
    {
      why: NO_FOR,
      replace: [
        ['  for i := 0 to arr.Length\n', '  var i := 0;\n  while i < arr.Length\n'],
        ['indices := indices + [i];\n    }\n', 'indices := indices + [i];\n    }\n    i := i + 1;\n'],
      ],
    },
    {
      why: `${HINT}: the places of two even numbers witness their order`,
      replace: [
        [
          '  assert evenList == evenNumbers[..];\n',
          `  assert evenList == evenNumbers[..];
  assert forall k, l :: 0 <= k < l < evenNumbers.Length ==>
    0 <= indices[k] < indices[l] < arr.Length && evenNumbers[k] == arr[indices[k]] && evenNumbers[l] == arr[indices[l]];
`,
        ],
      ],
    },
  ],
  insert: [
    {
      why: `${HINT}: a slice grows by one, and the places of slices are those of the line`,
      replace: [
        [
          '    line[at + i] := nl[i];\n',
          `    line[at + i] := nl[i];
    assert line[at+p..l+p] == initialLine[at..l];
    assert line[at..at+i+1] == line[at..at+i] + [line[at + i]];
`,
        ],
        [
          '  assert line[at..at+p] == nl[0..p];\n',
          `  assert line[at..at+p] == nl[0..p];
  assert forall j :: 0 <= j < l - at ==> line[at+p..l+p][j] == initialLine[at..l][j];
  assert forall j :: at+p <= j < l+p ==> line[j] == line[at+p..l+p][j-at-p];
`,
        ],
      ],
    },
  ],
  longest_prefix: [
    {
      why: NO_FOR,
      replace: [
        ['  for idx:= 0 to minLength\n', '  var idx := 0;\n  while idx < minLength\n'],
        ['    prefix := prefix + [str1[idx]];\n', '    prefix := prefix + [str1[idx]];\n    idx := idx + 1;\n'],
      ],
    },
  ],
  only_once: [
    {
      why: `${HINT}: a slice grows by one`,
      replace: [['    if (a[i] == key)\n', '    assert a[..i + 1] == a[..i] + [a[i]];\n    if (a[i] == key)\n']],
    },
  ],
  rotate: [
    {
      why: 'z3 under Dafny 2.3 is lost in the remainder by a.Length: the length has a name',
      replace: [
        [
          '  var i:=0;\n  while i<a.Length\n    invariant 0<=i<=a.Length\n',
          '  var i:=0;\n  var n := a.Length;\n  while i<n\n    invariant 0<=i<=n\n',
        ],
        ['b[j]==a[(j+offset)%a.Length]\n', 'b[j]==a[(j+offset)%n]\n'],
        [
          '    b[i]:=a[(i+offset)%a.Length];\n',
          '    var from := (i+offset)%n;\n    assert 0 <= from < n;\n    b[i]:=a[from];\n',
        ],
      ],
    },
  ],
  set_to_seq: [
    {
      why: 'Dafny 2.3 does not guess what becomes smaller here',
      replace: [['    invariant multiset(left)', '    decreases left\n    invariant multiset(left)']],
    },
  ],
};
