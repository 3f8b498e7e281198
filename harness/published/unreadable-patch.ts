const HUNK = /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@/;

/** GNU patch takes up to this many lines that are missing at the very end for blank ones that were chopped. */
const MOST_CHOPPED = 3;

/**
 * Why no patch program can read a patch: inside a hunk a line that is neither context nor change, or one more than the hunk has, or an
 * end that comes too early. `git apply` says corrupt then, GNU patch malformed. `undefined` when it can be read, which does not mean
 * that it applies. Hunks after which something else than a hunk follows are where GNU patch stops reading, so this stops there too.
 */
export function whyUnreadable(patch: string): string | undefined {
  const lines = patch.split('\n');
  let isInFile = false;
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] ?? '';
    const header = HUNK.exec(line);
    at++;
    if (header === null) {
      isInFile = line.startsWith('+++ ');
    } else if (isInFile) {
      const end = endOfHunk(lines, at, count(header[1]), count(header[2]));
      if (typeof end === 'string') return end;
      at = end;
    }
  }
  return undefined;
}

const count = (digits: string | undefined): number => (digits === undefined ? 1 : Number(digits));

/** The line after a hunk of so many lines before and after the change, or what is wrong with it. */
function endOfHunk(lines: readonly string[], start: number, before: number, after: number): number | string {
  let [old, fresh, at] = [before, after, start];
  while (old > 0 || fresh > 0) {
    const line = lines[at];
    if (line === undefined) {
      const missing = Math.max(old, fresh);
      return missing <= MOST_CHOPPED ? at : `its last hunk ends ${missing} lines too early`;
    }
    at++;
    const sign = line[0] ?? ' ';
    if (sign === '\\') continue;
    const isOld = sign === '-' || sign === ' ' || sign === '\t';
    const isFresh = sign === '+' || sign === ' ' || sign === '\t';
    if (!isOld && !isFresh) return `line ${at} in a hunk is neither context nor change: ${line.slice(0, 60)}`;
    if ((isOld && old === 0) || (isFresh && fresh === 0)) return `line ${at} is one more than its hunk has`;
    if (isOld) old--;
    if (isFresh) fresh--;
  }
  return at;
}
