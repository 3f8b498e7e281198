/** Who may import whom. Each rule is one sentence and one check over a file's path, imports and text. */

export interface SourceFile {
  /** From the repository's root, with forward slashes. */
  readonly path: string;
  readonly text: string;
}

const PURE = [/^harness\/metrics\//, /^harness\/(plan|random|limits|matched)\.ts$/, /^harness\/tables\/markdown\.ts$/];
const CLOCKS_AND_CHANCE = /\bDate\b|\bMath\.random\b|\bperformance\.|\bfetch\(|\bprocess\.|\bsetTimeout\b/;
const TERMINAL = /\bconsole\.\w|\bprocess\.std(?:out|err)\.write\b/;

/** Who may call test text trusted: what runs beside hidden tests. */
const MAKE_TRUSTED_SUITES =
  /^(datasets|test|harness\/benchmarks)\/|^harness\/(trusted-suite|dataset|collect|sandbox\/probe)\.ts$/;

/** Packages that more than one module may import, and where. */
const SHARED_PACKAGES: Readonly<Record<string, RegExp>> = {
  'simple-statistics': /^harness\/metrics\//,
  '@lezer/common': /^harness\/python-/,
  vitest: /^(test\/|vitest\.config\.ts)/,
};

/** Every breach of the rules, as `path: sentence`; empty when the tree is sound. */
export function findBreaches(files: readonly SourceFile[]): string[] {
  return [
    ...files.flatMap((file) => breachesOf(file).map((breach) => `${file.path}: ${breach}`)),
    ...packageBreaches(files),
  ];
}

export function importsOf({ text }: SourceFile): string[] {
  const code = text.replaceAll(/^\s*(\/\/|\*|\/\*).*$/gm, '');
  const pattern =
    /(?:^|\n)\s*(?:import|export)\s[^;'"]*?from\s+['"]([^'"]+)['"]|(?:^|\n)\s*import\s+['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/g;
  return [...code.matchAll(pattern)].map((match) => match[1] ?? match[2] ?? match[3] ?? '');
}

function breachesOf(file: SourceFile): string[] {
  const { path, text } = file;
  const breaches: string[] = [];
  const code = text.replaceAll(/^\s*(\/\/|\*|\/\*).*$/gm, '');
  const targets = importsOf(file).map((specifier) => resolveImport(path, specifier));
  const forbid = (isForbidden: (target: string) => boolean, sentence: string): void => {
    const found = targets.filter(isForbidden);
    if (found.length > 0) breaches.push(`${sentence} (imports ${found.join(', ')})`);
  };
  if (/^harness\/(types|errors)\.ts$/.test(path)) forbid(() => true, 'types and errors import nothing');
  if (path.startsWith('conditions/')) {
    forbid(
      (target) => target !== 'harness/index.ts' && !target.startsWith('conditions/shared/'),
      'a condition imports harness/index.ts and conditions/shared/ only',
    );
    if (CLOCKS_AND_CHANCE.test(code)) breaches.push('a condition uses no clock, no chance, no process and no network');
  }
  if (path.startsWith('datasets/')) {
    const own = path.split('/').slice(0, 2).join('/');
    forbid(
      (target) =>
        target !== 'harness/dataset.ts' &&
        ![own, 'datasets/shared/', 'node:'].some((allowed) => target.startsWith(allowed)),
      'a dataset imports harness/dataset.ts, datasets/shared/ and its own folder only',
    );
  }
  if (path.startsWith('harness/')) {
    forbid((target) => /^(conditions|datasets)\//.test(target), 'the harness loads conditions and datasets by name');
  }
  if (PURE.some((pattern) => pattern.test(path))) {
    forbid((target) => target.startsWith('node:'), 'a pure module touches no files and no network');
    if (CLOCKS_AND_CHANCE.test(code))
      breaches.push('a pure module uses no clock, no chance, no process and no network');
  }
  if (!/^(test\/|scripts\/benchmark-|harness\/(terminal|progress)\.ts$)/.test(path) && TERMINAL.test(code)) {
    breaches.push('text reaches a terminal through harness/terminal.ts');
  }
  if (!path.startsWith('test/')) forbid((target) => target.startsWith('test/'), 'nobody imports test/');
  forbid((target) => target.startsWith('scripts/'), 'nobody imports scripts/');
  if (!MAKE_TRUSTED_SUITES.test(path) && /\bsuiteOfDataset\b|\bas TrustedSuite\b/.test(code))
    breaches.push('only datasets, what loads them and what measures the sandbox itself say that tests can be trusted');
  if (path !== 'harness/types.ts' && text.split('\n').length > 301) breaches.push('files stay under 300 lines');
  if (path.startsWith('scripts/') && text.split('\n').length > 85) breaches.push('a script stays under about 80 lines');
  return breaches;
}

function packageBreaches(files: readonly SourceFile[]): string[] {
  const importers = new Map<string, string[]>();
  for (const file of files.filter(({ path }) => !path.startsWith('test/'))) {
    for (const specifier of new Set(importsOf(file).map(packageName))) {
      if (specifier !== undefined) importers.set(specifier, [...(importers.get(specifier) ?? []), file.path]);
    }
  }
  return [...importers].flatMap(([name, paths]) => {
    const where = SHARED_PACKAGES[name];
    if (where !== undefined)
      return paths.filter((path) => !where.test(path)).map((path) => `${path}: may not import ${name}`);
    return paths.length === 1 ? [] : [`${name}: one module imports an outside package, not ${paths.join(', ')}`];
  });
}

function packageName(specifier: string): string | undefined {
  if (specifier.startsWith('.') || specifier.startsWith('node:')) return undefined;
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

function resolveImport(path: string, specifier: string): string {
  if (!specifier.startsWith('.')) return specifier;
  return new URL(specifier, `file:///${path}`).pathname.slice(1);
}
