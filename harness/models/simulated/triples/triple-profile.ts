import { readFileSync } from 'node:fs';
import { UsageError } from '../../../errors.ts';
import { parseJsonText } from '../../../storage/json-lines.ts';
import { z } from '../../../storage/schema.ts';
import { didYouMean } from '../../../text/did-you-mean.ts';
import { CHECKS } from '../../../types/consistency.ts';
import { isPassRate } from './rates.ts';

const cell = z
  .strictObject({
    check: z.enum(CHECKS),
    set: z.string().min(1),
    /** Triples that pass the check with one attempt, and with any of ten. */
    once: z.int().nonnegative(),
    inTen: z.int().nonnegative(),
    of: z.int().positive(),
    source: z.string().min(1),
  })
  .refine(
    ({ once, inTen, of }) => isPassRate(once / of, inTen / of),
    'expected once <= inTen <= of, and inTen no more than ten independent attempts give',
  );

const profileSchema = z.strictObject({ id: z.string(), description: z.string(), passes: z.array(cell).min(1) });

/** How often a simulated model's answers pass each check of Clover; every figure says where it stands. */
export type TripleProfile = Readonly<z.infer<typeof profileSchema>>;

const PROFILES = ['clover-gpt4'];

/** A profile by its name. Throws `UsageError` listing the known ones. */
export function loadTripleProfile(name: string): TripleProfile {
  if (!PROFILES.includes(name))
    throw new UsageError(
      `unknown profile "${name}"${didYouMean(name, PROFILES)}; of triples are known: ${PROFILES.join(', ')}`,
    );
  return parseTripleProfile(readFileSync(new URL(`${name}.json`, import.meta.url), 'utf8'), `${name}.json`);
}

/** Checks a profile's text; throws `DataError` naming file and field. */
export const parseTripleProfile = (text: string, origin: string): TripleProfile =>
  parseJsonText(text, origin, profileSchema);
