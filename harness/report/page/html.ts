import { visible } from '../../text/visible-text.ts';

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

/** Text as HTML: the five characters with a meaning are written as references, those that act instead of being seen are written out. */
export function escapeHtml(text: string): string {
  return MEANING.test(text)
    ? visible(text).replace(EVERY_MEANING, (character) => REFERENCES[character] ?? '')
    : visible(text);
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

const MEANING = /[&<>"']/;
const EVERY_MEANING = new RegExp(MEANING.source, 'g');
