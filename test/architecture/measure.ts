import {
  arrowsUpward,
  circles,
  countLayers,
  crowdedFolders,
  exportedNames,
  folderOf,
  foldersOf,
  type Graph,
  graphOf,
  graphOfFiles,
  graphWithin,
  type Import,
  readImports,
  type SourceFile,
} from './import-graph.ts';

/** What the layout of the code looks like in numbers. Lists are sorted. */
export interface HouseMeasure {
  /** Code files directly in `harness/`. */
  readonly looseFiles: number;
  /** `folder: files`, for folders with more than 25 code files of their own. */
  readonly crowdedFolders: readonly string[];
  /** What stands directly in `harness/`, and the other folders at the root: the nodes of the next two. */
  readonly rooms: number;
  readonly floors: number;
  /** `room -> room`: arrows that would have to turn for there to be no circle of rooms. */
  readonly upward: readonly string[];
  readonly fileCircles: readonly string[];
  /** Circles in which a folder takes part, among the files and folders of one folder. */
  readonly folderCircles: readonly string[];
  readonly files: number;
  readonly medianLines: number;
  readonly largestFile: string;
  /** `file: name`, of what neither another file nor a test imports. */
  readonly unusedExports: readonly string[];
}

const CROWDED = 25;
/** What users import by path; and what a condition exports beside itself, for whoever reads its runs. */
const DOORS = /^harness\/(index|dataset|model|results|testing)\.ts$|^conditions\/(?!shared\/)/;

/** Measures the code given; `tests` only tell which exported names are used. */
export function measureHouse(code: readonly SourceFile[], tests: readonly SourceFile[]): HouseMeasure {
  const imports = code.flatMap(readImports);
  const known = new Set(code.map(({ path }) => path));
  const rooms = graphOf(imports, (path) => (known.has(path) ? roomOf(path) : undefined));
  const sizes = code.map(({ path, text }) => ({ path, lines: text.split('\n').length - 1 }));
  const bySize = sizes.sort((a, b) => a.lines - b.lines || (a.path < b.path ? -1 : 1));
  const largest = bySize.at(-1);
  const loose = code.filter(({ path }) => folderOf(path) === 'harness').length;
  return {
    looseFiles: loose,
    crowdedFolders: crowdedFolders(code, CROWDED),
    rooms: rooms.size,
    floors: countLayers(rooms),
    upward: arrowsUpward(rooms).map(([from, to]) => `${from} -> ${to}`),
    fileCircles: inWords(graphOfFiles(code)),
    folderCircles: foldersOf(code).flatMap((folder) => inWords(graphWithin(folder, code), isFolder)),
    files: code.length,
    medianLines: bySize[Math.floor(bySize.length / 2)]?.lines ?? 0,
    largestFile: largest === undefined ? '' : `${largest.path}: ${largest.lines}`,
    unusedExports: unusedExports(code, [...imports, ...tests.flatMap(readImports)]),
  };
}

const isFolder = (node: string): boolean => !node.endsWith('.ts');

/** Files and folders directly in `harness/` are rooms, and so is every other folder at the root. */
function roomOf(path: string): string {
  const [root = '', child = ''] = path.split('/');
  return root === 'harness' ? `harness/${child}` : root;
}

function inWords(graph: Graph, counts: (node: string) => boolean = () => true): string[] {
  return circles(graph)
    .filter((circle) => circle.some(counts))
    .map((circle) => circle.join(' <-> '));
}

function unusedExports(code: readonly SourceFile[], imports: readonly Import[]): string[] {
  const used = new Set(imports.flatMap(({ to, names }) => names.map((name) => `${to}: ${name}`)));
  return code
    .filter(({ path }) => !DOORS.test(path))
    .flatMap((file) => exportedNames(file).map((name) => ({ path: file.path, name })))
    .filter(({ path, name }) => !used.has(`${path}: ${name}`) && !used.has(`${path}: *`))
    .map(({ path, name }) => `${path}: ${name}`)
    .sort();
}
