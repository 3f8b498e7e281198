/** What files take from each other, read from their text: imports, exported names, circles and layers. */

export interface SourceFile {
  /** From the repository's root, with forward slashes. */
  readonly path: string;
  readonly text: string;
}

export interface Import {
  readonly from: string;
  /** A path from the root, or a package's name as it is written. */
  readonly to: string;
  /** As the other file calls them; `*` where it is taken whole. */
  readonly names: readonly string[];
}

/** Which nodes point to which; every node is a key. */
export type Graph = ReadonlyMap<string, ReadonlySet<string>>;

const STATEMENT = /(?:^|\n)\s*(import|export)\s+(?:type\s+)?([^;'"]*?)\s*from\s+['"]([^'"]+)['"]/g;
const BARE = /(?:^|\n)\s*import\s+['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/g;
const DECLARATION =
  /^export (?:declare )?(?:async )?(?:abstract )?(?:function\*?|const|let|class|interface|type|enum) (\w+)/gm;

const alreadyRead = new WeakMap<SourceFile, readonly Import[]>();

/** Every import and re-export of a file, types and dynamic ones included. */
export function readImports(file: SourceFile): readonly Import[] {
  const imports = alreadyRead.get(file) ?? importsOf(file);
  alreadyRead.set(file, imports);
  return imports;
}

function importsOf(file: SourceFile): Import[] {
  const code = withoutComments(file.text);
  const to = (specifier: string): string => resolveImport(file.path, specifier);
  return [
    ...[...code.matchAll(STATEMENT)].map(([, , clause = '', specifier = '']) => ({
      from: file.path,
      to: to(specifier),
      names: namesOf(clause),
    })),
    ...[...code.matchAll(BARE)].map(([, first, second]) => ({
      from: file.path,
      to: to(first ?? second ?? ''),
      names: ['*'],
    })),
  ];
}

/** The names a file declares and exports; what it only hands on from another file is not among them. */
export function exportedNames({ text }: SourceFile): string[] {
  return [...text.matchAll(DECLARATION)].map(([, name = '']) => name);
}

export function withoutComments(text: string): string {
  return text.replaceAll(/^\s*(\/\/|\*|\/\*).*$/gm, '');
}

function namesOf(clause: string): string[] {
  const braces = /\{([^}]*)\}/.exec(clause);
  const listed = (braces?.[1] ?? '').split(',').map((name) => name.trim().replace(/^type /, ''));
  const rest = clause.replace(braces?.[0] ?? '', '').replaceAll(/[,\s]/g, '');
  const names = listed.map((name) => name.split(' as ')[0] ?? '').filter((name) => name !== '');
  if (rest === '') return names;
  return [...names, rest.startsWith('*') ? '*' : 'default'];
}

function resolveImport(path: string, specifier: string): string {
  if (!specifier.startsWith('.')) return specifier;
  return new URL(specifier, `file:///${path}`).pathname.slice(1);
}

/** The imports as a graph of whatever `nodeOf` makes of a path; `undefined` leaves a path out, an arrow to oneself is none. */
export function graphOf(imports: readonly Import[], nodeOf: (path: string) => string | undefined): Graph {
  const graph = new Map<string, Set<string>>();
  for (const { from, to } of imports) {
    const [source, target] = [nodeOf(from), nodeOf(to)];
    if (source !== undefined && !graph.has(source)) graph.set(source, new Set());
    if (target !== undefined && !graph.has(target)) graph.set(target, new Set());
    if (source !== undefined && target !== undefined && source !== target) graph.get(source)?.add(target);
  }
  return graph;
}

/** Every folder that holds code, at any depth. */
export function foldersOf(files: readonly SourceFile[]): string[] {
  const folders = files.flatMap(({ path }) => {
    const parts = path.split('/');
    return parts.slice(0, -1).map((_, depth) => parts.slice(0, depth + 1).join('/'));
  });
  return [...new Set(folders)].sort();
}

/** The files and folders directly in `folder`, and which of them import which. */
export function graphWithin(folder: string, files: readonly SourceFile[]): Graph {
  const known = new Set(files.map(({ path }) => path));
  return graphOf(files.flatMap(readImports), (path) => {
    if (!known.has(path) || !path.startsWith(`${folder}/`)) return undefined;
    return `${folder}/${path.slice(folder.length + 1).split('/')[0]}`;
  });
}

/** The files that import each other. */
export function graphOfFiles(files: readonly SourceFile[]): Graph {
  const known = new Set(files.map(({ path }) => path));
  return graphOf(files.flatMap(readImports), (path) => (known.has(path) ? path : undefined));
}

/** `folder: files`, for folders with more code files of their own than `most`. */
export function crowdedFolders(files: readonly SourceFile[], most: number): string[] {
  const counts = new Map<string, number>();
  for (const { path } of files) counts.set(folderOf(path), (counts.get(folderOf(path)) ?? 0) + 1);
  return [...counts].filter(([, count]) => count > most).map(([folder, count]) => `${folder}: ${count}`);
}

export function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/'));
}

/** Groups of nodes that reach each other, each sorted. */
export function circles(graph: Graph): string[][] {
  const reached = new Map([...graph.keys()].map((node) => [node, reachedFrom(graph, node)]));
  const found = new Map<string, string[]>();
  for (const node of [...graph.keys()].sort()) {
    const circle = [...(reached.get(node) ?? [])].filter((other) => reached.get(other)?.has(node) === true).sort();
    if (circle.length > 1) found.set(circle.join(), circle);
  }
  return [...found.values()];
}

function reachedFrom(graph: Graph, start: string): Set<string> {
  const reached = new Set<string>();
  const waiting = [start];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    for (const next of graph.get(node) ?? []) {
      if (reached.has(next)) continue;
      reached.add(next);
      waiting.push(next);
    }
  }
  return reached;
}

/** How many layers a graph has: the nodes on its longest way down, the nodes of a circle standing on one layer. */
export function countLayers(graph: Graph): number {
  const groups = new Map(circles(graph).flatMap((circle) => circle.map((node) => [node, circle] as const)));
  const depths = new Map<string, number>();
  const depthOf = (node: string): number => {
    const group = groups.get(node) ?? [node];
    const key = group[0] ?? node;
    const known = depths.get(key);
    if (known !== undefined) return known;
    const below = group.flatMap((member) => [...(graph.get(member) ?? [])]).filter((next) => !group.includes(next));
    const depth = 1 + Math.max(0, ...below.map(depthOf));
    depths.set(key, depth);
    return depth;
  };
  return Math.max(0, ...[...graph.keys()].map(depthOf));
}

/** Arrows that point back in an order of the nodes that has few of them: none where there is no circle. */
export function arrowsUpward(graph: Graph): [string, string][] {
  return circles(graph).flatMap((circle) => {
    const within = (node: string): string[] => [...(graph.get(node) ?? [])].filter((next) => circle.includes(next));
    const remaining = new Set(circle);
    const order: string[] = [];
    const surplus = (node: string): number =>
      within(node).filter((next) => remaining.has(next)).length -
      [...remaining].filter((other) => graph.get(other)?.has(node) === true).length;
    while (remaining.size > 0) {
      const [first = ''] = [...remaining].sort((a, b) => surplus(b) - surplus(a) || (a < b ? -1 : 1));
      order.push(first);
      remaining.delete(first);
    }
    return circle.flatMap((node) =>
      within(node)
        .filter((next) => order.indexOf(next) < order.indexOf(node))
        .map((next): [string, string] => [node, next]),
    );
  });
}
