/** A failure's own part of a log: its title and the traceback below. */
interface Section {
  readonly title: string;
  readonly text: string;
}

/** Pytest and SymPy: a title between underscores. unittest: `FAIL: name` or `ERROR: name` under a line of `=`. */
const TITLE = /^(?:_{2,} (.+?) _{2,}|(?:FAIL|ERROR): (.+))$/;
/** Where the last section ends: the next part of the report, or the runner's summary. */
const END = /^(?:={3,} .* ={3,}|Ran \d+ tests? in |={10,} DO \*NOT\* COMMIT!)/;

/**
 * What a log shows of a failed test, without the title's decoration; `undefined` when it shows nothing. Pytest titles a test
 * `Class.test[parameter]`, unittest `test (module.Class)`, SymPy `path.py:test`: the id's last part must stand in the title.
 */
export function sectionOf(log: string, test: string): string | undefined {
  const wanted = titlesFor(test);
  return sectionsOf(log).find(({ title }) => wanted.some((name) => isCalled(title, name)))?.text;
}

function titlesFor(test: string): string[] {
  const unittest = /^(\S+) \((.+)\)$/.exec(test);
  if (unittest !== null) return [test, `${unittest[1]} (${unittest[2]}.${unittest[1]})`];
  const parts = test.split('::');
  return parts.length > 1 ? [parts.slice(1).join('.')] : [test];
}

/** An id may be cut; a title may begin with `ERROR at setup of` or with a path, and end in more. */
const isCalled = (title: string, name: string): boolean =>
  title === name ||
  title.endsWith(` of ${name}`) ||
  title.endsWith(`:${name}`) ||
  title.startsWith(`${name} `) ||
  (name.includes('[') && title.startsWith(name));

function sectionsOf(log: string): Section[] {
  const sections: { title: string; lines: string[] }[] = [];
  let isOpen = false;
  for (const line of log.split('\n')) {
    const [, underlined, titled] = TITLE.exec(line) ?? [];
    const title = underlined ?? titled;
    if (title !== undefined) sections.push({ title, lines: [] });
    else if (isOpen && !END.test(line)) sections.at(-1)?.lines.push(line);
    isOpen = title !== undefined || (isOpen && !END.test(line));
  }
  return sections.map(({ title, lines }) => ({
    title,
    text: lines
      .filter((line) => !/^[=-]{20,}$/.test(line))
      .join('\n')
      .trim(),
  }));
}

/** A text of at most so many characters: its beginning and its end, with what is missing said between them. */
export function headAndTail(text: string, most: number): string {
  if (text.length <= most) return text;
  const half = Math.floor(most / 2);
  return `${text.slice(0, half)}\n… ${text.length - 2 * half} characters left out …\n${text.slice(text.length - half)}`;
}
