/**
 * The colours of pages and plots. Plots in a page name them as CSS variables, so that they follow light and dark; plots
 * that are files of their own get the light values.
 */
const COLOURS = {
  /** Text and axes. */
  ink: { light: '#1b1f24', dark: '#e8e6e1' },
  muted: { light: '#59616b', dark: '#a3abb5' },
  faint: { light: '#dfe2e6', dark: '#353b43' },
  paper: { light: '#ffffff', dark: '#14171b' },
  shade: { light: '#c3c9d1', dark: '#4a525d' },
  panel: { light: '#f6f7f8', dark: '#1c2025' },
  link: { light: '#0b57a4', dark: '#8ab8f0' },
  /** Okabe and Ito's blue and vermilion, which stay apart for colour-blind readers; shapes say the same. */
  solved: { light: '#0067a5', dark: '#62b0ea' },
  unsolved: { light: '#b5450a', dark: '#ee8f57' },
  ungraded: { light: '#6b7280', dark: '#98a1ad' },
  /** Words of a program. */
  keyword: { light: '#8a2a6b', dark: '#e39ccb' },
  literal: { light: '#2c6b2f', dark: '#93cf94' },
  /** Fills behind the marks. */
  band: { light: '#d9e8f3', dark: '#1e3446' },
  added: { light: '#e3f1e5', dark: '#17321f' },
  removed: { light: '#fae6e1', dark: '#3c1f18' },
  notice: { light: '#fdf3d6', dark: '#3a3014' },
  noticeEdge: { light: '#b8860b', dark: '#d5a832' },
} as const;

type ColourName = keyof typeof COLOURS;

/** A colour as plots and style sheets name it. */
export function colour(name: ColourName): string {
  return `var(--${name})`;
}

/** The declarations of all colours for one scheme, to stand inside a rule. */
export function colourDeclarations(scheme: 'light' | 'dark'): string {
  return Object.entries(COLOURS)
    .map(([name, values]) => `--${name}:${values[scheme]}`)
    .join(';');
}

/** The plot with the light values in place of names: what other programs can show. */
export function withLightColours(svg: string): string {
  return svg.replaceAll(/var\(--(\w+)\)/g, (whole, name: string) => (isColour(name) ? COLOURS[name].light : whole));
}

/** The same on a background: a picture of its own has one, for its text is dark. */
export function onPaper(svg: string): string {
  return withLightColours(
    svg.replace(/(<svg[^>]*>)/, `$1<rect width="100%" height="100%" fill="${colour('paper')}"/>`),
  );
}

function isColour(name: string): name is ColourName {
  return Object.hasOwn(COLOURS, name);
}
