import { UsageError } from '../errors.ts';
import type { TripleLanguage } from '../tasks/triple/languages.ts';
import type { CriticParts } from './critic.ts';
import type { Side } from './translation.ts';

/** The value of a side's language. Throws `UsageError` naming those that are known. */
export function languageOf({ language }: Side, { languages }: Pick<CriticParts, 'languages'>): TripleLanguage {
  const found = languages[language];
  if (found !== undefined) return found;
  throw new UsageError(`expected a language of ${Object.keys(languages).join(', ')}, got ${language}`);
}

/** Declaration and clauses as they stand in a program. */
export const contractText = ({ contract }: Side, { beforeClause }: Pick<TripleLanguage, 'beforeClause'>): string =>
  [contract.preamble, contract.signature, ...contract.clauses.map((clause) => `${beforeClause}${clause}`)]
    .filter((line) => line !== '')
    .join('\n');
