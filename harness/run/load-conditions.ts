import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { UsageError } from '../errors.ts';
import type { Condition } from '../trial/condition.ts';
import type { ConditionIdentity } from '../types/record.ts';
import { conditionSha256 } from './condition-hash.ts';

const FOLDER = fileURLToPath(new URL('../../conditions/', import.meta.url));

/** The order of the published tables; a condition that is not among them comes after, by name. */
const TABLE_ORDER = [
  'baseline',
  'self-refine',
  'llm-judge',
  'random-verifier',
  'lucid',
  'lucid-no-extract',
  'lucid-no-context',
  'lucid-no-remediate',
  'lucid-learned-verify',
  'lucid-random-verify',
  'lucid-public',
  'resample-oracle',
  'resample-public',
  'lucid-generated',
  'lucid-generated-no-validate',
  'lucid-generated-no-weights',
  'lucid-generated-judge',
  'lucid-generated-matched',
  'lucid-generated-tools',
];

export interface LoadedCondition {
  readonly identity: ConditionIdentity;
  readonly condition: Condition;
}

/** The names of all conditions: every `<name>.ts` in the folder or in a folder of it but `shared/`. Nothing is registered. */
export function listConditions(folder: string = FOLDER): string[] {
  const place = (name: string): number =>
    (TABLE_ORDER.indexOf(name) + TABLE_ORDER.length + 1) % (TABLE_ORDER.length + 1);
  return [...conditionFiles(folder).keys()].sort((a, b) => place(a) - place(b) || (a < b ? -1 : 1));
}

/** Where each condition is, by name. Throws `UsageError` when two have one name. */
export function conditionFiles(folder: string): ReadonlyMap<string, string> {
  const inside = readdirSync(folder, { withFileTypes: true });
  const families = inside.filter((entry) => entry.isDirectory() && entry.name !== 'shared').map(({ name }) => name);
  const files = new Map<string, string>();
  for (const family of ['.', ...families]) {
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
  const known = listConditions(folder);
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    throw new UsageError(`unknown condition ${unknown.join(', ')}; expected some of: ${known.join(', ')}`);
  }
  return Promise.all(names.map((name) => loadCondition(name, folder)));
}

/** Those that run where none are named: all but the ones that say they run on request. */
export async function defaultConditions(folder: string = FOLDER): Promise<string[]> {
  const loaded = await loadConditions(listConditions(folder), folder);
  return loaded.filter(({ condition }) => condition.isOnRequest !== true).map(({ identity }) => identity.name);
}

async function loadCondition(name: string, folder: string): Promise<LoadedCondition> {
  const path = conditionFiles(folder).get(name) ?? join(folder, `${name}.ts`);
  const module = (await import(pathToFileURL(path).href)) as { default?: Condition };
  const condition = module.default;
  if (typeof condition?.run !== 'function') {
    throw new UsageError(`${path}: expected "export default defineCondition({ … })"`);
  }
  const { description, verifier, comparator, spends } = condition;
  if (spends !== undefined && !listConditions(folder).includes(spends)) {
    throw new UsageError(`${path}: expected to spend what a condition uses, got ${spends}`);
  }
  if (comparator !== undefined && !listConditions(folder).includes(comparator)) {
    throw new UsageError(`${path}: expected a comparator that is a condition, got ${comparator}`);
  }
  const oracle = verifier === 'grading-tests';
  const compared = comparator === undefined ? {} : { comparator };
  const promptsSha256 = await conditionSha256(path, folder);
  return { condition, identity: { name, description, verifier, oracle, ...compared, promptsSha256 } };
}
