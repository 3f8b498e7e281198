import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { UsageError } from '../errors.ts';
import type { Condition } from '../trial/condition.ts';
import type { ConditionIdentity } from '../types/record.ts';
import type { Verifier } from '../types/verifier.ts';
import { builtInVerifier } from '../verifiers/built-in.ts';
import { conditionSha256 } from './condition-hash.ts';

const EXAMPLES = 'examples';

const FOLDER = fileURLToPath(new URL('../../conditions/', import.meta.url));

export interface LoadedCondition {
  readonly identity: ConditionIdentity;
  readonly condition: Condition;
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
export function conditionFiles(folder: string): ReadonlyMap<string, string> {
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

/** Loads conditions by name. Throws `UsageError` listing the known names for an unknown one. */
export async function loadConditions(names: readonly string[], folder: string = FOLDER): Promise<LoadedCondition[]> {
  const known = conditionFiles(folder);
  const examples = existsSync(join(folder, EXAMPLES)) ? filesIn(folder, [EXAMPLES]) : [];
  const files = new Map([...examples, ...known]);
  const unknown = names.filter((name) => !files.has(armOf(name).base));
  if (unknown.length > 0) {
    const listed = await listConditions(folder);
    throw new UsageError(`unknown condition ${unknown.join(', ')}; expected some of: ${listed.join(', ')}`);
  }
  return Promise.all(names.map((name) => loadCondition(name, files, folder)));
}

/**
 * Those that run where none are named: all but the ones that say they run on request. On contracts those that say they apply to them,
 * and elsewhere none of these.
 */
export async function defaultConditions(folder: string = FOLDER, kind = 'function'): Promise<string[]> {
  const loaded = await loadConditions(await listConditions(folder), folder);
  const isMeant = ({ appliesTo = [], isOnRequest }: Condition): boolean =>
    isOnRequest !== true && appliesTo.includes('contract') === (kind === 'contract');
  return loaded.filter(({ condition }) => isMeant(condition)).map(({ identity }) => identity.name);
}

async function readCondition(path: string): Promise<Condition> {
  const module = (await import(pathToFileURL(path).href)) as { default?: Condition };
  if (typeof module.default?.run !== 'function') {
    throw new UsageError(`${path}: expected "export default defineCondition({ … })"`);
  }
  return module.default;
}

/** An arm that is a condition with another extractor than its own says so: `lucid+extractor=published`. */
function armOf(name: string): { readonly base: string; readonly extractor: 'default' | 'published' | undefined } {
  const [, base = name, extractor] = /^(.+)\+extractor=(default|published)$/.exec(name) ?? [];
  return { base, extractor: extractor === 'default' || extractor === 'published' ? extractor : undefined };
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
  checkVerifier(verifier, path);
  if (other === own) throw new UsageError(`${name}: ${base} has that extractor already; expected ${base}`);
  const comparator = other === undefined ? condition.comparator : base;
  if (spends !== undefined && !files.has(spends)) {
    throw new UsageError(`${path}: expected to spend what a condition uses, got ${spends}`);
  }
  if (comparator !== undefined && !files.has(comparator)) {
    throw new UsageError(`${path}: expected a comparator that is a condition, got ${comparator}`);
  }
  const compared = comparator === undefined ? {} : { comparator };
  const promptsSha256 = await conditionSha256(path, folder);
  const seen = { verifier: verifier.name, oracle: verifier.sees === 'hidden' };
  const forms = {
    ...(condition.answersOnce === true ? { answersOnce: true as const } : {}),
    ...((other ?? own) === 'published' ? { extractor: 'published' as const } : {}),
    ...(feedback === undefined ? {} : { feedback }),
  };
  return { condition, identity: { name, description, ...seen, ...compared, ...forms, promptsSha256 } };
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
