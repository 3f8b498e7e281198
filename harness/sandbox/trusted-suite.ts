import type { TestSuite, TrustedSuite } from '../types/task.ts';

const trusted = new WeakSet<TestSuite>();

/**
 * A suite that came with a dataset: the only kind that may run where hidden tests are held, and that grades. For datasets and what
 * loads them alone (test/architecture/import-rules.ts); test text of any other origin is a plain `TestSuite`.
 */
export function suiteOfDataset(source: string, timeFactor?: number): TrustedSuite {
  const suite = { source, ...(timeFactor === undefined ? {} : { timeFactor }) } as TrustedSuite;
  trusted.add(suite);
  return suite;
}

/** Whether `suiteOfDataset` made it. A copy is not trusted, whatever its type says. */
export const isTrusted = (suite: TestSuite): suite is TrustedSuite => trusted.has(suite);
