import { type Html, html } from './html.ts';

/** What the words of tables and pages mean, for somebody who sees them for the first time. */
const WORDS: readonly (readonly [word: string, meaning: string])[] = [
  ['arm', 'a condition as it runs in one study; a row of the tables'],
  ['trial', 'one arm on one task, once per sample'],
  ['step', 'one candidate of a trial as recorded; step 0 is the first generation'],
  ['k', 'the number of repair rounds allowed; what counts at k is the last step up to it'],
  ['graded', 'decided by the dataset’s own tests or proofs: solved or unsolved'],
  ['ungraded', 'could not be decided (a lost sandbox, an error on the way); in no rate, neither right nor wrong'],
  ['verdict', 'what a loop’s own verifier says; it may be wrong'],
  ['oracle (†)', 'an arm whose loop looks at the tests or proofs that grade'],
  ['regressed, gained', 'solved at the smaller k and not at the larger one, and the other way round'],
  ['monotone', 'no task regressed'],
  ['drift', 'steps of a replayed study that came out otherwise on this machine than when they were recorded'],
  ['pass@m', 'the chance that at least one of m samples is right'],
  ['simulated', 'answers were made up from a profile: such a table measures nothing'],
];

/** The words as a list. */
export function glossary(): Html {
  return html`<dl class="words">${WORDS.map(([word, meaning]) => html`<div><dt>${word}</dt><dd>${meaning}</dd></div>\n`)}</dl>`;
}
