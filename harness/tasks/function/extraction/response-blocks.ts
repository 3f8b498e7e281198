import { parseModule } from '../../../python/source.ts';

/** A stretch of a response that may be code. Line numbers are positions in `ResponseText.lines`. */
export interface Block {
  /** Its text without the indentation of the fence or of the text around it. */
  readonly source: string;
  /** As it stands in the response, but for the fence's own indentation: a bare body keeps its columns. */
  readonly raw: string;
  readonly firstLine: number;
  readonly isFenced: boolean;
  readonly isClosed: boolean;
}

export interface ResponseText {
  readonly lines: readonly string[];
  readonly fenceLines: ReadonlySet<number>;
  readonly fenced: readonly Block[];
  /** The whole response, when it has no fence and parses. */
  readonly whole: readonly Block[];
  /** Lines outside every fence, as stretches that look like code. Empty lines around them are left out. */
  readonly loose: readonly Block[];
}

/**
 * Reads a response as lines and blocks. Fences are ``` or ~~~ of any length and indentation, with any info string, in a
 * list or a quotation; a fence left open reaches to the next opening one or to the end. A fence inside a triple-quoted
 * string belongs to the code, unless that would leave the block unclosed. `<think>…</think>` at the start is no answer.
 */
export function readResponse(response: string): ResponseText {
  const text = response.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  const lines = text.split('\n');
  const thought = /^\s*<think>[\s\S]*?<\/think>/.exec(text)?.[0];
  const start = thought ? thought.split('\n').length : 0;
  const careful = scanFences(lines, start, true);
  const scan = careful.fenced.every((block) => block.isClosed) ? careful : scanFences(lines, start, false);
  return { lines, ...scan, whole: wholeText(lines, start, scan), loose: scanLoose(lines, start, scan) };
}

function wholeText(lines: readonly string[], start: number, scan: Scan): Block[] {
  // Parsing long prose is slow, and without any of these it cannot hold the answer.
  if (scan.fenceLines.size > 0 || !lines.some((line) => /\bdef\s+\w|\blambda\b|\bpartial\(/.test(line))) return [];
  const block = blockOf(lines.slice(start), start, { isFenced: false, isClosed: true });
  return parseModule(block.source).hasError ? [] : [block];
}

interface Fence {
  readonly indent: string;
  readonly mark: string;
  readonly info: string;
}

function readFence(line: string): Fence | undefined {
  const match = /^([ \t]*(?:>[ \t]?)*(?:(?:[-*+]|\d+[.)])[ \t]+)?)(`{3,}|~{3,})[ \t]*([^`]*)$/.exec(line);
  return match ? { indent: match[1] ?? '', mark: match[2] ?? '', info: (match[3] ?? '').trim() } : undefined;
}

interface Scan {
  readonly fenceLines: ReadonlySet<number>;
  readonly fenced: readonly Block[];
  readonly fencedLines: ReadonlySet<number>;
}

function scanFences(lines: readonly string[], start: number, respectStrings: boolean): Scan {
  const fenceLines = new Set<number>();
  const fencedLines = new Set<number>();
  const fenced: Block[] = [];
  let open: (Fence & { content: string[]; firstLine: number }) | undefined;
  const finish = (isClosed: boolean): void => {
    if (open?.content.some((line) => line.trim() !== '')) {
      fenced.push(blockOf(open.content, open.firstLine, { isFenced: true, isClosed }));
    }
    open = undefined;
  };
  for (let index = start; index < lines.length; index++) {
    const line = lines[index] ?? '';
    const fence = readFence(line);
    if (!open) {
      if (!fence) continue;
      open = { ...fence, content: [], firstLine: index + 1 };
      fenceLines.add(index);
      continue;
    }
    const isMark = fence?.mark.startsWith(open.mark) && !(respectStrings && endsInString(open.content.join('\n')));
    if (!fence || !isMark) {
      open.content.push(withoutIndent(line, open.indent));
      fencedLines.add(index);
      continue;
    }
    fenceLines.add(index);
    finish(fence.info === '');
    if (fence.info !== '') open = { ...fence, content: [], firstLine: index + 1 };
  }
  finish(false);
  return { fenceLines, fenced, fencedLines };
}

/** Removes the fence's indentation (a list mark or quotation mark counts as columns) as far as the line has it. */
function withoutIndent(line: string, indent: string): string {
  const quoted = indent.includes('>') ? line.replace(/^[ \t]*(?:>[ \t]?)+/, '') : line;
  const columns = indent.includes('>') ? 0 : indent.length;
  return quoted.replace(new RegExp(`^[ \\t]{0,${columns}}`), '');
}

/** Whether a text ends inside a triple-quoted string. */
function endsInString(text: string): boolean {
  let quote = '';
  for (const match of text.matchAll(/\\.|"""|'''|(?:"(?:[^"\\\n]|\\.)*")|(?:'(?:[^'\\\n]|\\.)*')|#[^\n]*/g)) {
    const token = match[0];
    if (quote) quote = token === quote || (token.startsWith('#') && token.includes(quote)) ? '' : quote;
    else if (token === '"""' || token === "'''") quote = token;
  }
  return quote !== '';
}

function blockOf(
  content: readonly string[],
  firstLine: number,
  fence: { readonly isFenced: boolean; readonly isClosed: boolean },
): Block {
  return { source: straighten(content), raw: content.join('\n'), firstLine, ...fence };
}

/**
 * Removes the indentation that does not belong to the code: what all lines share; or a stray one of the first line; or
 * what all lines but the first share, where the response was trimmed. The first that parses.
 */
function straighten(lines: readonly string[]): string {
  const first = lines.findIndex((line) => line.trim() !== '');
  const isDefinition = CODE_START.test((lines[first] ?? '').trim());
  const others = isDefinition ? [...lines.slice(0, first), ...dedent(lines.slice(first + 1))] : [];
  const trimmed = lines.map((line, index) => (index === first ? line.trimStart() : line));
  const rest = [...others.slice(0, first), (lines[first] ?? '').trimStart(), ...others.slice(first)];
  const candidates = [dedent(lines), ...(isDefinition ? [trimmed, rest] : [])].map((each) => each.join('\n'));
  return candidates.find((source) => !parseModule(source).hasError) ?? candidates[0] ?? '';
}

/** Removes the indentation that all lines share. */
export function dedent(lines: readonly string[]): string[] {
  const indents = lines.filter((line) => line.trim() !== '').map((line) => columnsOf(line));
  const common = Math.min(...indents, 1000);
  return lines.map((line) => line.slice(Math.min(common, columnsOf(line))));
}

const CODE_START =
  /^(?:(?:async[ \t]+)?def[ \t]+\w|class[ \t]+\w+[ \t]*[(:[]|@\w|from[ \t]+[\w.]+[ \t]+import\b|import[ \t]+[\w.]+[ \t]*(?:$|,|as\b|#|;))/;
const ASSIGNMENT =
  /^[A-Za-z_][\w.]*(?:\[[^\]]*\])?(?:[ \t]*,[ \t]*\*?[A-Za-z_]\w*)*[ \t]*(?::[^=]+)?(?:[-+*/|&]|\/\/|\*\*)?=(?!=)[ \t]*\S/;
const CODE_GOES_ON =
  /^(?:[)\]}#]|"""|'''|(?:if|elif|for|while|with|try|else|except|finally|assert|return|yield|raise|del|global|nonlocal|pass)\b(?:[^.!?]*:|[ \t(]|$)|[A-Za-z_][\w.]*\()/;

function scanLoose(lines: readonly string[], start: number, scan: Scan): Block[] {
  const blocks: Block[] = [];
  for (let index = start; index < lines.length; index++) {
    if (!isFree(index, scan) || !isCodeStart(lines[index] ?? '')) continue;
    const base = columnsOf(lines[index] ?? '');
    const content: string[] = [];
    for (let next = index; next < lines.length && isFree(next, scan); next++) {
      const line = lines[next] ?? '';
      const goesOn =
        next === index ||
        line.trim() === '' ||
        columnsOf(line) > base ||
        (columnsOf(line) === base && (isCodeStart(line) || CODE_GOES_ON.test(line.trim()))) ||
        endsInString(content.join('\n'));
      if (!goesOn) break;
      content.push(line);
    }
    while (content.at(-1)?.trim() === '') content.pop();
    blocks.push(blockOf(content, index, { isFenced: false, isClosed: true }));
    index += content.length - 1;
  }
  return blocks;
}

const isFree = (index: number, scan: Scan): boolean => !scan.fenceLines.has(index) && !scan.fencedLines.has(index);
const isCodeStart = (line: string): boolean => CODE_START.test(line.trim()) || ASSIGNMENT.test(line.trim());
const columnsOf = (line: string): number => /^[ \t]*/.exec(line)?.[0].length ?? 0;

/** Whether a line, taken alone, is rather a Python statement than a sentence. */
export const looksLikeCode = (line: string): boolean => isCodeStart(line) || CODE_GOES_ON.test(line.trim());
