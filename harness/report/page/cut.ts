/** Longer texts are cut in a page; the records hold them whole. */
export const MOST_CHARACTERS = 20_000;

/** The beginning of a text that is too long for a page. Never half a surrogate pair. */
export function cut(text: string): string {
  if (text.length <= MOST_CHARACTERS) return text;
  return `${text.slice(0, MOST_CHARACTERS).replace(/[\ud800-\udbff]$/, '')} …`;
}
