import type { Cut } from '../../../types/attempt.ts';
import type { Extracted } from '../../../types/evaluator.ts';
import { type Counting, type FileDiff, pathsOf, readFileDiff } from './unified-diff.ts';

/** Changes whenever the same response could give another patch. */
export const PATCH_EXTRACTOR_VERSION = '1';

/** A file diff in a response, or several next to each other. */
interface Block {
  readonly firstLine: number;
  readonly endLine: number;
  readonly files: readonly FileDiff[];
  readonly text: readonly string[];
}

/**
 * Takes the patch out of a model's response: the last well-formed diff. Diffs of different files, one after the other, are
 * one patch wherever the fences stand; a diff of a file that was there already begins a new draft. Without a well-formed
 * draft the last one is kept as it is, so that it grades `patch-does-not-apply` and not `empty`. `lines` counts hunks
 * by their bodies: for responses that are repaired afterwards, where a wrong count is no fault. Pure; rules and reasons are in
 * decisions/patches.md.
 */
export function extractPatch(response: string, counting: Counting = 'header'): Extracted {
  const lines = linesOf(response);
  const region = lastTagged(lines) ?? { from: afterThought(lines), to: lines.length };
  const drafts = draftsOf(blocksOf(lines, region, counting));
  const chosen = drafts.findLast((draft) => draft.every(isSound)) ?? drafts.at(-1);
  const cuts = cutsOf(lines, chosen ?? [], drafts.flat());
  if (chosen === undefined) return { text: '', extraction: { status: 'none', cuts } };
  const isWhole = chosen.length === 1 && chosen.every(isSound) && cuts.every(({ what }) => what !== 'earlier-draft');
  const text = chosen.flatMap((block) => block.text);
  return { text: `${text.join('\n')}\n`, extraction: { status: isWhole ? 'clean' : 'recovered', cuts } };
}

const isSound = ({ files }: Block): boolean => files.every(({ fault }) => fault === undefined);

/** Line ends become `\n` where all are `\r\n`; a lone `\r` belongs to a patch of a file that has it. */
function linesOf(response: string): string[] {
  const text = response.replace(/^\uFEFF/, '');
  return /(?<!\r)\n/.test(text) ? text.split('\n') : text.split('\r\n');
}

function afterThought(lines: readonly string[]): number {
  if (!/^\s*<think>/.test(lines.find((line) => line.trim() !== '') ?? '')) return 0;
  return lines.findIndex((line) => line.includes('</think>')) + 1;
}

/** Between the last `<patch>` (or `<diff>`) and its end, the form the published prompts ask for. */
function lastTagged(lines: readonly string[]): { from: number; to: number } | undefined {
  const to = lines.findLastIndex((line) => /^\s*<\/(?:patch|diff)>\s*$/.test(line));
  const from = lines.slice(0, Math.max(to, 0)).findLastIndex((line) => /^\s*<(?:patch|diff)>\s*$/.test(line));
  const holdsDiff = lines.slice(from + 1, to).some((line) => /^\s*(?:diff --git |--- )/.test(line));
  return to < 0 || from < 0 || !holdsDiff ? undefined : { from: from + 1, to };
}

function blocksOf(lines: readonly string[], { from, to }: { from: number; to: number }, counting: Counting): Block[] {
  const blocks: Block[] = [];
  for (let at = from; at < to; ) {
    const block = /^[ \t]*(?:diff --git |--- )/.test(lines[at] ?? '') ? blockAt(lines, at, to, counting) : undefined;
    if (block !== undefined) blocks.push(block);
    at = block?.endLine ?? at + 1;
  }
  return blocks;
}

/** File diffs that follow each other without a line between them, freed of the indentation of a list. */
function blockAt(lines: readonly string[], firstLine: number, to: number, counting: Counting): Block | undefined {
  const indent = /^[ \t]*/.exec(lines[firstLine] ?? '')?.[0] ?? '';
  const own = lines.slice(0, to).map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line));
  const files: FileDiff[] = [];
  let endLine = firstLine;
  for (let file = readFileDiff(own, firstLine, counting); file !== undefined; ) {
    files.push(file);
    endLine = Math.max(file.endLine, endLine + 1);
    const next = own[endLine] === '' ? endLine + 1 : endLine;
    file = readFileDiff(own, next, counting);
  }
  return files.length === 0 ? undefined : { firstLine, endLine, files, text: own.slice(firstLine, endLine) };
}

function draftsOf(blocks: readonly Block[]): Block[][] {
  const drafts: Block[][] = [];
  let touched = new Set<string>();
  for (const block of blocks) {
    const paths = pathsOf(block.files);
    const current = drafts.at(-1);
    if (current === undefined || paths.some((path) => touched.has(path))) {
      drafts.push([block]);
      touched = new Set(paths);
    } else {
      current.push(block);
      for (const path of paths) touched.add(path);
    }
  }
  return drafts;
}

/** Every line that is not in the patch, by what it is; neighbours of one kind are one cut, empty lines none. */
function cutsOf(lines: readonly string[], chosen: readonly Block[], all: readonly Block[]): Cut[] {
  const isIn = (blocks: readonly Block[], index: number): boolean =>
    blocks.some(({ firstLine, endLine }) => index >= firstLine && index < endLine);
  const firstKept = chosen[0]?.firstLine ?? lines.length;
  const cuts: { what: Cut['what']; lines: string[] }[] = [];
  let previous: Cut['what'] | undefined;
  for (const [index, line] of lines.entries()) {
    if (isIn(chosen, index)) previous = undefined;
    if (isIn(chosen, index) || line.trim() === '') continue;
    const prose = index < firstKept ? 'prose-before' : 'prose-after';
    const what = isIn(all, index) ? 'earlier-draft' : isMark(line) ? 'fence' : prose;
    if (what === previous) cuts.at(-1)?.lines.push(line);
    else cuts.push({ what, lines: [line] });
    previous = what;
  }
  return cuts.map(({ what, lines: cut }) => {
    const text = cut.join('\n');
    return { what, characters: text.length, excerpt: text.slice(0, 80) };
  });
}

const isMark = (line: string): boolean => /^\s*(?:`{3,}\S*|~{3,}\S*|<\/?(?:patch|diff)>)\s*$/.test(line);
