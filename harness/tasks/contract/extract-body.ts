import type { Extracted } from '../../types/evaluator.ts';

/** Raised when an equal response gives another candidate. */
export const BODY_EXTRACTOR_VERSION = 'body-1';

const FENCE = /^```[\w+-]*[ \t]*\n([\s\S]*?)^```/gm;

/**
 * The candidate in a response: its last fenced block that is not empty, or the whole response where it has no fence. Whether that is the body or
 * the whole declaration, splicing decides.
 */
export function extractBody(response: string): Extracted {
  const text = response.replaceAll('\r\n', '\n');
  const blocks = [...text.matchAll(FENCE)].map((match) => ({ code: match[1] ?? '', all: match[0], at: match.index }));
  const last = blocks.findLast(({ code }) => code.trim() !== '');
  if (last === undefined) {
    const isCode = text.trim() !== '' && !text.includes('```');
    return { text: isCode ? `${text.trimEnd()}\n` : '', extraction: { status: isCode ? 'clean' : 'none', cuts: [] } };
  }
  const before = text.slice(0, last.at).trim();
  const after = text.slice(last.at + last.all.length).trim();
  const cuts = [
    ...(before === ''
      ? []
      : [{ what: 'prose-before' as const, characters: before.length, excerpt: before.slice(0, 80) }]),
    ...(after === '' ? [] : [{ what: 'prose-after' as const, characters: after.length, excerpt: after.slice(0, 80) }]),
  ];
  return { text: `${last.code.trimEnd()}\n`, extraction: { status: cuts.length === 0 ? 'clean' : 'recovered', cuts } };
}
