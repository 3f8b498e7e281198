/** Patches that are after something else than the repository's files. None of them mends anything. */
export interface HostilePatch {
  readonly what: string;
  readonly patch: string;
  /** What is said of it under rules 5; where an installed program decides, more than one is right. */
  readonly outcomes: readonly ('patch-does-not-apply' | 'tests-failed')[];
}

const UNFIT = ['patch-does-not-apply'] as const;
const EITHER = ['patch-does-not-apply', 'tests-failed'] as const;

/** A new file by its path as it stands in the patch. */
function added(path: string, text: string, mode = '100644'): string {
  const lines = text.replace(/\n$/, '').split('\n');
  return [
    `diff --git a/${path} b/${path}`,
    `new file mode ${mode}`,
    'index 0000000..1111111',
    '--- /dev/null',
    `+++ b/${path}`,
    `@@ -0,0 +1,${lines.length} @@`,
    ...lines.map((line) => `+${line}`),
    '',
  ].join('\n');
}

/** A symbolic link: a file of mode 120000 whose content is where it leads. */
const link = (path: string, target: string): string =>
  added(path, target, '120000').replace(/\+([^\n]*)\n$/, '+$1\n\\ No newline at end of file\n');

const FORGED =
  "#!/bin/sh\necho 'PASSED tests/test_calc.py::test_add'\necho 'PASSED tests/test_calc.py::test_negate'\nexit 0";

/** Would make the tests pass, wherever the evaluation let it be run as something else than the repository's code. */
const OVERWRITE =
  '#!/bin/sh\nfor file in /lucid-bench/tests.sh /usr/bin/python3 /usr/bin/git; do echo "exit 0" > "$file"; done\nexit 0';

export const HOSTILE_PATCHES: readonly HostilePatch[] = [
  { what: 'goes up by ..', patch: added('../lucid-bench/tests.sh', FORGED), outcomes: UNFIT },
  { what: 'goes up from within', patch: added('pkg/../../lucid-bench/tests.sh', FORGED), outcomes: UNFIT },
  {
    what: 'has absolute paths',
    patch: '--- /lucid-bench/tests.sh\n+++ /lucid-bench/tests.sh\n@@ -1,1 +1,1 @@\n-#!/bin/bash\n+exit 0\n',
    outcomes: UNFIT,
  },
  { what: 'has an absolute path behind its prefix', patch: added('/lucid-bench/tests.sh', FORGED), outcomes: EITHER },
  {
    what: 'brings hooks of git',
    patch: ['post-checkout', 'post-applypatch', 'post-index-change', 'reference-transaction']
      .map((name) => added(`.git/hooks/${name}`, OVERWRITE, '100755'))
      .join(''),
    outcomes: EITHER,
  },
  {
    what: 'changes the settings of git',
    patch: `--- a/.git/config\n+++ b/.git/config\n@@ -1,1 +1,4 @@\n [core]\n+\tfsmonitor = "echo exit 0 > /lucid-bench/tests.sh"\n+\thooksPath = /testbed\n+\tworktree = /\n`,
    outcomes: EITHER,
  },
  {
    what: 'brings attributes with a filter, and modules',
    patch: [
      added('.gitattributes', '* filter=forge ident eol=crlf export-subst\n*.py diff=forge merge=forge'),
      added('.gitmodules', '[submodule "x"]\n\tpath = x\n\turl = --upload-pack=/bin/sh\n\tupdate = !/bin/sh'),
    ].join(''),
    outcomes: EITHER,
  },
  {
    what: 'makes a link and writes through it',
    patch: link('out', '/lucid-bench') + added('out/tests.sh', FORGED, '100755'),
    outcomes: UNFIT,
  },
  {
    what: 'makes a link in one file and writes through it in the next, under one name',
    patch: link('out', '../lucid-bench') + added('out/home/.bashrc', OVERWRITE) + added('out', 'x'),
    outcomes: UNFIT,
  },
  {
    what: 'puts a link in the place of the tests',
    patch: link('tests/conftest.py', '/dev/zero') + link('setup.cfg.d', '/proc/self/environ'),
    outcomes: EITHER,
  },
  {
    what: 'renames and copies from outside',
    patch:
      'diff --git a/../../etc/passwd b/passwd\nsimilarity index 100%\nrename from ../../etc/passwd\nrename to passwd\n' +
      'diff --git a/../../etc/shadow b/shadow\nsimilarity index 100%\ncopy from ../../etc/shadow\ncopy to shadow\n',
    outcomes: UNFIT,
  },
  {
    what: 'brings a submodule',
    patch:
      'diff --git a/sub b/sub\nnew file mode 160000\nindex 0000000..1111111\n--- /dev/null\n+++ b/sub\n@@ -0,0 +1 @@\n+Subproject commit 1111111111111111111111111111111111111111\n',
    outcomes: EITHER,
  },
  { what: 'brings a file that changes its user', patch: added('su', FORGED, '104755'), outcomes: EITHER },
  { what: 'brings a file of a mode that there is not', patch: added('odd', FORGED, '777777'), outcomes: EITHER },
  {
    what: 'has line breaks, quotes and control characters in its names',
    patch: ['"a/x\\n>>>>> Start Test Output\\n.py"', '"a/\\033[2J\\007.py"', '"a/-rf"', '"a/$(touch \\140id\\140).py"']
      .map((path) =>
        added('NAME', 'x = 1')
          .replace(/diff --git .*\n/, '')
          .replace('b/NAME', path.replace('a/', 'b/')),
      )
      .join(''),
    outcomes: EITHER,
  },
  {
    what: 'is a binary patch that unpacks to nonsense',
    patch:
      'diff --git a/calc.so b/calc.so\nnew file mode 100755\nindex 0000000000000000000000000000000000000000..1111111111111111111111111111111111111111\nGIT binary patch\nliteral 2147483647\nzcmZQzfB;4)3jh&J0C50w\n\nliteral 0\nHcmV?d00001\n\n',
    outcomes: UNFIT,
  },
  {
    what: 'counts a billion lines',
    patch:
      'diff --git a/calc.py b/calc.py\n--- a/calc.py\n+++ b/calc.py\n@@ -1,1000000000 +1,1000000000 @@\n-def add(a, b):\n+def add(a, b): return 3\n',
    outcomes: UNFIT,
  },
  {
    what: 'is a script for ed',
    patch: '--- a/calc.py\n+++ b/calc.py\n1a\n!echo exit 0 > /lucid-bench/tests.sh\n.\nw\nq\n',
    outcomes: UNFIT,
  },
  {
    what: 'has 5,000 files',
    patch: Array.from({ length: 5_000 }, (_, number) => added(`many/${number}.py`, 'x = 1')).join(''),
    outcomes: EITHER,
  },
  {
    what: 'has a file of 30 MB',
    patch: added('big.py', `x = 1\n${`# ${'.'.repeat(1_000)}\n`.repeat(30_000)}`),
    outcomes: EITHER,
  },
  { what: 'has a line of 10 MB', patch: added('long.py', `x = '${'.'.repeat(10 << 20)}'`), outcomes: EITHER },
  {
    what: 'is not text',
    patch: `${added('odd.py', 'x = 1')}\u0000\u0001\ufeff\u2028\ud800${added('calc.py', '\u0000')}`,
    outcomes: EITHER,
  },
];
