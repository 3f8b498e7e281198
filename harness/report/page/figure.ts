import type { CsvTable } from '../../text/csv.ts';
import type { PlotSpec } from './render-plot.ts';

/** How wide a plot is drawn: for a page beside a table of contents, and for a phone. */
export type PlotForm = 'wide' | 'narrow';

/** The width of a plot with its axes, in pixels. */
export const PLOT_WIDTHS: Readonly<Record<PlotForm, number>> = { wide: 820, narrow: 346 };

/** A plot, the numbers behind it and the words around it. */
export interface Figure {
  /** `figures/<name>.svg` and `.csv`; also its place in the page. */
  readonly name: string;
  readonly title: string;
  /** Title of the report's section it stands in. */
  readonly section: string;
  /** How to read it: which mark is what. */
  readonly caption: string;
  /** What it shows, for those who do not see it; the numbers stand in the table below it. */
  readonly description: string;
  readonly data: CsvTable;
  /** Without a narrow form the wide one scrolls. */
  readonly forms: readonly PlotForm[];
  plot(form: PlotForm): PlotSpec;
}
