import { canonicalJson, sha256 } from '../storage/hash.ts';
import { openLineFile } from '../storage/line-file.ts';
import { z } from '../storage/schema.ts';
import { saysNothing } from '../verifiers/prover/prover.ts';
import type { ProofRunner } from '../verifiers/prover/run.ts';
import { CRITICS, type CriticParts, type CriticVerdict } from './critic.ts';
import { type JudgedTranslation, judgeTranslation } from './judge-translation.ts';
import { languageOf } from './language-of.ts';
import type { Translation } from './translation.ts';

/** Raised when critics say otherwise of an equal translation. */
const CRITICS_VERSION = 'critics-1';

const verdict: z.ZodType<CriticVerdict> = z.object({
  critic: z.enum(CRITICS),
  said: z.enum(['accept', 'reject', 'unknown', 'not-run']),
  detail: z.string(),
  isForbidden: z.literal(true).exactOptional(),
  votes: z.object({ same: z.int(), different: z.int(), unparsed: z.int() }).exactOptional(),
  exploits: z
    .array(z.object({ body: z.string(), isTriviallyRight: z.enum(['yes', 'no', 'unknown']), detail: z.string() }))
    .exactOptional(),
});
const judgedLine = z.object({ asked: z.string(), id: z.string(), verdicts: z.array(verdict) });

/** What critics said, as a file that outlives a stop of the command. */
interface JudgedFile {
  saidOf(translation: Translation): readonly CriticVerdict[] | undefined;
  put(translation: Translation, verdicts: readonly CriticVerdict[]): Promise<void>;
}

/**
 * Opens a file of what critics said, a line a translation. A line counts for an equal translation, asked with the same provers, model, votes and share that
 * rejects. Throws `DataError` for a line that is none.
 */
export async function openJudged(path: string, parts: CriticParts): Promise<JudgedFile> {
  const { lines, file } = await openLineFile(path, judgedLine);
  const known = new Map(lines.map(({ asked, verdicts }) => [asked, verdicts]));
  const { model, runner } = parts;
  const by = model && [model.sampler.modelId, model.votes, model.rejectedFrom, model.maxOutputTokens];
  const askedOf = ({ source, target, inputs }: Translation): string => {
    const provers = [source, target].map((side) => runner.versionOf(languageOf(side, parts).prover));
    return sha256(canonicalJson([CRITICS_VERSION, by ?? null, provers, source, target, inputs]));
  };
  return {
    saidOf: (translation) => known.get(askedOf(translation)),
    async put(translation, verdicts) {
      await file.append({ asked: askedOf(translation), id: translation.id, verdicts: [...verdicts] });
    },
  };
}

/**
 * What was said before of an equal translation is said again. Where the prover failed at a question, or is not there, what critics say is not kept: they are asked
 * again the next time. Throws `SandboxLostError`, and what a model throws.
 */
export async function judgeOnce(
  translation: Translation,
  parts: CriticParts,
  before: JudgedFile,
): Promise<JudgedTranslation> {
  const known = before.saidOf(translation);
  if (known !== undefined) return { translation, verdicts: known };
  let isAnswered = true;
  const runner: ProofRunner = {
    ...parts.runner,
    async prove(...question) {
      const found = await parts.runner.prove(...question);
      if (saysNothing(found.answer)) isAnswered = false;
      return found;
    },
  };
  const judged = await judgeTranslation(translation, { ...parts, runner });
  if (isAnswered) await before.put(translation, judged.verdicts);
  return judged;
}
