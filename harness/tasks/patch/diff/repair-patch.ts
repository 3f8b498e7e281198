import { type FileDiff, type Hunk, readDiff } from './unified-diff.ts';

/** What was put right; the meaning of the patch is as the model wrote it, its form is not. */
export type Repair = 'hunk-counts' | 'final-newline';

interface RepairedPatch {
  readonly text: string;
  readonly repairs: readonly Repair[];
}

/**
 * A patch with its hunk headers counted again and a line end after its last line, where those were wrong. The official
 * harness does neither, so this is used only under a flag that is printed (`--repair-patches`). Line numbers, context and
 * changed lines are never touched.
 */
export function repairPatch(text: string): RepairedPatch {
  if (text.trim() === '') return { text, repairs: [] };
  const ended = text.endsWith('\n') ? text : `${text}\n`;
  const files = readDiff(ended, 'lines');
  const lines = ended.split('\n');
  for (const hunk of files.flatMap((file: FileDiff) => file.hunks)) lines[hunk.firstLine] = headerOf(hunk, lines);
  const counted = lines.join('\n');
  return {
    text: counted,
    repairs: [
      ...(counted === ended ? [] : ['hunk-counts' as const]),
      ...(ended === text ? [] : ['final-newline' as const]),
    ],
  };
}

/** The header as it stands where its counts are right, so that a sound patch keeps its bytes (`-3` and `-3,1` are equal). */
function headerOf(
  { oldStart, oldCount, newStart, newCount, section, firstLine }: Hunk,
  lines: readonly string[],
): string {
  const written = /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@/.exec(lines[firstLine] ?? '');
  const isRight = Number(written?.[1] ?? '1') === oldCount && Number(written?.[2] ?? '1') === newCount;
  return isRight ? (lines[firstLine] ?? '') : `@@ -${oldStart},${oldCount} +${newStart},${newCount} @@${section}`;
}
