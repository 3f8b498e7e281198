/** Words that Python puts side by side with others. */
const PYTHON_WORDS = new Set(
  (
    'and as assert async await break class continue def del elif else except finally for from global if import in is lambda ' +
    'nonlocal not or pass raise return try while with yield match case type True False None print exec'
  ).split(' '),
);

/** Signs that stand in explanations and in no Python program outside a string or a comment. */
const TYPOGRAPHY = /[→←↔⇒≥≤≠≈×÷²³√✓✗✔✘…“”‘’–—•]|\p{Extended_Pictographic}/u;

/**
 * Whether a line that Python refused is explanation rather than program: a list item of markdown, a word in backticks, a
 * typographic sign, or two words of letters side by side that no keyword joins. Strings that are closed and comments do not count.
 */
export function isEnglishLine(line: string): boolean {
  const text = line.trim();
  if (/^(?:[-*•] |\d+[.)] |\*\*|>)/.test(text) && /\p{L}{2}/u.test(text)) return true;
  const bare = beforeOpenQuote(withoutStrings(text)).replace(/\s#.*$/, '');
  if (/`[^`]+`/.test(bare) || TYPOGRAPHY.test(bare)) return true;
  return sideBySide(bare);
}

function withoutStrings(text: string): string {
  return text.replaceAll(/(?<!\p{L})[rbfu]{0,2}("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')/giu, ' "" ');
}

/** What follows a quote that is never closed may be anything; an apostrophe between letters is no quote. */
function beforeOpenQuote(text: string): string {
  const quote = /(?<!\p{L})['"](?!")|['"](?!["\p{L}])/u.exec(text.replaceAll('""', '  '));
  return quote === null ? text : text.slice(0, quote.index);
}

function sideBySide(text: string): boolean {
  const words = text.split(/\s+/);
  return words.some((word, index) => isPlainWord(word) && isPlainWord(words[index + 1]));
}

function isPlainWord(word: string | undefined): boolean {
  const letters = /^(\p{L}[\p{L}'’]*)[,.:;!?]?$/u.exec(word ?? '')?.[1];
  return letters !== undefined && !PYTHON_WORDS.has(letters);
}
