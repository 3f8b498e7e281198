import { attempt } from '../report/page/attempt.ts';
import type { AttemptView } from '../report/page/calls.ts';
import { page } from '../report/page/document.ts';
import { type Html, html } from '../report/page/html.ts';
import { lineDiff } from '../report/page/line-diff.ts';
import { outcomeMark } from '../report/page/outcome-marks.ts';
import { htmlTable } from '../report/page/tables.ts';
import type { Grade, Step, Trajectory, WholeRun } from '../types/record.ts';
import { type Comparison, differences, type Flip } from './compare.ts';
import { address } from './filters.ts';
import type { ListedRun } from './run-list.ts';
import { marked } from './task-list.ts';

const MOST_ROWS = 500;

/** Two runs side by side: what differs in the study, arm by arm, then every trial that flipped, the worst first. */
export function comparePage(a: ListedRun, b: ListedRun, { flips, arms }: Comparison): string {
  const differing = differences(a.manifest.identity, b.manifest.identity);
  return page({
    title: `${a.name} and ${b.name}`,
    header: html`<div class="path"><a href="/">Runs</a></div><h1>Two runs side by side</h1>
<p><a href="${address(['runs', a.name])}">${a.name}</a> (first) and <a href="${address(['runs', b.name])}">${b.name}</a> (second)</p>
<p>${differing.length === 0 ? 'The same study: their identities agree.' : `Not the same study: they differ in ${differing.join(', ')}. Read what flipped as what these changed together.`}</p>`,
    navigation: html`<ul><li><a href="#arms">Arms</a></li><li><a href="#flips">What flipped</a></li></ul>`,
    main: html`<section id="arms"><h2>Arms</h2>${
      arms.length === 0
        ? html`<p>They have no trial in common.</p>`
        : htmlTable(
            'Arms of both runs',
            ['arm', 'trials in both', 'solved in the first', 'solved in the second', 'lost', 'gained'].map(
              (content) => ({ content }),
            ),
            arms.map(({ condition, trials, solved, lost, gained }) =>
              [condition, trials, solved[0], solved[1], lost, gained].map((content) => ({ content })),
            ),
          )
    }</section>
<section id="flips"><h2>What flipped</h2><p>${flips.length === 0 ? 'Every trial that both have ended alike.' : `${flips.length} ${flips.length === 1 ? 'trial' : 'trials'} ended otherwise, the worst first${flips.length > MOST_ROWS ? `; the first ${MOST_ROWS} are shown` : ''}.`}</p>
${flips.length === 0 ? undefined : flipTable(a, b, flips)}</section>`,
    footer: html`<p>Every number stands in the run folders.</p>`,
    viewer: {},
  });
}

function flipTable(a: ListedRun, b: ListedRun, flips: readonly Flip[]): Html {
  return htmlTable(
    'Trials that flipped',
    ['task', 'arm', 'sample', 'first', 'second'].map((content) => ({ content, kind: 'text' })),
    flips.slice(0, MOST_ROWS).map((flip) => {
      const { taskId, condition, sample, kRun, one, other } = flip;
      const query = { a: a.name, b: b.name, task: taskId, arm: condition, sample: String(sample) };
      const where = address(['compare', 'trial'], kRun === undefined ? query : { ...query, k: String(kRun) });
      return [
        { content: html`<a href="${where}">${taskId}</a>` },
        { content: condition, kind: 'text' },
        { content: sample, kind: 'text' },
        { content: outcomeMark(marked(one)), kind: 'text' },
        { content: outcomeMark(marked(other)), kind: 'text' },
      ];
    }),
    { mayBeTall: true },
  );
}

/** A trial of one run, with its grades. */
interface SideOfTrial {
  readonly run: ListedRun;
  readonly records: WholeRun;
  readonly trajectory: Trajectory | undefined;
  readonly view: AttemptView;
}

/** One trial in two runs: how the last programs differ, then both sides with every step. */
export function trialPage(sides: readonly [SideOfTrial, SideOfTrial], taskId: string, arm: string): string {
  const [a, b] = sides;
  const last = ({ trajectory }: SideOfTrial): Step | undefined => trajectory?.steps.at(-1);
  return page({
    title: `${taskId}, ${arm}: ${a.run.name} and ${b.run.name}`,
    header: html`<div class="path"><a href="/">Runs</a> <a href="${address(['compare'], { a: a.run.name, b: b.run.name })}">Both runs</a></div>
<h1>${taskId}, ${arm}</h1>`,
    navigation: html`<ul><li><a href="#difference">Difference</a></li><li><a href="#steps">Steps</a></li></ul>`,
    main: html`<section id="difference"><h2>How the last programs differ</h2>${differencePart(last(a), last(b))}</section>
<section><h2 id="steps">Steps</h2><div class="arms" tabindex="0" role="group" aria-label="Both runs (scrolls sideways)">${sides.map(sidePart)}</div></section>`,
    footer: html`<p>Made from the records of both run folders.</p>`,
    viewer: {},
  });
}

function differencePart(one: Step | undefined, other: Step | undefined): Html {
  if (one?.candidate === undefined || other?.candidate === undefined) return html`<p>One of them has no program.</p>`;
  if (one.candidate === other.candidate) return html`<p>They are the same program, byte for byte.</p>`;
  return html`<pre tabindex="0" role="group" aria-label="Difference of the last programs">${lineDiff(
    one.candidate,
    other.candidate,
  ).map(({ kind, text }) =>
    kind === 'added'
      ? html`<ins>+ ${text}</ins>`
      : kind === 'removed'
        ? html`<del>- ${text}</del>`
        : html`<span>  ${text}</span>`,
  )}</pre>`;
}

function sidePart({ run, records, trajectory, view }: SideOfTrial): Html {
  if (trajectory === undefined) return html`<div class="arm"><h3>${run.name}</h3><p>Not run.</p></div>`;
  const gradeOf = (step: number): Grade | undefined =>
    records.grades.find(
      (grade) =>
        grade.condition === trajectory.condition &&
        grade.sample === trajectory.sample &&
        grade.kRun === trajectory.kRun &&
        grade.step === step,
    );
  return html`<div class="arm"><h3>${run.name}</h3><ol class="attempts">${trajectory.steps.map((step, position) =>
    attempt(step, gradeOf(step.index), trajectory.steps[position - 1], view),
  )}</ol></div>`;
}
