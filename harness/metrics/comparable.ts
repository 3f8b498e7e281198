import { canonicalJson } from '../storage/hash.ts';
import type { Identity } from '../types/record.ts';

/** What one run may have and another not without their arms becoming incomparable: which arms and which k were asked for. */
const MAY_DIFFER: readonly (keyof Identity)[] = ['conditions', 'k'];

/** The fields of two identities that differ and forbid a comparison between the runs; empty when they may be compared. */
export function incomparableFields(one: Identity, other: Identity): (keyof Identity)[] {
  const fields = Object.keys({ ...one, ...other }) as (keyof Identity)[];
  return fields.filter(
    (field) =>
      !MAY_DIFFER.includes(field) && canonicalJson({ field: one[field] }) !== canonicalJson({ field: other[field] }),
  );
}
