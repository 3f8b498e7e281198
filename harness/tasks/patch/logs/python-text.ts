/** How Python reads and splits text where JavaScript differs: published test ids were made with these functions. */

const SPACE = '\\t\\n\\v\\f\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000';
const SPACES = new RegExp(`[${SPACE}]+`, 'u');
const LEADING = new RegExp(`^[${SPACE}]+`, 'u');
const TRAILING = new RegExp(`[${SPACE}]+$`, 'u');

/** `str.split()`: the words between any white space. */
export const words = (text: string): string[] => text.split(SPACES).filter((word) => word !== '');

/** `str.strip()`. */
export const strip = (text: string): string => text.replace(LEADING, '').replace(TRAILING, '');

/** A text file as `open()` gives it: every kind of line end is `\n`. */
export const universalNewlines = (text: string): string => text.replace(/\r\n?/g, '\n');
