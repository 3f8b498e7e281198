import { type Axis, codegradReview, codegradUpdate, type Update } from '../../types/codegrad.ts';
import type { Outcome } from '../../types/execution.ts';
import type { Grade, Run, Step, Trajectory } from '../../types/record.ts';
import { armOf, recordedTrials } from '../trials/trials.ts';

/** A program as its grade shows it. */
export interface GradedProgram {
  readonly outcome: Outcome | undefined;
  /** Of hidden assertions those that do not hold; `undefined` where none was reached. */
  readonly failingShare: number | undefined;
}

/** One revision with the truth about the program before and the draft after it. */
export interface GradedUpdate {
  readonly trajectory: Trajectory;
  readonly step: Step;
  readonly update: Update;
  /** Edits that quote a fragment of the program; those of which the draft changed it. */
  readonly naming: number;
  readonly touched: number;
  readonly before: GradedProgram;
  readonly after: GradedProgram;
  /** Axes that fail; after the revision known of drafts that became the candidate. */
  readonly axesBefore: readonly Axis[] | undefined;
  readonly axesAfter: readonly Axis[] | undefined;
}

/** Every revision of a run in plan order. Empty where no arm revises behind a gate. */
export function* gradedUpdates(run: Run): Generator<GradedUpdate> {
  if (!run.manifest.identity.conditions.some(({ name }) => armOf(run, name).hasUpdates)) return;
  for (const { trajectory, grades } of recordedTrials(run)) {
    for (const [index, step] of trajectory.steps.entries()) {
      const [update, previous] = [codegradUpdate.in(step), trajectory.steps[index - 1]];
      if (update === undefined || previous === undefined) continue;
      const grade = grades.get(step.index);
      yield {
        ...{ trajectory, step, update },
        ...quoted(update, previous.candidate ?? ''),
        before: programOf(grades.get(previous.index)),
        after: programAfter(update, grade),
        axesBefore: failingAxes(previous),
        axesAfter: update.fate === 'accepted' ? failingAxes(step) : undefined,
      };
    }
  }
}

/** The draft, whether it became the candidate or not. */
export function programAfter({ fate }: Update, grade: Grade | undefined): GradedProgram {
  return programOf(fate === 'accepted' || fate === 'unchanged' ? grade : grade?.draft);
}

export function programOf(
  grade: { readonly outcome: Outcome; readonly assertions?: string } | undefined,
): GradedProgram {
  const { assertions = '', outcome } = grade ?? {};
  const isReached = /[pfe]/.test(assertions);
  const held = assertions.replaceAll(/[^p]/g, '').length;
  return { outcome, failingShare: isReached ? 1 - held / assertions.length : undefined };
}

const failingAxes = (step: Step): readonly Axis[] | undefined =>
  codegradReview
    .in(step)
    ?.axes.filter(({ verdict }) => verdict === 'FAIL')
    .map(({ axis }) => axis);

/** A location quotes the program where its words stand in it; the draft touched it where they are no longer there. */
function quoted({ edits, draft }: Update, program: string): { readonly naming: number; readonly touched: number } {
  const [before, after] = [plain(program), plain(draft)];
  const fragments = edits
    .map(({ location }) => plain(location))
    .filter((text) => text.length > 1 && before.includes(text));
  const count = (text: string, fragment: string): number => text.split(fragment).length - 1;
  const touched = fragments.filter((fragment) => count(after, fragment) !== count(before, fragment));
  return { naming: fragments.length, touched: draft.trim() === '' ? 0 : touched.length };
}

const plain = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();
