import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DataError, messageOf, UsageError } from '../errors.ts';
import { decodeUtf8 } from '../storage/utf8.ts';
import { bytesText } from '../text/sizes.ts';
import { quoted } from '../text/visible-text.ts';
import { parseResult, type ResultFile, resultFileName } from './result-file.ts';
import type { Study, StudyBenchmark } from './study.ts';

/** A result file with where it stands below the study's folder, forward slashes. */
export interface FoundResult {
  readonly file: string;
  readonly directory: string;
  readonly text: string;
  readonly result: ResultFile;
}

export interface FoundBenchmark {
  readonly benchmark: StudyBenchmark;
  /** In the order of the directories, then by name. */
  readonly results: readonly FoundResult[];
  /** The study's bills (cost_tracker*.json), where they lie beside the results. */
  readonly bills: readonly { readonly file: string; readonly text: string }[];
}

interface FoundStudy {
  readonly folder: string;
  readonly benchmarks: readonly FoundBenchmark[];
  /** Directories of benchmarks of which none is there, and other directories: not read. */
  readonly leftOut: readonly string[];
}

const MOST_NAMED = 5;

/** The largest that was published has less than a megabyte. */
const MOST_FILE_BYTES = 32 << 20;

/**
 * Reads a study's result files. Throws `UsageError` for a folder without its directories or with a part of a benchmark's only,
 * `DataError` for files that are broken or misplaced: all of them are looked at, the first few are named.
 */
export async function readResults(study: Study, folder: string): Promise<FoundStudy> {
  const root = await findRoot(study, folder);
  const directories = new Set(root.directories);
  const present = study.benchmarks.filter(({ directories: own }) => own.some((name) => directories.has(name)));
  for (const benchmark of present) requireAll(benchmark, directories, root.path);
  const faults: string[] = [];
  const benchmarks: FoundBenchmark[] = [];
  for (const benchmark of present) benchmarks.push(await readBenchmark(benchmark, root.path, faults));
  if (faults.length > 0) throw brokenFiles(root.path, faults);
  for (const { benchmark, results } of benchmarks) {
    if (results.length > 0) continue;
    throw new UsageError(
      `${root.path}: expected result files (<task>_<condition>_k<k>.json) in ${benchmark.directories.join(', ')}, got none`,
    );
  }
  const used = new Set(present.flatMap(({ directories: own }) => own));
  const absent = study.benchmarks.filter((benchmark) => !present.includes(benchmark));
  return {
    folder: root.path,
    benchmarks,
    leftOut: [
      ...absent.flatMap(({ directories: own }) => own.map((name) => `${name} (not there)`)),
      ...root.directories.filter((name) => !used.has(name)),
    ],
  };
}

/** The folder itself or its `results/`: whichever holds directories of the study. */
async function findRoot(study: Study, folder: string): Promise<{ path: string; directories: string[] }> {
  const wanted = new Set(study.benchmarks.flatMap(({ directories }) => directories));
  const seen = await directoriesIn(folder);
  for (const [path, directories] of [
    [folder, seen],
    [join(folder, 'results'), seen.includes('results') ? await directoriesIn(join(folder, 'results')) : []],
  ] as const) {
    if (directories.some((name) => wanted.has(name))) return { path, directories };
  }
  const got = seen.length === 0 ? 'no directory at all' : `${seen.slice(0, MOST_NAMED).join(', ')}${more(seen.length)}`;
  throw new UsageError(
    `${folder}: expected the result directories of ${study.id} (${[...wanted].join(', ')}) here or in results/, got ${got}; ` +
      `give the folder they are in: a copy of ${study.source}`,
  );
}

async function directoriesIn(folder: string): Promise<string[]> {
  const kind = await stat(folder).catch((cause: Error) => {
    throw new UsageError(`${folder}: expected a folder of result files, but it cannot be opened (${cause.message})`, {
      cause,
    });
  });
  if (!kind.isDirectory()) {
    const hint = /\.(tgz|tar\.gz|tar|zip)$/.test(folder) ? '; unpack the archive and give the folder it makes' : '';
    throw new UsageError(`${folder}: expected a folder of result files, got a file${hint}`);
  }
  const entries = await readdir(folder, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory() || entry.isSymbolicLink())
    .map(({ name }) => name)
    .sort();
}

/** Half a benchmark would give cells that look like the published ones and are not. */
function requireAll({ dataset, directories }: StudyBenchmark, present: ReadonlySet<string>, path: string): void {
  const missing = directories.filter((name) => !present.has(name));
  if (missing.length === 0) return;
  throw new UsageError(
    `${path}: expected all ${directories.length} result directories of ${dataset}, got ${directories.length - missing.length}; ` +
      `missing: ${missing.join(', ')}; add them, or make them as empty directories: their cells are then reported as missing`,
  );
}

async function readBenchmark(benchmark: StudyBenchmark, root: string, faults: string[]): Promise<FoundBenchmark> {
  const results: FoundResult[] = [];
  const bills: { file: string; text: string }[] = [];
  for (const directory of benchmark.directories) {
    for (const name of await jsonFiles(join(root, directory), faults)) {
      const file = `${directory}/${name}`;
      const text = await readText(join(root, file), file, faults);
      if (text === undefined) continue;
      if (name.startsWith('cost_tracker')) {
        bills.push({ file, text });
        continue;
      }
      const result = checked(text, name, benchmark);
      if (typeof result === 'string') faults.push(`${file}: ${result}`);
      else results.push({ file, directory, text, result });
    }
  }
  return { benchmark, results, bills };
}

async function jsonFiles(directory: string, faults: string[]): Promise<string[]> {
  try {
    return (await readdir(directory)).filter((name) => name.endsWith('.json')).sort();
  } catch (error) {
    faults.push(`${directory}: it cannot be read as a directory (${messageOf(error)})`);
    return [];
  }
}

async function readText(path: string, file: string, faults: string[]): Promise<string | undefined> {
  try {
    const entry = await stat(path);
    // A pipe or a device has no end.
    if (!entry.isFile()) throw new Error('it is no file');
    if (entry.size > MOST_FILE_BYTES) throw new Error(`it has ${bytesText(entry.size)}`);
    return decodeUtf8(await readFile(path), 'line');
  } catch (error) {
    faults.push(`${file}: it cannot be read (${messageOf(error)})`);
    return undefined;
  }
}

/** The result in a file, or what is wrong with it. */
function checked(text: string, name: string, { results: kind, conditions, k }: StudyBenchmark): ResultFile | string {
  const parsed = parseResult(text, kind);
  if (parsed.status === 'broken') return parsed.why;
  const { result } = parsed;
  const known = conditions.map((condition) => condition.name);
  if (!known.includes(result.condition)) {
    return `field condition: expected one of ${known.join(', ')}, got ${quoted(result.condition)}`;
  }
  if (!k.includes(result.max_iterations)) {
    return `field max_iterations: expected one of ${k.join(', ')}, got ${result.max_iterations}`;
  }
  const expected = resultFileName(result);
  return expected === name ? result : `its content is that of ${quoted(expected)}`;
}

function brokenFiles(root: string, faults: readonly string[]): DataError {
  const named = faults.slice(0, MOST_NAMED).map((fault) => `\n  ${fault}`);
  const others = faults.length > MOST_NAMED ? `\n  and ${faults.length - MOST_NAMED} more` : '';
  return new DataError(
    `${root}: expected result files as the study published them, got ${faults.length} that ${faults.length === 1 ? 'is' : 'are'} not:` +
      `${named.join('')}${others}\nFetch ${faults.length === 1 ? 'it' : 'them'} again, or move ${faults.length === 1 ? 'it' : 'them'} away: the trial then counts as missing`,
  );
}

function more(count: number): string {
  return count > MOST_NAMED ? ` and ${count - MOST_NAMED} more` : '';
}
