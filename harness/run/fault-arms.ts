import { UsageError } from '../errors.ts';
import type { Fault, Injection } from '../types/attempt.ts';
import type { LoadedCondition } from './load-conditions.ts';

/** Rates to be tried, by what is made wrong. */
export type InjectionSweep = Readonly<Partial<Record<Fault['kind'], readonly number[]>>>;

const KINDS = ['lie', 'claims', 'plan'] as const satisfies readonly Fault['kind'][];

/** Reads `lie=0,0.1,0.2`; several kinds are given one after the other. Throws `UsageError`. */
export function parseInjection(text: string, before: InjectionSweep = {}): InjectionSweep {
  const [name, values = '', ...more] = text.split('=');
  const kind = KINDS.find((known) => known === name);
  const rates = values.split(',').map(Number);
  const isRate = (rate: number): boolean => rate >= 0 && rate <= 1;
  if (kind === undefined || more.length > 0 || values === '' || !rates.every(isRate)) {
    throw new UsageError(
      `--inject ${text}: expected lie=P, claims=P or plan=P with shares from 0 to 1, as in lie=0,0.1,0.2`,
    );
  }
  return { ...before, [kind]: [...new Set(rates)] };
}

/**
 * One arm for each rate, named after it (`lucid+lie=0.1`), so that every table says what was put in; each is compared with the same
 * arm at the first rate. Arms in which nothing of the kind can happen stay as they are.
 */
export function withInjection(
  conditions: readonly LoadedCondition[],
  sweep: InjectionSweep | undefined,
): LoadedCondition[] {
  const kinds = KINDS.filter((kind) => sweep?.[kind] !== undefined);
  if (sweep === undefined || kinds.length === 0) return [...conditions];
  return conditions.flatMap((loaded) => {
    const own = kinds.filter((kind) => canHappen(kind, loaded));
    if (own.length === 0) return [loaded];
    return own.flatMap((kind) => (sweep[kind] ?? []).map((rate) => variant(loaded, kind, rate, sweep, conditions)));
  });
}

function variant(
  { condition, identity }: LoadedCondition,
  kind: Fault['kind'],
  rate: number,
  sweep: InjectionSweep,
  all: readonly LoadedCondition[],
): LoadedCondition {
  const inject: Injection = { [kind]: rate };
  const [first = rate] = sweep[kind] ?? [];
  const nameOf = (base: string, its: number): string => `${base}+${kind}=${its}`;
  const other = (base: string): string => {
    const loaded = all.find((one) => one.identity.name === base);
    return loaded !== undefined && canHappen(kind, loaded) ? nameOf(base, rate) : base;
  };
  const { comparator: _, ...rest } = identity;
  const declared = identity.comparator === undefined ? undefined : other(identity.comparator);
  const comparator = rate === first ? declared : nameOf(identity.name, first);
  return {
    condition: { ...condition, ...(condition.spends === undefined ? {} : { spends: other(condition.spends) }) },
    identity: {
      ...rest,
      name: nameOf(identity.name, rate),
      ...(comparator === undefined ? {} : { comparator }),
      inject,
    },
  };
}

/** What a condition declares; a judge lies by itself, and a coin cannot. */
function canHappen(kind: Fault['kind'], { condition: { faults, verifier } }: LoadedCondition): boolean {
  return faults?.includes(kind) ?? (kind === 'lie' && verifier.sees !== 'nothing');
}
