import type { AnyTask } from '../types/task.ts';
import type { InTrial } from './in-trial.ts';

/** Something of the harness that not every condition needs: what a condition lists under `uses` stands in its context. */
export interface Capability<Value> {
  /** The kinds of task it works on; all when absent. */
  readonly appliesTo?: readonly AnyTask['kind'][];
  /** It tells what a grade alone may tell: for conditions that give no verdict. */
  readonly tellsTruth?: true;
  /** Made anew for each trial. */
  open(trial: InTrial): Value;
}

/** Capabilities by the names under which a condition's context has them. */
export type Uses<Values> = { readonly [Name in keyof Values]: Capability<Values[Name]> };

/** Opens a condition's capabilities for its trial; it gives nothing else of the trial away. */
export type Open = <Values extends object>(uses: Uses<Values> | undefined) => Values;

const known = new WeakSet<object>();

/** For the harness alone: a condition that made a capability of its own could look at hidden tests. */
export function defineCapability<Value>(capability: Capability<Value>): Capability<Value> {
  known.add(capability);
  return capability;
}

export function openerFor(trial: InTrial): Open {
  return <Values extends object>(uses: Uses<Values> | undefined): Values => {
    const opened: Partial<Values> = {};
    for (const name in uses) {
      const capability = uses[name];
      if (!known.has(capability)) throw new Error(`uses.${name}: expected a capability of the harness`);
      opened[name] = capability.open(trial);
    }
    if (!hasAll(opened, uses)) throw new Error('every capability of a condition is opened');
    return opened;
  };
}

function hasAll<Values extends object>(opened: Partial<Values>, uses: Uses<Values> | undefined): opened is Values {
  return Object.keys(uses ?? {}).every((name) => name in opened);
}

/** The capabilities of a condition, whatever they give. */
export function capabilitiesIn<Values extends object>(
  uses: Uses<Values> | undefined,
): Omit<Capability<unknown>, 'open'>[] {
  const found: Omit<Capability<unknown>, 'open'>[] = [];
  for (const name in uses) found.push(uses[name]);
  return found;
}

/** The kinds of task that all of them work on; `undefined`: every kind. */
export function kindsOf(
  all: readonly { readonly appliesTo?: readonly AnyTask['kind'][] }[],
): readonly AnyTask['kind'][] | undefined {
  const bounds = all.flatMap(({ appliesTo }) => (appliesTo === undefined ? [] : [appliesTo]));
  const [first, ...others] = bounds;
  return first?.filter((kind) => others.every((kinds) => kinds.includes(kind)));
}
