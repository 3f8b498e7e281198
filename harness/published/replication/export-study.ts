import { columnAt, columnKs, readColumns } from '../../metrics/columns.ts';
import type { Run } from '../../types/record.ts';
import type { StudyFile } from './study-file.ts';

interface ExportFacts {
  readonly id: string;
  readonly title: string;
  readonly sources: readonly string[];
}

/** A run as a study of its own: its arms, settings and tasks, and what each cell came out as, for others to replicate. */
export function exportedStudy(run: Run, { id, title, sources }: ExportFacts): StudyFile {
  const { identity } = run.manifest;
  const columns = readColumns(run);
  const ks = columnKs(run).filter((k) => identity.k.includes(k));
  const { price, limits, patches } = identity;
  return {
    schema: 1,
    id,
    title,
    sources: [...sources],
    model: identity.model,
    ...(price === undefined ? {} : { price: { inputUsd: price.inputUsd, outputUsd: price.outputUsd } }),
    benchmarks: [
      {
        dataset: identity.dataset,
        k: [...identity.k],
        protocol: identity.protocol,
        samples: identity.samples,
        temperature: identity.temperature,
        maxOutputTokens: identity.maxOutputTokens,
        verdictTimeout: limits.wallMs / 1000,
        tasks: [...identity.taskIds],
        ...(patches === undefined
          ? {}
          : {
              patches: {
                context: patches.context,
                hints: patches.showsHints,
                testNames: patches.showsTestNames === true,
              },
            }),
        arms: identity.conditions.map(({ name, extractor, oracle }) => ({
          arm: name,
          condition: name,
          extractor: extractor ?? ('default' as const),
          stop: oracle ? 'the grading tests pass' : `its own verifier accepts (--stop ${identity.stop})`,
        })),
        cells: identity.conditions.flatMap(({ name, answersOnce }) =>
          (answersOnce === true ? ks.slice(0, 1) : ks).flatMap((k) => {
            const graded = (columnAt(columns, name, k)?.trials ?? []).filter(
              ({ outcome, sample }) => sample === 0 && outcome.status !== 'ungraded',
            );
            const solved = graded.filter(({ outcome }) => outcome.status === 'solved').length;
            return graded.length === 0 ? [] : [{ arm: name, k: [k], solved, total: graded.length }];
          }),
        ),
      },
    ],
  };
}
