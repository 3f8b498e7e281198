import { UsageError } from '../../errors.ts';

/** What a model is asked for beside the body under a contract (AlphaVerus, sections 3.1 and 3.2, Table 4). */
export type Job =
  | { readonly kind: 'annotation' }
  | { readonly kind: 'translation'; readonly from: string; readonly to: string };

/** `inference` is the body under a contract, as where no job is named. */
const INFERENCE = 'inference';

/** A job by its name, among languages that are proved here; `undefined`: inference. Throws `UsageError` for another, and for a pair that is unknown. */
export function jobNamed(name: string | undefined, languages: readonly string[]): Job | undefined {
  if (name === undefined || name === INFERENCE) return undefined;
  if (name === 'annotation') return { kind: 'annotation' };
  const [, from, to] = /^(\w+)->(\w+)$/.exec(name) ?? [];
  if (from !== undefined && to !== undefined && from !== to && [from, to].every((one) => languages.includes(one)))
    return { kind: 'translation', from, to };
  const [one = '', other = ''] = languages;
  throw new UsageError(
    `--job ${name}: expected ${INFERENCE}, annotation, or a pair of two of ${languages.join(', ')}, such as '${one}->${other}'`,
  );
}
