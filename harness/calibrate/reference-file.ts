import { z } from '../storage/schema.ts';
import type { RawAnswers, ReferenceResult } from './reference.ts';
import type { Simulated } from './simulate.ts';

const answerSchema = z.object({
  /** A rate, or the mean estimate; null where it had nothing to say in any study. */
  value: z.number().nullable(),
  answered: z.number(),
  /** Standard deviation over studies. */
  spread: z.number(),
  /** Studies in which ours says otherwise; null for means. */
  disagreements: z.number().nullable(),
});

/** What the reference implementation said of the studies with this sum. */
export const referenceFileSchema = z.object({
  versions: z.record(z.string(), z.string()),
  seed: z.number(),
  scenarios: z.record(
    z.string(),
    z.object({ studies: z.number(), studiesSha256: z.string(), answers: z.array(answerSchema) }),
  ),
});

/** Kept beside the results, so that the comparison can be made again where there is no scipy. */
export type ReferenceFile = z.infer<typeof referenceFileSchema>;

export type ReferenceAnswer = z.infer<typeof answerSchema>;

/** Sums the reference's answers up, held against ours study by study. */
export function referenceFile(seed: number, result: ReferenceResult, simulated: readonly Simulated[]): ReferenceFile {
  const scenarios = simulated.flatMap((one) => {
    const raw = result.answers.get(one.scenario.name);
    if (raw === undefined) return [];
    const { studies, studiesSha256 } = one;
    return [
      [one.scenario.name, { studies, studiesSha256, answers: raw.map((own, at) => sumUp(own, one.answers[at])) }],
    ];
  });
  return { versions: result.versions, seed, scenarios: Object.fromEntries(scenarios) };
}

function sumUp(raw: RawAnswers[number], ours: readonly (number | undefined)[] = []): ReferenceAnswer {
  if (typeof raw !== 'string') return { value: raw.mean, answered: raw.answered, spread: raw.sd, disagreements: null };
  const answered = [...raw].filter((letter) => letter !== '-').length;
  const value = answered === 0 ? null : [...raw].filter((letter) => letter === '1').length / answered;
  const disagreements = [...raw].filter((letter, study) => letter !== (ours[study] ?? '-').toString()).length;
  return { value, answered, spread: value === null ? 0 : Math.sqrt(value * (1 - value)), disagreements };
}

/** What the reference said of these very studies; `undefined` where it was asked about others or not at all. */
export function referenceAnswers(file: ReferenceFile | undefined, simulated: Simulated): ReferenceAnswer[] | undefined {
  const own = file?.scenarios[simulated.scenario.name];
  return own?.studiesSha256 === simulated.studiesSha256 ? own.answers : undefined;
}
