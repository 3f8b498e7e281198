/**
 * Characters that act instead of being seen: controls (a terminal obeys them), direction marks (they reorder a line), zero widths and tags
 * (they hide text), line separators, halves of pairs. Line ends and tabs stay.
 */
const UNSEEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  /[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb\ufffe\uffff\p{Cs}\u{e0000}-\u{e007f}]/u;
const EVERY_UNSEEN = new RegExp(UNSEEN.source, 'gu');

/**
 * The text with every character that acts written out as ⟨U+001B⟩, a carriage return as ␍. What is printed or shown goes through it once.
 */
export function visible(text: string): string {
  return UNSEEN.test(text) ? text.replace(EVERY_UNSEEN, name) : text;
}

/** The same on one line: a name or a message that must not look like two. */
export function visibleLine(text: string): string {
  return visible(text).replaceAll('\n', '␊');
}

/** The beginning of an outside text in quotation marks, for a message. */
export function quoted(text: string): string {
  const line = visibleLine(text.slice(0, 80));
  return `"${line}${text.length > 80 ? '…' : ''}"`;
}

function name(character: string): string {
  if (character === '\r') return '␍';
  return `⟨U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`;
}
