import type { Analysis } from '../../metrics/analysis.ts';
import type { Figure } from './figure.ts';
import { accuracyByK } from './figures/accuracy-by-k.ts';
import { checkSubsets } from './figures/check-subsets.ts';
import { convergenceFit } from './figures/convergence-fit.ts';
import { costFrontier } from './figures/cost-frontier.ts';
import { failures } from './figures/failures.ts';
import { heatMap } from './figures/heat-map.ts';
import { pairedDifferences } from './figures/paired-differences.ts';
import { solvedWithin } from './figures/solved-within.ts';
import { verifierErrors } from './figures/verifier-errors.ts';
import { verifierQuality } from './figures/verifier-quality.ts';
import type { Html } from './html.ts';
import { inlinePlot, standalonePlot } from './plot-markup.ts';
import { renderPlot } from './render-plot.ts';

/** A figure with its plots drawn. */
export interface DrawnFigure {
  readonly figure: Figure;
  readonly plots: readonly { readonly form: Figure['forms'][number]; readonly markup: Html }[];
  /** The text of `figures/<name>.svg`. */
  readonly file: string;
}

/** Every figure this run has something to show in, in the order of the report. */
export function allFigures(analysis: Analysis): Figure[] {
  return [
    accuracyByK,
    heatMap,
    pairedDifferences,
    failures,
    verifierErrors,
    verifierQuality,
    checkSubsets,
    solvedWithin,
    convergenceFit,
    costFrontier,
  ].flatMap((make) => make(analysis) ?? []);
}

/** Draws a figure in each of its forms; `lines` stand under the title of the file. */
export async function drawFigure(figure: Figure, lines: readonly string[]): Promise<DrawnFigure> {
  const plots = [];
  let file = '';
  for (const form of figure.forms) {
    const svg = await renderPlot(figure.plot(form));
    plots.push({ form, markup: inlinePlot(figure, form, svg) });
    if (form === 'wide') file = standalonePlot(figure, svg, lines);
  }
  return { figure, plots, file };
}
