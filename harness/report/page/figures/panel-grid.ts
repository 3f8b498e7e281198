import { PLOT_WIDTHS, type PlotForm } from '../figure.ts';

const PANELS: Readonly<Record<PlotForm, number>> = { wide: 5, narrow: 2 };
const AXIS = 34;
const GAP = 18;
/** About how wide a character of a heading is; a heading wider than its panel runs into the next one, or out of the plot. */
const CHARACTER = 6.7;

/** Small plots of one size, one per condition, in the order of `names`; `field` holds the name. */
export function panelGrid(form: PlotForm, field: string, names: readonly string[]) {
  const room = PLOT_WIDTHS[form] - AXIS + GAP;
  const heading = CHARACTER * Math.max(0, ...names.map((name) => name.length));
  const columns = Math.max(1, Math.min(PANELS[form], names.length, Math.floor(room / (heading + GAP))));
  return {
    facet: {
      field,
      type: 'nominal' as const,
      sort: [...names],
      title: null,
      header: { labelAnchor: 'start' as const },
    },
    columns,
    // Sizes of panels alone: without a browser the width of a heading is an estimate.
    bounds: 'flush' as const,
    spacing: { row: 30, column: GAP },
    size: {
      // Few panels do not grow to fill the page: the eye compares slopes.
      width: Math.min(200, Math.floor(room / columns) - GAP),
      height: form === 'wide' ? 96 : 84,
    },
  };
}
