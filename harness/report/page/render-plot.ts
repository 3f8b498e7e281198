import type { Config, TopLevelSpec } from 'vega-lite';
import { colour } from './palette.ts';

/** A plot as vega-lite writes it, with its data inside. */
export type PlotSpec = TopLevelSpec;

/** What plots are set in; a reader's own sans serif. */
export const PLOT_FONT = 'ui-sans-serif, system-ui, "Segoe UI", "Helvetica Neue", Arial, sans-serif';

/**
 * Renders a plot to SVG, colours still by name. No browser and no network: data stand in the specification, and whatever
 * would have to be loaded is refused. Equal specifications give equal texts. Throws what vega throws for a wrong one.
 */
export async function renderPlot(spec: PlotSpec): Promise<string> {
  // Loaded here and not above: only writing a report needs the quarter of a second they take to load.
  const [vega, vegaLite] = await Promise.all([import('vega'), import('vega-lite')]);
  const loader = vega.loader();
  loader.load = (uri) => Promise.reject(new Error(`a plot loads nothing, but asked for ${uri}`));
  loader.sanitize = (uri) => Promise.resolve({ href: uri });
  vega.textMetrics.width = textWidth;
  const { spec: compiled } = vegaLite.compile(spec, { config: CONFIG, logger: vega.logger(vega.Error) });
  const view = new vega.View(vega.parse(compiled), { renderer: 'none', loader, logLevel: vega.Error });
  try {
    return await view.toSVG();
  } finally {
    view.finalize();
  }
}

/**
 * About how wide a text is in a sans serif. Measured nowhere: with a canvas at hand vega would measure with the fonts of this machine,
 * and equal runs would not give equal bytes; without one it takes nearly half as much again.
 */
function textWidth(item: TextItem, text: unknown): number {
  return 0.58 * (item.fontSize ?? 11) * String(text ?? item.text ?? '').length;
}

interface TextItem {
  readonly fontSize?: number;
  readonly text?: unknown;
}

// Exported by vega for whoever has a better measure; its types leave it out.
declare module 'vega' {
  const textMetrics: { width: typeof textWidth };
}

const CONFIG: Config = {
  // The figure around a plot says what it shows, and its numbers stand below it as a table.
  aria: false,
  background: 'transparent',
  font: PLOT_FONT,
  padding: 2,
  view: { stroke: null },
  axis: {
    labelColor: colour('muted'),
    titleColor: colour('muted'),
    labelFontSize: 11,
    titleFontSize: 11,
    titleFontWeight: 'normal',
    titlePadding: 6,
    labelLimit: 400,
    domainColor: colour('muted'),
    tickColor: colour('muted'),
    gridColor: colour('faint'),
    tickSize: 4,
  },
  axisY: { domain: false, ticks: false, labelPadding: 6 },
  header: {
    labelColor: colour('ink'),
    labelFontSize: 12,
    labelFontWeight: 600,
    titleColor: colour('muted'),
    titleFontWeight: 'normal',
    labelPadding: 4,
  },
  text: { color: colour('ink'), fontSize: 11 },
  line: { color: colour('ink') },
  point: { filled: true, size: 42, opacity: 1 },
  rule: { color: colour('muted') },
};
