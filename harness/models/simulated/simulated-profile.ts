import { readdirSync, readFileSync } from 'node:fs';
import { DataError, UsageError } from '../../errors.ts';
import { parseJsonText } from '../../storage/json-lines.ts';
import { z } from '../../storage/schema.ts';
import { didYouMean } from '../../text/did-you-mean.ts';
import type { SourcedPrice } from '../providers/prices.ts';

const source = z.string().min(1);
const rate = z.strictObject({ value: z.number().min(0).max(1), source });
const positive = z.strictObject({ value: z.number().positive(), source });
const verdictRates = z.strictObject({ acceptsWrong: rate, rejectsRight: rate });
const meanTokens = z.strictObject({
  input: z.number().positive(),
  output: z.number().positive(),
  latencySeconds: z.number().positive(),
  source,
});

const profileSchema = z.strictObject({
  id: z.string().regex(/^[a-z0-9-]+$/),
  description: z.string(),
  prices: z.strictObject({ inputUsdPerMillion: positive, outputUsdPerMillion: positive }),
  /** How often an independent draw is right: on average over a dataset's tasks, and how much tasks differ. */
  firstDraft: z.strictObject({ default: rate, byDataset: z.record(z.string(), rate), concentration: positive }),
  /** In what manner code is answered: `prose` around the fence, `bare` code without one, else a fence and nothing else. */
  manner: z.strictObject({ prose: rate, bare: rate }),
  /** How often a rewrite of wrong code is right, by what the request shows: failing tests, and a plan made from them. */
  repair: z.strictObject({ nothing: rate, failures: rate, plan: rate }),
  sameWrongAgain: rate,
  /** How often a rewrite of right code is wrong when the request says that it failed. */
  breakage: rate,
  verdicts: z.strictObject({ judge: verdictRates, criticise: verdictRates }),
  /** Of the assertions it writes for claims: those that say another value than the right one, and those nothing can fail. */
  checks: z.strictObject({ wrong: rate, vacuous: rate }).optional(),
  structured: z.strictObject({ fencedJson: rate, unparsable: rate }),
  /** Per call, for estimates before a run. The simulated model's own usage is counted from its texts. */
  meanTokens: z.strictObject({
    generate: meanTokens,
    regenerate: meanTokens,
    extract: meanTokens,
    remediate: meanTokens,
    judge: meanTokens,
    criticise: meanTokens,
  }),
});

/** The numbers a simulated model lives by; every one says where it was measured, or that it is an assumption. */
export type SimulatedProfile = Readonly<z.infer<typeof profileSchema>>;

/** What its answers cost. */
export const priceOf = ({
  id,
  prices: { inputUsdPerMillion, outputUsdPerMillion },
}: SimulatedProfile): SourcedPrice => ({
  inputUsd: inputUsdPerMillion.value,
  outputUsd: outputUsdPerMillion.value,
  source: `profile ${id}`,
});

const folder = new URL('profiles/', import.meta.url);

/** The names of the profiles, sorted. */
export function listProfiles(): string[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .map((file) => file.slice(0, -'.json'.length))
    .sort();
}

/** A profile by its name. Throws `UsageError` listing the known ones, `DataError` naming the field of a bad file. */
export function loadProfile(name: string): SimulatedProfile {
  const known = listProfiles();
  if (!known.includes(name))
    throw new UsageError(`unknown profile "${name}"${didYouMean(name, known)}; known: ${known.join(', ')}`);
  const file = `${name}.json`;
  return parseProfile(readFileSync(new URL(file, folder), 'utf8'), `models/profiles/${file}`);
}

/** Checks a profile's text; throws `DataError` naming file and field. */
export function parseProfile(text: string, origin: string): SimulatedProfile {
  const profile = parseJsonText(text, origin, profileSchema);
  const { prose, bare } = profile.manner;
  if (prose.value + bare.value > 1) throw new DataError(`${origin}: field manner: the rates add up to more than 1`);
  return profile;
}
