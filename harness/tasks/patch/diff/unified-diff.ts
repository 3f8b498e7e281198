/** One hunk of a diff: the header's numbers as written, the body's lines with their marks. */
export interface Hunk {
  readonly oldStart: number;
  readonly oldCount: number;
  readonly newStart: number;
  readonly newCount: number;
  /** What stands behind the second `@@`. */
  readonly section: string;
  readonly body: readonly string[];
  /** Position of its header among the text's lines, from 0. */
  readonly firstLine: number;
}

/** What a diff does to one file. */
export interface FileDiff {
  /** `undefined`: the file is new. Without the `a/` of git. */
  readonly oldPath: string | undefined;
  /** `undefined`: the file is deleted. */
  readonly newPath: string | undefined;
  readonly hunks: readonly Hunk[];
  readonly isBinary: boolean;
  /** From its first header line to the line after its last, among the text's lines. */
  readonly firstLine: number;
  readonly endLine: number;
  /** The first thing that is wrong with it; `undefined` when it is well formed. */
  readonly fault: string | undefined;
}

const GIT_HEADER = /^diff --git (.+)$/;
const EXTENDED_HEADER =
  /^(?:index [0-9a-f]+\.\.[0-9a-f]+|(?:old|new) mode \d+|(?:new file|deleted file) mode \d+|(?:dis)?similarity index \d+%|(?:rename|copy) (?:from|to) )/;
const HUNK_HEADER = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@(.*)$/;

/** Where a hunk ends: `header`, as its header counts; `lines`, with the last line that can belong to it. */
export type Counting = 'header' | 'lines';

/**
 * The file diff that begins at a line (`diff --git`, or `---` before `+++`); `undefined` when none begins there. Under
 * `header` a body that ends earlier or goes on is a fault; under `lines` the hunks' counts are those of their bodies.
 */
export function readFileDiff(
  lines: readonly string[],
  firstLine: number,
  counting: Counting = 'header',
): FileDiff | undefined {
  const header = readHeader(lines, firstLine);
  if (header === undefined) return undefined;
  const hunks: Hunk[] = [];
  let fault = header.fault;
  let at = header.endLine;
  while (HUNK_HEADER.test(lines[at] ?? '')) {
    const read = readHunk(lines, at, counting);
    hunks.push(read.hunk);
    fault ??= read.fault;
    at = at + 1 + read.hunk.body.length;
  }
  if (header.needsHunks && hunks.length === 0) fault ??= `line ${at + 1}: expected a hunk header "@@ -a,b +c,d @@"`;
  const { oldPath, newPath, isBinary } = header;
  return { oldPath, newPath, isBinary, hunks, firstLine, endLine: at, fault };
}

/** Every file diff of a text, in order; lines before, between and after them (mail headers, statistics) are passed over. */
export function readDiff(text: string, counting: Counting = 'header'): FileDiff[] {
  const lines = text.split('\n');
  const files: FileDiff[] = [];
  for (let at = 0; at < lines.length; ) {
    const file = readFileDiff(lines, at, counting);
    if (file !== undefined) files.push(file);
    at = file === undefined ? at + 1 : Math.max(file.endLine, at + 1);
  }
  return files;
}

/** The first fault of a whole text as a patch; `undefined` when `git apply` can read it. */
export function faultOf(text: string): string | undefined {
  const files = readDiff(text);
  if (files.length === 0) return 'no diff in it';
  const fault = files.find((file) => file.fault !== undefined)?.fault;
  return fault ?? (text.endsWith('\n') ? undefined : 'its last line does not end');
}

/** The paths a diff touches, old and new, each once, in order. */
export function pathsOf(files: readonly FileDiff[]): string[] {
  return [...new Set(files.flatMap(({ oldPath, newPath }) => [oldPath, newPath]))].filter((path) => path !== undefined);
}

interface Header {
  readonly oldPath: string | undefined;
  readonly newPath: string | undefined;
  readonly isBinary: boolean;
  readonly needsHunks: boolean;
  readonly endLine: number;
  readonly fault: string | undefined;
}

function readHeader(lines: readonly string[], firstLine: number): Header | undefined {
  const git = GIT_HEADER.exec(lines[firstLine] ?? '');
  let at = git === null ? firstLine : firstLine + 1;
  const extended: string[] = [];
  while (git !== null && EXTENDED_HEADER.test(lines[at] ?? '')) extended.push(lines[at++] ?? '');
  const named = readNames(lines, at);
  if (named !== undefined) return { ...named, isBinary: false, needsHunks: true, endLine: at + 2, fault: undefined };
  if (git === null) return undefined;
  const paths = extendedPaths(extended) ?? gitPaths(git[1] ?? '', extended);
  if (/^(?:Binary files .* differ|GIT binary patch)$/.test(lines[at] ?? '')) {
    return { ...paths, isBinary: true, needsHunks: false, endLine: endOfBinary(lines, at), fault: undefined };
  }
  const isWhole = extended.some((line) => !line.startsWith('index'));
  const fault = isWhole ? undefined : `line ${at + 1}: expected "--- a/…" and "+++ b/…" after ${git[0].slice(0, 80)}`;
  return { ...paths, isBinary: false, needsHunks: false, endLine: at, fault };
}

function readNames(lines: readonly string[], at: number) {
  const [before, after] = [lines[at] ?? '', lines[at + 1] ?? ''];
  if (!before.startsWith('--- ') || !after.startsWith('+++ ')) return undefined;
  return { oldPath: pathOf(before.slice(4)), newPath: pathOf(after.slice(4)) };
}

function pathOf(text: string): string | undefined {
  // GNU diff puts a tab and a time behind the name; git quotes names with special characters.
  const name = unquoted((text.split('\t')[0] ?? '').trimEnd());
  return name === '/dev/null' ? undefined : name.replace(/^[ab]\//, '');
}

function unquoted(name: string): string {
  if (!/^".*"$/.test(name)) return name;
  const bytes = [...name.slice(1, -1).matchAll(/\\([0-7]{3})|\\(.)|([^\\]+)/g)].map(([, octal, escaped, plain]) => {
    if (octal !== undefined) return Buffer.from([Number.parseInt(octal, 8)]);
    return Buffer.from(plain ?? { n: '\n', t: '\t' }[escaped ?? ''] ?? escaped ?? '');
  });
  return Buffer.concat(bytes).toString('utf8');
}

function extendedPaths(extended: readonly string[]) {
  const named = (prefix: RegExp) => extended.find((line) => prefix.test(line))?.replace(prefix, '');
  const oldPath = named(/^(?:rename|copy) from /);
  const newPath = named(/^(?:rename|copy) to /);
  return oldPath === undefined || newPath === undefined ? undefined : { oldPath, newPath };
}

/** `a/x b/x`: both names are equal where nothing else says the names, so the middle is known. */
function gitPaths(names: string, extended: readonly string[]) {
  const half = names.slice(0, (names.length - 1) / 2);
  const path = unquoted(half).replace(/^a\//, '');
  const isNew = extended.some((line) => line.startsWith('new file'));
  const isDeleted = extended.some((line) => line.startsWith('deleted file'));
  return { oldPath: isNew ? undefined : path, newPath: isDeleted ? undefined : path };
}

function endOfBinary(lines: readonly string[], at: number): number {
  let end = at + 1;
  if (lines[at] !== 'GIT binary patch') return end;
  while (
    end < lines.length &&
    !GIT_HEADER.test(lines[end] ?? '') &&
    /^(?:literal|delta|[A-Za-z]\S*$|$)/.test(lines[end] ?? '')
  )
    end++;
  return end;
}

interface ReadHunk {
  readonly hunk: Hunk;
  readonly fault: string | undefined;
}

function readHunk(lines: readonly string[], at: number, counting: Counting): ReadHunk {
  const [, oldStart, oldCount = '1', newStart, newCount = '1', section = ''] = HUNK_HEADER.exec(lines[at] ?? '') ?? [];
  const header = { oldStart: Number(oldStart), newStart: Number(newStart), section, firstLine: at };
  const body =
    counting === 'lines' ? bodyByLines(lines, at + 1) : bodyByCounts(lines, at + 1, Number(oldCount), Number(newCount));
  const counted = countLines(body);
  if (counting === 'lines') return { hunk: { ...header, ...counted, body }, fault: undefined };
  const hunk = { ...header, oldCount: Number(oldCount), newCount: Number(newCount), body };
  return { hunk, fault: countFault(hunk, counted) ?? overrunFault(lines, at + 1 + body.length) };
}

/** As `git apply` does: the header's counts say where the hunk ends, whatever follows. */
function bodyByCounts(lines: readonly string[], start: number, oldCount: number, newCount: number): string[] {
  const body: string[] = [];
  let [old, fresh] = [oldCount, newCount];
  for (let index = start; index < lines.length; index++) {
    const mark = markOf(lines, index);
    const isFull = old <= 0 && fresh <= 0;
    if (mark === undefined || (isFull && mark !== '\\')) break;
    if (mark === ' ' || mark === '-') old--;
    if (mark === ' ' || mark === '+') fresh--;
    body.push(lines[index] ?? '');
  }
  return body;
}

/** Every line that can belong to the hunk, whatever its header counts. Empty lines at its end do not. */
function bodyByLines(lines: readonly string[], start: number): string[] {
  let end = start;
  while (markOf(lines, end) !== undefined && readNames(lines, end) === undefined && lines[end] !== '-- ') end++;
  while (end > start && lines[end - 1] === '') end--;
  return lines.slice(start, end);
}

/** Old and new lines of a hunk's body. */
function countLines(body: readonly string[]): { oldCount: number; newCount: number } {
  const starting = (marks: string) => body.filter((line) => marks.includes(line[0] ?? ' ')).length;
  return { oldCount: starting(' -'), newCount: starting(' +') };
}

/** What `git apply` reads a line as; an empty line is context whose space was lost. */
function markOf(lines: readonly string[], index: number): ' ' | '+' | '-' | '\\' | undefined {
  const line = lines[index];
  if (line === undefined || (line === '' && index === lines.length - 1)) return undefined;
  const first = line[0] ?? ' ';
  return first === ' ' || first === '+' || first === '-' || first === '\\' ? first : undefined;
}

function countFault({ firstLine, oldCount, newCount }: Hunk, counted: { oldCount: number; newCount: number }) {
  if (oldCount === counted.oldCount && newCount === counted.newCount) return undefined;
  return (
    `line ${firstLine + 1}: the hunk header counts ${oldCount} old and ${newCount} new lines, ` +
    `its body has ${counted.oldCount} and ${counted.newCount}`
  );
}

/** A changed line right behind a full hunk: `git apply` would leave it out without a word. A bullet of prose is none. */
function overrunFault(lines: readonly string[], next: number): string | undefined {
  const line = lines[next] ?? '';
  const isChange = /^[-+]/.test(line) && !/^(?:[-+] \S|--- |-- ?$)/.test(line);
  return isChange ? `line ${next + 1}: the hunk goes on after the lines its header counts` : undefined;
}
