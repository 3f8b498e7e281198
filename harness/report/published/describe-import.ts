import type { ImportSummary } from '../../published/import-study.ts';
import type { Study } from '../../published/study.ts';

/** What an import did and what can be done next, for the screen. */
export function describeImport({ id, title }: Study, out: string, { folders, leftOut }: ImportSummary): string {
  return [
    `imported: ${title}`,
    ...folders.map(
      ({ dataset, path, resultFiles, passedOver, trials, tasks }) =>
        `${dataset}: ${resultFiles} result files, ${tasks} tasks, ${trials} trials ` +
        `(${passedOver} files passed over: an earlier directory holds the same task, condition and k) -> ${path}`,
    ),
    ...(leftOut.length === 0 ? [] : [`not read: ${leftOut.join(', ')}`]),
    'Next:',
    ...folders.map(({ path }) => `  npm run report -- ${path}`),
    `  npm run verify-paper -- ${id} ${out}`,
  ].join('\n');
}
