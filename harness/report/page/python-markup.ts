import { pythonTokens } from '../../python/tokens.ts';
import { type Html, html, type Part } from './html.ts';
import { linesOf } from './line-diff.ts';

/** So many characters of programs are known marked: those of one page, most of which show the same programs in several arms. */
const MOST_KNOWN = 1 << 20;

let known = new Map<string, Html[]>();
let characters = 0;

/** The lines of a program with its words marked for colour; the same lines as `linesOf` gives. Nobody may change the list. */
export function programLines(source: string): readonly Html[] {
  const lines = known.get(source) ?? markLines(source);
  if (known.has(source)) return lines;
  if (characters > MOST_KNOWN) [known, characters] = [new Map(), 0];
  known.set(source, lines);
  characters += source.length;
  return lines;
}

function markLines(source: string): Html[] {
  const tokens = pythonTokens(source);
  let [start, next] = [0, 0];
  return linesOf(source).map((line) => {
    const end = start + line.length;
    const parts: Part[] = [];
    let at = start;
    for (let token = tokens[next]; token !== undefined && token.from < end; token = tokens[next]) {
      const [from, to] = [Math.max(at, token.from), Math.min(end, token.to)];
      parts.push(source.slice(at, from), html`<i class="${token.kind}">${source.slice(from, to)}</i>`);
      at = to;
      if (token.to > end) break;
      next++;
    }
    parts.push(source.slice(at, end));
    start = end + 1;
    return html`${parts}`;
  });
}

/** The lines of a text in which programs stand between fences: those are marked, prose is not. */
export function proseLines(text: string): Part[] {
  const lines: Part[] = [];
  let program: string[] | undefined;
  for (const line of linesOf(text)) {
    const isFence = line.startsWith('```');
    if (!isFence) (program ?? lines).push(line);
    else {
      if (program !== undefined) lines.push(...programLines(`${program.join('\n')}\n`));
      program = program === undefined && line.startsWith('```python') ? [] : undefined;
      lines.push(line);
    }
  }
  return [...lines, ...(program ?? [])];
}
