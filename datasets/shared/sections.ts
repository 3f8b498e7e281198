import { DataError } from '../../harness/dataset.ts';

/** Reads a section's text; throws `DataError` where there is none. */
type ReadSection = (heading: string) => string;

/** A text of sections, each with a heading `#% name` or `#% name: title`; a title stands for its section's text. `file` is named in errors. */
export function readSections(text: string, file: string): ReadSection {
  const sections = new Map<string, string>();
  for (const section of text.replaceAll('\r\n', '\n').split(/^#% /m).slice(1)) {
    const end = section.indexOf('\n');
    const [heading = '', title] = section.slice(0, end).split(': ');
    sections.set(heading, title ?? section.slice(end + 1).trimEnd());
  }
  return (heading) => {
    const found = sections.get(heading);
    if (found !== undefined && found.trim() !== '') return found;
    throw new DataError(`${file}: expected a section "${heading}" with text in it`);
  };
}

export const linesOf = (text: string): string[] => text.split('\n').filter((line) => line.trim() !== '');

/** A call and what it gives, in Python's notation: `[1, 2], 3` and `True`. */
export interface Example {
  readonly input: string;
  readonly output: string;
}

/** Reads a line `input -> output`; throws `DataError` for another. */
export function toExample(line: string, file: string): Example {
  const [input, output, ...more] = line.split(' -> ');
  if (input !== undefined && output !== undefined && more.length === 0) return { input, output };
  throw new DataError(`${file}: expected "input -> output", got "${line}"`);
}
