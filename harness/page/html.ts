/** Markup that is safe to put into a page: made by `html` or declared so by `trusted`. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** What may stand in a template: texts and numbers are escaped, markup is not, lists are joined, `undefined` is nothing. */
export type Part = Html | string | number | undefined | readonly Part[];

/**
 * A template whose every value is escaped, in element content and in double-quoted attributes. Model text, task ids and
 * messages reach a page through it and nowhere else.
 */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  let text = strings[0] ?? '';
  for (const [position, part] of parts.entries()) text += partText(part) + (strings[position + 1] ?? '');
  return new Html(text);
}

/** Text that this program made as markup, such as a rendered plot or the style sheet. Never what a model or a file said. */
export function trusted(text: string): Html {
  return new Html(text);
}

/**
 * Text as HTML: the five characters with a meaning are written as references, and control characters that may not stand
 * in a page as U+FFFD. Right-to-left overrides are shown as marks, so that a program reads as it runs.
 */
export function escapeHtml(text: string): string {
  return FORBIDDEN.test(text) ? text.replace(FORBIDDEN_ALL, replacement) : text;
}

function partText(part: Part): string {
  if (part === undefined) return '';
  if (part instanceof Html) return part.text;
  if (typeof part === 'string') return escapeHtml(part);
  if (typeof part === 'number') return String(part);
  let text = '';
  for (const one of part) text += partText(one);
  return text;
}

const REFERENCES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not reach a page
const FORBIDDEN = /[&<>"'\0-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]/;
// Whole surrogate pairs come first: they are ordinary characters and stay.
const FORBIDDEN_ALL = new RegExp(`[\\ud800-\\udbff][\\udc00-\\udfff]|${FORBIDDEN.source}`, 'g');

function replacement(character: string): string {
  const reference = REFERENCES[character];
  if (reference !== undefined) return reference;
  if (character.length === 2) return character;
  if (character === '\r') return '\u240d';
  return isOverride(character) ? `\u27e8U+${character.charCodeAt(0).toString(16).toUpperCase()}\u27e9` : '\ufffd';
}

function isOverride(character: string): boolean {
  return /[\u202a-\u202e\u2066-\u2069]/.test(character);
}
