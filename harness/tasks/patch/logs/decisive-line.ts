/** What names a cause, the surest first. In a class the first line counts: what comes after it mostly follows from it. */
const CAUSES: readonly RegExp[] = [
  /^ERROR: (?:No matching distribution|Could not find a version|Cannot install|ResolutionImpossible|Ignored the following|Package .* requires a different Python|the interpreter loads)/,
  /(?:fatal error|error): .*(?:No such file|not found|undeclared|undefined|incompatible|too (?:few|many)|has no member)/i,
  /^E: /,
  /^\s*(?:[\w.]*(?:Error|Exception|Exit)): \S/,
  /SSLError|CERTIFICATE_VERIFY_FAILED|Temporary failure in name resolution|ReadTimeoutError|NewConnectionError|no such host/,
  /No space left on device|Killed$|Cannot allocate memory/,
  /^fatal: /,
  /: command not found$|No such file or directory$/,
  /\berror:? \S/i,
];

/** Lines that say only that something failed. */
const EMPTY_WORDS =
  /subprocess-exited-with-error|metadata-generation-failed|did not run successfully|failed building|exit status \d+$|returned a non-zero code|^\s*(?:note|hint|warning|notice)\b|Command errored out|Getting requirements to build/i;

/** Colours and pip's drawn margins. */
const ORNAMENT = new RegExp(`${String.fromCharCode(27)}\\[[\\d;]*m|^[\\s│╰─>×]+`, 'g');

/** The line of a build's log that says why it failed, at most 300 characters; the last line when none does. */
export function decisiveLine(log: readonly string[]): string {
  const lines = log.map((line) => line.replaceAll(ORNAMENT, '').trim()).filter((line) => line !== '');
  const telling = lines.filter((line) => !EMPTY_WORDS.test(line));
  const conflict = conflictIn(lines);
  if (conflict !== undefined) return conflict.slice(0, 300);
  for (const cause of CAUSES) {
    const found = telling.find((line) => cause.test(line));
    if (found !== undefined) return found.slice(0, 300);
  }
  return (lines.at(-1) ?? 'the log is empty').slice(0, 300);
}

/** pip names the two sides of a conflict in the lines after this one; the last two are enough. */
function conflictIn(lines: readonly string[]): string | undefined {
  const start = lines.findIndex((line) => line.startsWith('The conflict is caused by'));
  if (start < 0) return undefined;
  const sides = lines.slice(
    start + 1,
    lines.findIndex((line, index) => index > start && line.startsWith('To fix this')),
  );
  return `packages exclude each other: ${sides.slice(-2).join('; ')}`;
}
