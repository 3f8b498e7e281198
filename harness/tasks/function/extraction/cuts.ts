import type { Cut } from '../../../types/attempt.ts';
import type { ResponseText } from './response-blocks.ts';

/** What became of a line of the response. */
export type Label = Cut['what'] | 'keep';

/**
 * The pieces of a response that are not in the candidate, in order: neighbouring lines with the same label are one
 * piece. A line without a label is prose: before the candidate's block when it stands before `codeLine`.
 */
export function cutsOf(text: ResponseText, labels: ReadonlyMap<number, Label>, codeLine: number | undefined): Cut[] {
  const pieces: { what: Label; lines: string[] }[] = [];
  for (const [index, line] of text.lines.entries()) {
    if (line.trim() === '') continue;
    const what = labelOf(index);
    const last = pieces.at(-1);
    if (last?.what === what && what !== 'fence') last.lines.push(line);
    else pieces.push({ what, lines: [line] });
  }
  return pieces.flatMap(({ what, lines }) => {
    const piece = lines.join('\n').trim();
    return what === 'keep' ? [] : [{ what, characters: piece.length, excerpt: excerptOf(piece) }];
  });

  function labelOf(index: number): Label {
    if (text.fenceLines.has(index)) return 'fence';
    const label = labels.get(index);
    if (label) return label;
    if (codeLine === undefined) return 'other';
    return index < codeLine ? 'prose-before' : 'prose-after';
  }
}

/** At most 80 characters, never half of a surrogate pair. */
function excerptOf(piece: string): string {
  return piece.slice(0, 80).replace(/[\uD800-\uDBFF]$/, '');
}
