import { readdirSync, readFileSync } from 'node:fs';
import { type Contract, DataError } from '../../harness/dataset.ts';
import { type Example, linesOf, readSections, toExample } from './sections.ts';

export const LANGUAGES = ['dafny', 'python'] as const;
type Language = (typeof LANGUAGES)[number];

/** A program as its file in programs/ tells it. */
export interface ProvedProgram {
  /** The Python function's name, which is also the file's. */
  readonly name: string;
  readonly topic: string;
  readonly docstring: string;
  readonly inputs: readonly Example[];
  /** The input on which the wrong bodies give something else, with what is right. */
  readonly shows: Example;
  readonly versions: Readonly<Record<Language, ProgramVersion>>;
}

interface ProgramVersion {
  readonly contract: Contract;
  /** Fulfils the contract, and is proved. */
  readonly body: string;
  /** Does not fulfil it. */
  readonly wrong: string;
  /** Of a contract that says less, and that the wrong body fulfils. */
  readonly weakened: readonly string[];
}

const folder = new URL('../kata-proved/programs/', import.meta.url);

/** All programs, sorted by name. Throws `DataError` naming the file and what it misses. */
export function readProvedPrograms(): readonly ProvedProgram[] {
  const files = readdirSync(folder).filter((file) => file.endsWith('.txt'));
  return files
    .sort()
    .map((file) => parseProgram(file.slice(0, -'.txt'.length), readFileSync(new URL(file, folder), 'utf8')));
}

/** Reads a file of sections. */
export function parseProgram(name: string, text: string): ProvedProgram {
  const file = `kata-proved/programs/${name}.txt`;
  const read = readSections(text, file);
  const examples = (heading: string): Example[] => linesOf(read(heading)).map((line) => toExample(line, file));
  const [shows] = examples('shows');
  if (shows === undefined) throw new DataError(`${file}: expected an input that shows`);
  const versionIn = (language: Language): ProgramVersion => {
    const [signature = '', ...clauses] = linesOf(read(`${language} contract`));
    return {
      contract: { preamble: '', signature, clauses },
      body: read(`${language} body`),
      wrong: read(`${language} wrong`),
      weakened: linesOf(read(`${language} weakened`)),
    };
  };
  return {
    name,
    topic: read('task'),
    docstring: read('docstring'),
    inputs: examples('inputs'),
    shows,
    versions: { dafny: versionIn('dafny'), python: versionIn('python') },
  };
}
