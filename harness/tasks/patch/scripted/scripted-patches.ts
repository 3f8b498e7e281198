import { readDiff } from '../diff/unified-diff.ts';

/** Patches whose outcome is known, made from a gold patch: what a script answers. */
export const PATCH_WORDS = ['right', 'wrong', 'breaking', 'not-applying', 'empty'] as const;

type PatchWord = (typeof PATCH_WORDS)[number];

/** `right` is the gold patch; `wrong` applies and changes nothing that counts; `breaking` leaves a file that cannot be imported. */
export function scriptedPatch(word: PatchWord, gold: string): string {
  switch (word) {
    case 'right':
      return gold;
    case 'wrong':
      return NOTE;
    case 'breaking':
      return withLine(gold, '+)( a line that no Python reads', 'end');
    case 'not-applying':
      return withLine(gold, '-a line that is in no file of this repository', 'start');
    case 'empty':
      return '';
  }
}

const NOTE = [
  'diff --git a/scripted-note.txt b/scripted-note.txt',
  'new file mode 100644',
  '--- /dev/null',
  '+++ b/scripted-note.txt',
  '@@ -0,0 +1 @@',
  '+A note that changes nothing.',
  '',
].join('\n');

/** The diff with one more line in every hunk: before all others, or behind the last that changes something. */
function withLine(diff: string, line: string, where: 'start' | 'end'): string {
  const lines = diff.split('\n');
  const isAdded = line.startsWith('+');
  let inserted = 0;
  for (const { hunks } of readDiff(diff)) {
    let inFile = 0;
    for (const { oldStart, oldCount, newStart, newCount, section, body, firstLine } of hunks) {
      const at = firstLine + inserted;
      const [more, fewer] = isAdded ? [1, 0] : [0, 1];
      const shifted = newStart + (isAdded ? inFile : -inFile);
      lines[at] = `@@ -${oldStart},${oldCount + fewer} +${shifted},${newCount + more} @@${section}`;
      const last = body.findLastIndex((each) => /^[+-]/.test(each));
      lines.splice(at + 1 + (where === 'start' ? 0 : last + 1), 0, line);
      inserted++;
      inFile++;
    }
  }
  return lines.join('\n');
}
