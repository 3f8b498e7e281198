import { colour, onPaper } from '../report/page/palette.ts';
import { type PlotSpec, renderPlot } from '../report/page/render-plot.ts';
import type { IterationRow } from './iteration.ts';

/** bootstrap.svg: what was translated by iteration, and the share of generations with a forbidden construct (AlphaVerus, Figures 3 and 5). Equal rows give equal texts. */
export const bootstrapPlot = async (rows: readonly IterationRow[], title: string): Promise<string> =>
  onPaper(await renderPlot(spec(rows, title)));

function spec(rows: readonly IterationRow[], title: string): PlotSpec {
  const translated = rows.flatMap((row) =>
    (['proved', 'passing', 'solved'] as const).map((what) => ({ iteration: row.iteration, what, value: row[what] })),
  );
  const forbidden = rows.map(({ iteration, forbidden: found, generations }) => ({
    ...{ iteration, what: 'forbidden' },
    value: generations === 0 ? null : (100 * found) / generations,
  }));
  return {
    ...{ padding: 12, spacing: 40, title: { text: title, color: colour('ink'), fontSize: 12, anchor: 'start' } },
    hconcat: [
      lines(translated, 'tasks', Math.max(...rows.map(({ tasks }) => tasks))),
      lines(forbidden, 'generations with a forbidden construct, %', 100),
    ],
  };
}

/** Lines are told apart by their dashes too. */
function lines(values: readonly { readonly iteration: number; readonly what: string }[], title: string, most: number) {
  const legend = new Set(values.map(({ what }) => what)).size > 1 ? { title: null, orient: 'top' as const } : null;
  const x = { field: 'iteration', type: 'ordinal' as const, axis: { labelAngle: 0 } };
  const y = { field: 'value', type: 'quantitative' as const, title, scale: { domain: [0, most] } };
  const strokeDash = { field: 'what', type: 'nominal' as const, sort: null, legend };
  return {
    ...{ width: 260, height: 200, data: { values: [...values] } },
    mark: { type: 'line' as const, point: true },
    encoding: { x, y, strokeDash },
  };
}
