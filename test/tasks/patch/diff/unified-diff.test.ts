import { expect, test } from 'vitest';
import { faultOf, pathsOf, readDiff } from '../../../../harness/tasks/patch/diff/unified-diff.ts';

const GIT = `diff --git a/pkg/a.py b/pkg/a.py
index 1111111..2222222 100644
--- a/pkg/a.py
+++ b/pkg/a.py
@@ -1,3 +1,4 @@ def f():
 one
-two
+2
+2.5
 three
`;

test('a git diff gives its files, hunks and counts', () => {
  const [file] = readDiff(GIT);
  expect(file).toMatchObject({ oldPath: 'pkg/a.py', newPath: 'pkg/a.py', isBinary: false, fault: undefined });
  expect(file?.hunks).toEqual([
    {
      oldStart: 1,
      oldCount: 3,
      newStart: 1,
      newCount: 4,
      section: ' def f():',
      body: [' one', '-two', '+2', '+2.5', ' three'],
      firstLine: 4,
    },
  ]);
  expect(faultOf(GIT)).toBeUndefined();
});

test('new, deleted, renamed, binary and mode-only files are read, quoted names too', () => {
  const text = `diff --git a/new.py b/new.py
new file mode 100644
index 0000000..e69de29
diff --git a/gone.py b/gone.py
deleted file mode 100644
--- a/gone.py
+++ /dev/null
@@ -1 +0,0 @@
-x
diff --git a/old name.py b/new name.py
similarity index 100%
rename from old name.py
rename to new name.py
diff --git a/pic.png b/pic.png
index 1111111..2222222 100644
Binary files a/pic.png and b/pic.png differ
diff --git "a/sm\\303\\266r.py" "b/sm\\303\\266r.py"
old mode 100644
new mode 100755
`;
  const files = readDiff(text);
  expect(files.map(({ oldPath, newPath }) => [oldPath, newPath])).toEqual([
    [undefined, 'new.py'],
    ['gone.py', undefined],
    ['old name.py', 'new name.py'],
    ['pic.png', 'pic.png'],
    ['smör.py', 'smör.py'],
  ]);
  expect(files.map(({ isBinary }) => isBinary)).toEqual([false, false, false, true, false]);
  expect(faultOf(text)).toBeUndefined();
  expect(pathsOf(files)).toEqual(['new.py', 'gone.py', 'old name.py', 'new name.py', 'pic.png', 'smör.py']);
});

test('a removed line that looks like a header, an empty context line and a missing last line end belong to their hunk', () => {
  const text = `--- a/x.sql\t2020-01-01
+++ b/x.sql\t2020-01-02
@@ -1,4 +1,3 @@
 one

--- a comment
-two
+2
\\ No newline at end of file
`;
  expect(faultOf(text)).toBeUndefined();
  expect(readDiff(text)[0]?.hunks[0]?.body).toHaveLength(6);
  expect(readDiff(text)).toHaveLength(1);
});

test.each([
  ['prose only\n', 'no diff in it'],
  [GIT.trimEnd(), 'its last line does not end'],
  [GIT.replace('-1,3', '-1,5'), 'line 5: the hunk header counts 5 old and 4 new lines, its body has 3 and 4'],
  [GIT.replace('-1,3 +1,4', '-1,2 +1,2'), 'line 9: the hunk goes on after the lines its header counts'],
  [GIT.split('\n').slice(0, 4).join('\n'), 'line 5: expected a hunk header'],
  ['diff --git a/x b/x\nindex 1..2 100644\nnothing\n', 'line 3: expected "--- a/'],
])('what git cannot read is a fault with its line', (text, fault) => {
  expect(faultOf(text)).toContain(fault);
});

test('a bullet behind a full hunk is prose', () => {
  expect(faultOf(`${GIT}- I changed two lines.\n`)).toBeUndefined();
});
