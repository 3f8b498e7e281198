import { DataError, type PoolCandidate } from '../../harness/dataset.ts';

/** A task as its file in tasks/ tells it. */
export interface KataTask {
  /** The function's name, which is also the file's. */
  readonly name: string;
  readonly topic: string;
  readonly level: Level;
  readonly prompt: string;
  readonly canonical: string;
  readonly hidden: string;
  readonly pool: readonly PoolCandidate[];
}

type Level = (typeof levels)[number];

const levels = ['easy', 'medium', 'hard'] as const;
const onlyOnce = ['task', 'prompt', 'canonical', 'hidden'] as const;

interface Section {
  /** `task`, `prompt`, `canonical`, `hidden`, `right` or `wrong`. */
  readonly kind: string;
  /** What stands after the colon of its heading. */
  readonly title: string;
  readonly line: number;
  readonly body: string;
}

/**
 * Reads a task file: sections begin with `#% kind` or `#% kind: title` at the start of a line.
 * Throws `DataError` naming file, line and section.
 */
export function parseTaskFile(text: string, file: string, name: string): KataTask {
  const sections = splitSections(text, file);
  for (const section of sections) checkSection(section, file, name);
  const only = (kind: (typeof onlyOnce)[number]): Section => {
    const [first, second] = sections.filter((section) => section.kind === kind);
    if (first === undefined) throw new DataError(`${file}:1: section "${kind}" is missing`);
    if (second !== undefined) throw problem(file, second, 'stands here a second time');
    return first;
  };
  const { topic, level } = topicAndLevel(only('task'), file);
  return {
    name,
    topic,
    level,
    prompt: only('prompt').body,
    canonical: only('canonical').body,
    hidden: only('hidden').body,
    pool: sections
      .filter(({ kind }) => kind === 'right' || kind === 'wrong')
      .map(({ kind, title, body }) => ({ code: body, isRight: kind === 'right', label: `${kind}: ${title}` })),
  };
}

function splitSections(text: string, file: string): Section[] {
  const sections: Section[] = [];
  let heading: Omit<Section, 'body'> | undefined;
  let body: string[] = [];
  const finish = () => {
    if (heading !== undefined) sections.push({ ...heading, body: `${body.join('\n').trim()}\n` });
    body = [];
  };
  for (const [index, line] of text.split('\n').entries()) {
    if (line.startsWith('#%')) {
      finish();
      const [kind = '', ...title] = line.slice(2).split(':');
      heading = { kind: kind.trim(), title: title.join(':').trim(), line: index + 1 };
    } else if (heading === undefined && line.trim() !== '') {
      throw new DataError(`${file}:${index + 1}: text before the first section: ${JSON.stringify(line)}`);
    } else {
      body.push(line);
    }
  }
  finish();
  return sections;
}

function checkSection(section: Section, file: string, name: string): void {
  const { kind, title, body } = section;
  const isCandidate = kind === 'right' || kind === 'wrong';
  if (!isCandidate && !onlyOnce.some((known) => known === kind)) {
    throw problem(file, section, `is unknown; known: ${[...onlyOnce, 'right', 'wrong'].join(', ')}`);
  }
  if (isCandidate && title === '') throw problem(file, section, 'needs a title after a colon');
  if (kind !== 'task' && body.trim() === '') throw problem(file, section, 'is empty');
  if (kind === 'hidden' && !/^assert /m.test(body))
    throw problem(file, section, 'holds no assert at the start of a line');
  const needsDefinition = isCandidate || kind === 'prompt' || kind === 'canonical';
  if (needsDefinition && !new RegExp(`^def ${name}\\(`, 'm').test(body)) {
    throw problem(file, section, `defines no function ${name}`);
  }
}

function topicAndLevel(section: Section, file: string): { topic: string; level: Level } {
  const [topic = '', level = ''] = section.title.split(',').map((part) => part.trim());
  const known = levels.find((candidate) => candidate === level);
  if (topic === '' || known === undefined) {
    throw problem(
      file,
      section,
      `expected "topic, level" with a level of ${levels.join(', ')}; got "${section.title}"`,
    );
  }
  return { topic, level: known };
}

function problem(file: string, section: Section, what: string): DataError {
  const heading = section.title === '' ? section.kind : `${section.kind}: ${section.title}`;
  return new DataError(`${file}:${section.line}: section "${heading}" ${what}`);
}
