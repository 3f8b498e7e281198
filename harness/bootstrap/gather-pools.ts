import type { CriticVerdict } from '../critics/critic.ts';
import { translationOf } from '../critics/judge-proved.ts';
import { contractText } from '../critics/language-of.ts';
import type { z } from '../storage/schema.ts';
import { type LanguagesByName, languageNamed } from '../tasks/jobs/problems.ts';
import { readTranslation } from '../tasks/jobs/read-translation.ts';
import type { Step, Trajectory } from '../types/record.ts';
import {
  type ExploitExample,
  type Pools,
  poolsShape,
  type RepairExample,
  type TranslationExample,
} from '../types/search.ts';
import type { TranslationProblem, WholeProgram } from '../types/task.ts';

/** A generation that the prover proved in its loop, with the trajectory that led to it. */
export interface ProvedTranslation {
  readonly problem: TranslationProblem;
  readonly trajectory: Trajectory;
  readonly step: Step;
  readonly program: WholeProgram;
}

/** What an iteration has proved, in plan order. */
export function provedIn(
  trajectories: readonly Trajectory[],
  problems: readonly TranslationProblem[],
  languages: LanguagesByName,
): readonly ProvedTranslation[] {
  const byId = new Map(problems.map((problem) => [problem.task.id, problem]));
  return trajectories.flatMap((trajectory) => {
    const problem = byId.get(trajectory.taskId);
    if (problem === undefined) return [];
    const { source, task } = problem;
    const pair = {
      source: { program: source, language: languageNamed(source.language, languages) },
      target: { name: task.target.language, language: languageNamed(task.target.language, languages) },
    };
    return trajectory.steps.flatMap((step): ProvedTranslation[] => {
      if (step.verdict?.status !== 'accept' || step.candidate === undefined) return [];
      const read = readTranslation(step.candidate, pair);
      return 'refused' in read ? [] : [{ problem, trajectory, step, program: read.program }];
    });
  });
}

/** A proved translation, and what critics said of it. */
export interface CriticisedTranslation extends ProvedTranslation {
  readonly verdicts: readonly CriticVerdict[];
}

/** No critic rejects it. One that could not tell, or was not run, does not. */
export const passes = ({ verdicts }: CriticisedTranslation): boolean => verdicts.every(({ said }) => said !== 'reject');

/**
 * Pools with what an iteration adds (AlphaVerus, Equation 3): of translations that pass the critics, source and target, and each program on the way
 * with its messages and the final one; of those that an exploit rejects, the exploits that are not right. What is there already is not added, and neither is
 * what is longer than a file of pools may hold: the next iteration has to read it.
 */
export function withNew(
  before: Pools,
  criticised: readonly CriticisedTranslation[],
  languages: LanguagesByName,
): Pools {
  const passing = criticised.filter(passes);
  return {
    ...before,
    iterations: before.iterations + 1,
    translations: added(
      before.translations,
      passing.map((each) => translationExample(each, languages)),
      poolsShape.shape.translations.element,
    ),
    repairs: added(before.repairs, passing.flatMap(repairExamples), poolsShape.shape.repairs.element),
    exploits: added(
      before.exploits,
      criticised.flatMap((each) => exploitExamples(each, languages)),
      poolsShape.shape.exploits.element,
    ),
  };
}

/** Examples that a pool gained. */
export const gained = (before: Pools, after: Pools): number =>
  after.translations.length -
  before.translations.length +
  (after.repairs.length - before.repairs.length) +
  (after.exploits.length - before.exploits.length);

function added<T>(before: readonly T[], found: readonly T[], shape: z.ZodType): T[] {
  const all = [...before, ...found.filter((one) => shape.safeParse(one).success)];
  return [...new Map(all.map((one) => [JSON.stringify(one), one])).values()];
}

const translationExample = (
  { problem: { task }, program: { language, contract, body } }: ProvedTranslation,
  languages: LanguagesByName,
): TranslationExample => ({
  taskId: task.id,
  source: { language: task.source.language, text: task.source.text },
  target: { language, text: languageNamed(language, languages).whole(contract, body).trimEnd() },
});

/** All ancestors of a proved program, the nearest first. */
function repairExamples({ problem: { task }, trajectory: { steps }, step }: ProvedTranslation): RepairExample[] {
  const found: RepairExample[] = [];
  const { language } = task.target;
  const final = { language, text: (step.candidate ?? '').trimEnd() };
  // A parent stands before its child, so that there is an end.
  for (let at: Step | undefined = parentOf(step, steps); at !== undefined; at = parentOf(at, steps)) {
    const { candidate = '', verdict } = at;
    if (verdict?.status !== 'reject' || candidate.trim() === '') continue;
    found.push({
      taskId: task.id,
      program: { language, text: candidate.trimEnd() },
      messages: verdict.feedback,
      final,
    });
  }
  return found;
}

const parentOf = ({ parent, index }: Step, steps: readonly Step[]): Step | undefined =>
  parent === undefined || parent >= index ? undefined : steps.find((each) => each.index === parent);

function exploitExamples(
  { problem, program, verdicts }: CriticisedTranslation,
  languages: LanguagesByName,
): ExploitExample[] {
  const { target } = translationOf(program, problem);
  const text = contractText(target, languageNamed(target.language, languages));
  return verdicts.flatMap(({ exploits = [] }) =>
    exploits
      .filter(({ isTriviallyRight }) => isTriviallyRight !== 'yes')
      .map(({ body }) => ({ taskId: problem.task.id, contract: { language: target.language, text }, body })),
  );
}
