/** Who may import whom, and how large files may be. Each rule is one sentence and one check over a file's path, imports and text. */
import {
  circles,
  crowdedFolders,
  foldersOf,
  graphOfFiles,
  graphWithin,
  readImports,
  type SourceFile,
  withoutComments,
} from './import-graph.ts';
import { ROOMS, roomOf } from './rooms.ts';

const CLOCKS_AND_CHANCE = /\bDate\b|\bMath\.random\b|\bperformance\.|\bfetch\(|\bprocess\.|\bsetTimeout\b/;
/** What users' own files import. */
const DOORS = /^harness\/(index|dataset|model|results)\.ts$/;
/** Examples of models and scripts; those of conditions keep to what holds of conditions. */
const isExampleOfAnotherDoor = (path: string): boolean => /^conditions\/examples\/[4-6]-/.test(path);

const TERMINAL = /\bconsole\.\w|\bprocess\.std(?:out|err)\.write\b/;
const SURROUNDINGS = /\bprocess\.env\b|\bDate\.now\b|\bnew Date\(\)|\bperformance\.now\b|\bMath\.random\b/;

/**
 * Environment, clock and chance are handed in by entry points, from what `command-line.ts` has of the machine. Two files look for
 * this machine's programs themselves; benchmarks and the line a user watches have a clock.
 */
const OWN_SURROUNDINGS: readonly RegExp[] = [
  /^harness\/(command-line|progress)\.ts$/,
  /^harness\/benchmarks\//,
  /^harness\/sandbox\/runner\/(python|child)\.ts$/,
];

/** Who may call test text trusted: what runs beside hidden tests. `building/call-suite` has none of its own: it calls programs and keeps what they answer. */
const MAKE_TRUSTED_SUITES =
  /^(datasets|test|harness\/benchmarks)\/|^harness\/(dataset|testing|building\/call-suite|loading\/(?:collect|built-line)|sandbox\/(trusted-suite|choose|probe))\.ts$/;

/** Packages that more than one module may import, and where. */
const SHARED_PACKAGES: Readonly<Record<string, RegExp>> = {
  'simple-statistics': /^harness\/statistics\//,
  '@lezer/common': /^harness\/python\//,
  vitest: /^(test\/|vitest\.config\.ts)/,
};

/** Every breach of the rules, as `path: sentence`; empty when the tree is sound. */
export function findBreaches(files: readonly SourceFile[]): string[] {
  return [
    ...files.flatMap((file) => breachesOf(file).map((breach) => `${file.path}: ${breach}`)),
    ...packageBreaches(files),
    ...layoutBreaches(files),
  ];
}

function breachesOf(file: SourceFile): string[] {
  const { path, text } = file;
  const breaches: string[] = [];
  const code = withoutComments(text);
  const targets = readImports(file).map(({ to }) => to);
  const forbid = (isForbidden: (target: string) => boolean, sentence: string): void => {
    const found = targets.filter(isForbidden);
    if (found.length > 0) breaches.push(`${sentence} (imports ${found.join(', ')})`);
  };
  const room = ROOMS.find(({ room }) => room === roomOf(path));
  if (room === undefined && roomOf(path) !== undefined)
    breaches.push('a file or folder in harness/ has a line in rooms.ts');
  if (isExampleOfAnotherDoor(path)) {
    forbid(
      (target) => target.startsWith('harness/') && !DOORS.test(target),
      'an example imports the doors of the harness only',
    );
  } else if (path.startsWith('conditions/')) {
    forbid(
      (target) =>
        target !== 'harness/index.ts' &&
        !target.startsWith('conditions/shared/') &&
        !/^conditions\/\w+\/[^/]+\.json$/.test(target),
      'a condition imports harness/index.ts, conditions/shared/ and the file of its study only',
    );
    if (CLOCKS_AND_CHANCE.test(code)) breaches.push('a condition uses no clock, no chance, no process and no network');
  } else if (path.startsWith('datasets/')) {
    const allowed = [path.split('/').slice(0, 2).join('/'), 'datasets/shared/', 'node:'];
    forbid(
      (target) => target !== 'harness/dataset.ts' && !allowed.some((start) => target.startsWith(start)),
      'a dataset imports harness/dataset.ts, datasets/shared/ and its own folder only',
    );
  } else if (room !== undefined && room.imports !== '*') {
    const allowed = [room.room, ...room.imports];
    forbid((target) => roomOf(target) !== undefined && !allowed.includes(roomOf(target) ?? ''), importsOnly(room));
  }
  if (room?.isPure === true) {
    forbid((target) => target.startsWith('node:'), 'a pure module touches no files and no network');
    if (CLOCKS_AND_CHANCE.test(code))
      breaches.push('a pure module uses no clock, no chance, no process and no network');
  }
  if (!/^(test\/|scripts\/benchmarks\/|harness\/(terminal|progress)\.ts$)/.test(path) && TERMINAL.test(code)) {
    breaches.push('text reaches a terminal through harness/terminal.ts');
  }
  if (!MAKE_TRUSTED_SUITES.test(path) && /\bsuiteOfDataset\b|\bas TrustedSuite\b/.test(code))
    breaches.push(
      'only datasets, what loads them, what measures the sandbox itself and tests say that tests can be trusted',
    );
  if (path.startsWith('harness/') && SURROUNDINGS.test(code) && !OWN_SURROUNDINGS.some((own) => own.test(path))) {
    breaches.push('the harness is handed environment, clock and chance by entry points');
  }
  if (!path.startsWith('test/')) forbid((target) => target.startsWith('test/'), 'nobody imports test/');
  forbid((target) => target.startsWith('scripts/'), 'nobody imports scripts/');
  if (text.split('\n').length > 301) breaches.push('files stay under 300 lines');
  if (path.startsWith('scripts/') && text.split('\n').length > 85) breaches.push('a script stays under about 80 lines');
  return breaches;
}

function importsOnly({ room, imports }: (typeof ROOMS)[number]): string {
  return `${room} imports ${imports.length === 0 ? 'no other room' : `${[...imports].join(', ')} only`}`;
}

/** No circle among files, nor among the files and folders of any folder; no folder that nobody finds anything in. */
function layoutBreaches(files: readonly SourceFile[]): string[] {
  const code = files.filter(({ path }) => roomOf(path) !== undefined);
  const found = [graphOfFiles(code), ...foldersOf(code).map((folder) => graphWithin(folder, code))].flatMap(circles);
  return [
    ...new Set(found.map((circle) => `${circle.join(', ')}: a circle of imports`)),
    ...crowdedFolders(code, 25).map((folder) => `${folder} files: a folder holds 25 at the most`),
    ...crowdedFolders(code, 12).flatMap((folder) =>
      folder.startsWith('harness:') ? [`${folder} files: 12 at the most stand in no folder`] : [],
    ),
  ];
}

function packageBreaches(files: readonly SourceFile[]): string[] {
  const importers = new Map<string, string[]>();
  for (const file of files.filter(({ path }) => !path.startsWith('test/'))) {
    for (const name of new Set(readImports(file).map(({ to }) => packageName(to)))) {
      if (name !== undefined) importers.set(name, [...(importers.get(name) ?? []), file.path]);
    }
  }
  return [...importers].flatMap(([name, paths]) => {
    const where = SHARED_PACKAGES[name];
    if (where !== undefined)
      return paths.filter((path) => !where.test(path)).map((path) => `${path}: may not import ${name}`);
    return paths.length === 1 ? [] : [`${name}: one module imports an outside package, not ${paths.join(', ')}`];
  });
}

/** A target that is no file of the repository is a package, written as `name/path` or `@scope/name/path`. */
function packageName(target: string): string | undefined {
  if (target.startsWith('node:') || /\.(ts|json)$/.test(target)) return undefined;
  return target
    .split('/')
    .slice(0, target.startsWith('@') ? 2 : 1)
    .join('/');
}
