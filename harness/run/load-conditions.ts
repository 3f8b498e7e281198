import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, extname, join, relative, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { UsageError } from '../errors.ts';
import { didYouMean } from '../text/did-you-mean.ts';
import { visibleLine } from '../text/visible-text.ts';
import type { Condition } from '../trial/condition.ts';
import { roleShape } from '../types/model.ts';
import type { ConditionIdentity } from '../types/record.ts';
import type { Verifier } from '../types/verifier.ts';
import { builtInVerifier } from '../verifiers/built-in.ts';
import { conditionSha256 } from './condition-hash.ts';

const EXAMPLES = 'examples';

const FOLDER = fileURLToPath(new URL('../../conditions/', import.meta.url));

export interface LoadedCondition {
  readonly identity: ConditionIdentity;
  readonly condition: Condition;
  /** Where its file is, for messages. */
  readonly path: string;
}

/**
 * The names of all conditions: every `<name>.ts` in the folder or in a folder of it but `shared/` and `examples/`, in the order they
 * declare, those that declare none after them by name. Nothing is registered. A file that cannot be loaded is listed too:
 * `loadConditions` says what is wrong with it.
 */
export async function listConditions(folder: string = FOLDER): Promise<string[]> {
  const known = await Promise.all(
    [...conditionFiles(folder)].map(async ([name, path]) => {
      const condition = await readCondition(path).catch(() => undefined);
      return { name, order: condition?.order ?? Number.MAX_SAFE_INTEGER };
    }),
  );
  return known.sort((a, b) => a.order - b.order || (a.name < b.name ? -1 : 1)).map(({ name }) => name);
}

/** Where each condition is, by name. Throws `UsageError` when two have one name. */
export function conditionFiles(folder: string = FOLDER): ReadonlyMap<string, string> {
  const inside = readdirSync(folder, { withFileTypes: true });
  const families = inside
    .filter((entry) => entry.isDirectory() && !NO_FAMILIES.has(entry.name))
    .map(({ name }) => name);
  return filesIn(folder, ['.', ...families]);
}

/** Parts of conditions, and conditions to learn from: these run where they are named. */
const NO_FAMILIES: ReadonlySet<string> = new Set(['shared', EXAMPLES]);

function filesIn(folder: string, families: readonly string[]): Map<string, string> {
  const files = new Map<string, string>();
  for (const family of families) {
    for (const file of readdirSync(join(folder, family)).filter((name) => name.endsWith('.ts'))) {
      const name = file.slice(0, -'.ts'.length);
      const [path, other] = [join(folder, family, file), files.get(name)];
      if (other !== undefined) throw new UsageError(`expected one condition called ${name}, got ${other} and ${path}`);
      files.set(name, path);
    }
  }
  return files;
}

/**
 * Loads conditions, each by its name or by the path of a file of one's own (`./my/vote.ts`). Throws `UsageError` listing the known names
 * for an unknown one, and saying in one sentence what is wrong with a file.
 */
export async function loadConditions(given: readonly string[], folder: string = FOLDER): Promise<LoadedCondition[]> {
  const known = conditionFiles(folder);
  const examples = existsSync(join(folder, EXAMPLES)) ? filesIn(folder, [EXAMPLES]) : [];
  const files = new Map([...examples, ...known]);
  const names = given.map((name) => addOwnFile(name, files));
  const unknown = names.filter((name) => !files.has(armOf(name).base));
  if (unknown.length > 0) {
    const listed = await listConditions(folder);
    const meant = didYouMean(unknown[0] ?? '', files.keys());
    throw new UsageError(
      `unknown condition ${unknown.join(', ')}${meant}; expected some of: ${listed.join(', ')}, or a file, ./my/FILE.ts`,
    );
  }
  return Promise.all(names.map((name) => loadCondition(name, files, folder)));
}

/** A file of one's own is called by its name from here on. */
function addOwnFile(given: string, files: Map<string, string>): string {
  const { base, suffix } = armOf(given);
  if (!/[/\\]|\.[cm]?[jt]s$/.test(base)) return given;
  const path = resolve(base);
  const name = basename(path, extname(path));
  if (!existsSync(path)) throw new UsageError(`--conditions ${base}: expected a condition's file, found none`);
  if (!/^[\w-]{1,80}$/.test(name)) {
    throw new UsageError(
      `--conditions ${base}: expected a file name of letters, digits, '_' and '-', for it names the arm`,
    );
  }
  refuseCommonJs(path);
  const other = files.get(name);
  if (other !== undefined && resolve(other) !== path) {
    throw new UsageError(`expected one condition called ${name}, got ${other} and ${path}: rename the file`);
  }
  files.set(name, path);
  return name + suffix;
}

/** Loaded as CommonJS it would have a harness of its own, whose verifiers and capabilities are not the ones that run it. */
function refuseCommonJs(path: string): void {
  const root = packageOf(path);
  if (root === undefined || /\.m[jt]s$/.test(path)) return;
  const { type } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { type?: unknown };
  if (type === 'module') return;
  throw new UsageError(
    `${path}: expected an ES module: npm pkg set type=module in ${root}, or call it ${basename(path, extname(path))}.mts`,
  );
}

/** The nearest folder above a file that holds a package.json. */
function packageOf(path: string): string | undefined {
  for (let parent = dirname(path); ; parent = dirname(parent)) {
    if (existsSync(join(parent, 'package.json'))) return parent;
    if (parent === dirname(parent)) return undefined;
  }
}

/** What a condition's hash looks into: all that its file imports below this folder. Of a file from elsewhere it is its package's. */
function rootOf(path: string, folder: string): string {
  if (!relative(folder, path).startsWith('..')) return folder;
  return packageOf(path) ?? dirname(path);
}

/** Kinds of task that no condition works on unless it says so. */
const OF_THEIR_OWN = ['contract', 'triple'] as const;

/**
 * Those that run where none are named: all but the ones that say they run on request. On contracts and triples those that say they apply to
 * them, and elsewhere none of these.
 */
export async function defaultConditions(folder: string = FOLDER, kind = 'function'): Promise<string[]> {
  const loaded = await loadConditions(await listConditions(folder), folder);
  const isMeant = ({ appliesTo = [], isOnRequest }: Condition): boolean =>
    isOnRequest !== true && OF_THEIR_OWN.every((own) => appliesTo.includes(own) === (kind === own));
  return loaded.filter(({ condition }) => isMeant(condition)).map(({ identity }) => identity.name);
}

async function readCondition(path: string): Promise<Condition> {
  const module = await importFile(path);
  if (typeof module.default?.run !== 'function') {
    throw new UsageError(`${path}: expected "export default defineCondition({ … })"`);
  }
  return module.default;
}

async function importFile(path: string): Promise<{ default?: Condition }> {
  try {
    return (await import(pathToFileURL(path).href)) as { default?: Condition };
  } catch (cause) {
    if (cause instanceof UsageError) throw cause;
    const said = cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause);
    throw new UsageError(`${path}: cannot be loaded: ${visibleLine(said.split('\n', 1)[0] ?? '')}`, { cause });
  }
}

/** An arm that is a condition with another extractor than its own says so: `lucid+extractor=published`. */
function armOf(name: string): {
  readonly base: string;
  readonly extractor: 'default' | 'published' | undefined;
  readonly suffix: string;
} {
  const [, base = name, suffix = '', extractor] = /^(.+)(\+extractor=(default|published))$/.exec(name) ?? [];
  return { base, extractor: extractor === 'default' || extractor === 'published' ? extractor : undefined, suffix };
}

async function loadCondition(
  name: string,
  files: ReadonlyMap<string, string>,
  folder: string,
): Promise<LoadedCondition> {
  const { base, extractor: other } = armOf(name);
  const path = files.get(base) ?? '';
  const condition = await readCondition(path);
  const { description, verifier, spends, feedback, extractor: own = 'default' } = condition;
  checkDeclared(condition, path);
  checkVerifier(verifier, path);
  if (other === own) throw new UsageError(`${name}: ${base} has that extractor already; expected ${base}`);
  const comparator = other === undefined ? condition.comparator : base;
  if (spends !== undefined && !files.has(spends)) {
    const meant = didYouMean(spends, files.keys());
    throw new UsageError(`${path}: expected to spend what a condition uses, got ${spends}${meant}`);
  }
  if (condition.matches !== undefined && !files.has(condition.matches)) {
    const meant = didYouMean(condition.matches, files.keys());
    throw new UsageError(`${path}: expected to match a condition, got ${condition.matches}${meant}`);
  }
  if (comparator !== undefined && !files.has(comparator)) {
    const meant = didYouMean(comparator, files.keys());
    throw new UsageError(`${path}: expected a comparator that is a condition, got ${comparator}${meant}`);
  }
  const compared = comparator === undefined ? {} : { comparator };
  const promptsSha256 = await conditionSha256(path, rootOf(path, folder));
  const seen = { verifier: verifier.name, oracle: verifier.sees === 'hidden' };
  const forms = {
    ...(condition.answersOnce === true ? { answersOnce: true as const } : {}),
    ...((other ?? own) === 'published' ? { extractor: 'published' as const } : {}),
    ...(feedback === undefined ? {} : { feedback }),
  };
  return { condition, path, identity: { name, description, ...seen, ...compared, ...forms, promptsSha256 } };
}

function checkDeclared({ description, verifier, roles = {} }: Condition, path: string): void {
  if (typeof description !== 'string' || description.trim() === '') {
    throw new UsageError(`${path}: expected description: one sentence that says what the condition does`);
  }
  if (typeof verifier !== 'object' || verifier === null) {
    throw new UsageError(`${path}: expected verifier: what context.verify runs, none where nothing is verified`);
  }
  for (const [name, role] of Object.entries(roles)) {
    const known: readonly string[] = roleShape.options;
    if (known.includes(name)) throw new UsageError(`${path}: roles.${name}: expected a name of its own`);
    if (!known.includes(role)) {
      throw new UsageError(
        `${path}: roles.${name}: expected one of ${known.join(', ')}, got ${role}${didYouMean(role, known)}`,
      );
    }
  }
}

/** Tables know the harness's own verifiers by name: no other is called so. */
function checkVerifier(verifier: Verifier, path: string): void {
  const { name, sees } = verifier;
  if (!/^[a-z][a-z0-9-]{0,39}$/.test(name) || !['hidden', 'public', 'nothing'].includes(sees)) {
    throw new UsageError(
      `${path}: expected verifier to be a value such as gradingTests or none of harness/index.ts, or one of its own with name (lower-case words with hyphens) and sees ('hidden', 'public' or 'nothing')`,
    );
  }
  const own = builtInVerifier(name);
  if (own !== undefined && own !== verifier) {
    throw new UsageError(`${path}: expected its own verifier to have a name of its own, got ${name}`);
  }
}
