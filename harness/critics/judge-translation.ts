import { comparison } from './comparison.ts';
import { CRITICS, type Critic, type CriticName, type CriticParts, type CriticVerdict } from './critic.ts';
import { executed } from './executed.ts';
import { exploit } from './exploit.ts';
import { formal } from './formal.ts';
import { rules } from './rules.ts';
import type { Translation } from './translation.ts';

const BY_NAME: Readonly<Record<CriticName, Critic>> = { rules, comparison, exploit, formal, executed };

/** A translation and what each critic says of it. */
export interface JudgedTranslation {
  readonly translation: Translation;
  /** In the order of `CRITICS`. */
  readonly verdicts: readonly CriticVerdict[];
}

/** Asks critics (all five), whatever the others say. Throws `SandboxLostError`, and what a model throws. */
export async function judgeTranslation(
  translation: Translation,
  parts: CriticParts,
  names: readonly CriticName[] = CRITICS,
): Promise<JudgedTranslation> {
  const verdicts: CriticVerdict[] = [];
  for (const name of names) verdicts.push(await BY_NAME[name](translation, parts));
  return { translation, verdicts };
}
