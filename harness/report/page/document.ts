import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type Html, html, type Part, trusted } from './html.ts';
import { colourDeclarations } from './palette.ts';

/** The parts of a page that differ. */
interface PageParts {
  readonly title: string;
  /** What stands above the main part: headings and notices. */
  readonly header: Part;
  readonly navigation: Part;
  readonly main: Part;
  readonly footer: Part;
  /** Of a viewer: forms that ask itself, and one script of ours by its hash. */
  readonly viewer?: { readonly script?: string };
}

const STYLE = `:root{${colourDeclarations('light')}}
@media (prefers-color-scheme:dark){:root{${colourDeclarations('dark')}}}
@media print{:root{${colourDeclarations('light')}}}
${readFileSync(new URL('page.css', import.meta.url), 'utf8')}`;

/**
 * Nothing may be loaded and nothing may run: no script, no image, no font, no frame, no form, and no style but ours. What a model
 * wrote is escaped; were it not, this would still hold. A viewer's page may send forms to the viewer, and run the one script whose hash stands
 * here.
 */
function policyOf(viewer: PageParts['viewer']): string {
  const script = viewer?.script;
  return [
    "default-src 'none'",
    `style-src '${hashOf(STYLE)}'`,
    ...(script === undefined ? [] : [`script-src '${hashOf(script)}'`, "connect-src 'self'"]),
    "base-uri 'none'",
    `form-action ${viewer === undefined ? "'none'" : "'self'"}`,
  ].join('; ');
}

/** A style sheet or script as a policy names it. */
export function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}

/** A whole page in one text: skip link, landmarks, the style sheet inside. Equal parts give equal bytes. */
export function page({ title, header, navigation, main, footer, viewer }: PageParts): string {
  const document: Html = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${policyOf(viewer)}">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>${trusted(STYLE)}</style>
</head>
<body>
<a class="skip" href="#main">Skip to the results</a>
<header>${header}</header>
<nav aria-label="Contents">${navigation}</nav>
<main id="main" tabindex="-1">${main}</main>
<footer>${footer}</footer>
${viewer?.script === undefined ? undefined : html`<script>${trusted(viewer.script)}</script>\n`}</body>
</html>
`;
  return document.text;
}
