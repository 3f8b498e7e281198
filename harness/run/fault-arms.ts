import { UsageError } from '../errors.ts';
import { FAULT_NAMES } from '../metrics/claims/faults.ts';
import type { Fault, Injection } from '../types/attempt.ts';
import type { LoadedCondition } from './load-conditions.ts';

/** Rates to try, by kind of fault. */
export type InjectionSweep = Readonly<Partial<Record<Fault['kind'], readonly number[]>>>;

const KINDS = ['lie', 'claims', 'plan', 'review', 'gate'] as const satisfies readonly Fault['kind'][];

/** Reads `verdict-flip=0,0.1,0.2`; several kinds are given one after the other. Throws `UsageError`. */
export function parseInjection(text: string, before: InjectionSweep = {}): InjectionSweep {
  const [name, values = '', ...more] = text.split('=');
  const kind = KINDS.find((known) => FAULT_NAMES[known] === name);
  const rates = values.split(',').map(Number);
  const isRate = (rate: number): boolean => rate >= 0 && rate <= 1;
  if (kind === undefined || more.length > 0 || values === '' || !rates.every(isRate)) {
    const hint = name === 'lie' ? '; lie is now verdict-flip' : '';
    throw new UsageError(
      `--inject ${text}: expected verdict-flip=P, claims=P, plan=P, review=P or gate=P with rates from 0 to 1, such as verdict-flip=0,0.1,0.2${hint}`,
    );
  }
  return { ...before, [kind]: [...new Set(rates)] };
}

/**
 * One arm per rate, named after it (`lucid+verdict-flip=0.1`), so that every table says what was injected; each is compared with the
 * same arm at the first rate. Arms in which no such fault can occur are unchanged.
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
  { condition, identity, path }: LoadedCondition,
  kind: Fault['kind'],
  rate: number,
  sweep: InjectionSweep,
  all: readonly LoadedCondition[],
): LoadedCondition {
  const inject: Injection = { [kind]: rate };
  const [first = rate] = sweep[kind] ?? [];
  const nameOf = (base: string, its: number): string => `${base}+${FAULT_NAMES[kind]}=${its}`;
  const other = (base: string): string => {
    const loaded = all.find((one) => one.identity.name === base);
    return loaded !== undefined && canHappen(kind, loaded) ? nameOf(base, rate) : base;
  };
  const { comparator: _, ...rest } = identity;
  const declared = identity.comparator === undefined ? undefined : other(identity.comparator);
  const comparator = rate === first ? declared : nameOf(identity.name, first);
  return {
    path,
    condition: {
      ...condition,
      ...(condition.spends === undefined ? {} : { spends: other(condition.spends) }),
      ...(condition.matches === undefined ? {} : { matches: other(condition.matches) }),
    },
    identity: {
      ...rest,
      name: nameOf(identity.name, rate),
      ...(comparator === undefined ? {} : { comparator }),
      inject,
    },
  };
}

/** What a condition declares; a judge errs by itself, and a coin has nothing to flip. */
function canHappen(kind: Fault['kind'], { condition: { faults, verifier } }: LoadedCondition): boolean {
  return faults?.includes(FAULT_NAMES[kind]) ?? (kind === 'lie' && verifier.sees !== 'nothing');
}
