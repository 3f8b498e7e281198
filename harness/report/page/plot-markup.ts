import type { Figure, PlotForm } from './figure.ts';
import { escapeHtml, type Html, html, trusted } from './html.ts';
import { withLightColours } from './palette.ts';
import { PLOT_FONT } from './render-plot.ts';

/** A plot inside a page: named and described for a screen reader, its colours following the page. */
export function inlinePlot(figure: Figure, form: PlotForm, svg: string): Html {
  const { width, height, body } = takeApart(svg);
  const id = `${figure.name}-${form}`;
  // Links in a plot repeat links of the page: they are for the pointer and no stops for keyboard or screen reader.
  const isLinked = body.includes('<a ');
  const content = isLinked ? `<g aria-hidden="true">${body.replaceAll('<a ', '<a tabindex="-1" ')}</g>` : body;
  return html`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="${isLinked ? 'group' : 'img'}" aria-labelledby="${id}-title" aria-describedby="${id}-text"><title id="${id}-title">${figure.title}</title><desc id="${id}-text">${figure.description}</desc>${trusted(content)}</svg>`;
}

/** Room above a plot that stands alone, for a title and two lines. */
const HEAD = 58;

/**
 * A plot as a file of its own: light colours on white, its title, what was run and, for a simulated run, that nothing was
 * measured, so that it does not travel without them.
 */
export function standalonePlot(figure: Figure, svg: string, lines: readonly string[]): string {
  const { width, height, body } = takeApart(svg);
  const total = height + HEAD;
  const texts = [figure.title, ...lines].map(
    (line, position) =>
      html`<text x="4" y="${18 + 16 * position}" font-size="${position === 0 ? 14 : 11}" font-weight="${position === 0 ? 600 : 400}" fill="${position === 0 ? '#1b1f24' : '#59616b'}">${line}</text>\n`,
  );
  const head = html`<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="${width}" height="${total}" viewBox="0 0 ${width} ${total}" font-family="${PLOT_FONT}" role="img" aria-labelledby="title text"><title id="title">${figure.title}</title><desc id="text">${figure.description}</desc>
<rect width="${width}" height="${total}" fill="white"/>
${texts}<g transform="translate(0,${HEAD})">`;
  const linked = withLightColours(body).replaceAll('href="tasks/', 'href="../tasks/');
  return `${head.text}${linked}</g></svg>\n`;
}

/** The size of what vega drew and what stands inside its outermost element. */
function takeApart(svg: string): { width: number; height: number; body: string } {
  const head = /^<svg [^>]*width="([\d.]+)" height="([\d.]+)"[^>]*>/.exec(svg);
  if (head === null || !svg.endsWith('</svg>')) {
    throw new Error(`expected an SVG with width and height, got ${escapeHtml(svg.slice(0, 120))}`);
  }
  // Layers keep roles without names whatever the configuration says; the name stands at the outermost element.
  const body = svg
    .slice(head[0].length, -'</svg>'.length)
    .replaceAll(/<[^>]*>/g, (tag) => tag.replaceAll(/ (?:role|aria-[\w-]+)="[^"]*"/g, ''));
  return { width: Math.ceil(Number(head[1])), height: Math.ceil(Number(head[2])), body };
}
