import { type Html, html } from './html.ts';

/** The shapes of the heat map as characters. A reader hears the word beside them, not the shape. */
const SHAPES = { solved: '■', unsolved: '×', ungraded: '○' } as const;

/** An outcome as far as a mark shows it. */
export type MarkedOutcome =
  | { readonly status: 'solved' }
  | { readonly status: 'unsolved' | 'ungraded'; readonly reason: string };

/** A shape and its word: `■ solved`, `× assertion`, `○ sandbox-lost`. */
export function outcomeMark(outcome: MarkedOutcome | undefined): Html {
  if (outcome === undefined) return html`<span class="outcome ungraded">not graded</span>`;
  const word = outcome.status === 'solved' ? 'solved' : outcome.reason;
  const kind = outcome.status === 'ungraded' ? html`<span class="unseen">ungraded: </span>` : undefined;
  return html`<span class="outcome ${outcome.status}"><span aria-hidden="true">${SHAPES[outcome.status]}</span> ${kind}${word}</span>`;
}

/** Of more samples there are counts alone. */
const MOST_SHAPES = 200;

/** One shape a sample, said as counts. A single sample has its word too. */
export function outcomeMarks(outcomes: readonly MarkedOutcome[]): Html {
  if (outcomes.length === 1) return outcomeMark(outcomes[0]);
  const count = (status: MarkedOutcome['status']) => outcomes.filter((outcome) => outcome.status === status).length;
  const words = `${count('solved')} of ${outcomes.length} solved, ${count('ungraded')} ungraded`;
  if (outcomes.length > MOST_SHAPES) return html`<span class="outcome">${words}</span>`;
  const shapes = outcomes.map(({ status }) => html`<span class="${status}">${SHAPES[status]}</span>`);
  return html`<span class="outcome"><span aria-hidden="true">${shapes}</span><span class="unseen">${words}</span></span>`;
}

/** The legend of the shapes. */
export const OUTCOME_LEGEND = `${SHAPES.solved} solved, ${SHAPES.unsolved} unsolved (with the reason), ${SHAPES.ungraded} ungraded: neither right nor wrong`;
