import { join } from 'node:path';
import { UsageError } from '../../errors.ts';
import { type BuiltLine, readBuiltLines } from '../../loading/built-line.ts';
import { canonicalJson, sha256 } from '../../storage/hash.ts';
import { parseJsonLines } from '../../storage/json-lines.ts';
import { writeAtomically } from '../../storage/line-file.ts';
import { readUtf8 } from '../../storage/utf8.ts';
import { markdownTable } from '../../text/markdown-table.ts';
import { type BuildParts, buildDataset, RESULTS_FILE, type Result, resultShape } from '../build-dataset.ts';
import type { Example, Specification } from '../build-record.ts';
import type { TextRequest } from '../build-text.ts';
import type { InputForm } from '../oracle.ts';
import { createPrograms } from '../programs.ts';
import { type Challenge, type Judged, judgeChallenges } from './challenges.ts';

interface ChallengeOptions {
  /** The folder of the build that is challenged; it stays as it is. */
  readonly build: string;
  readonly challenges: readonly Challenge[];
  readonly out: string;
  readonly resume: boolean;
  readonly concurrency: number;
  readonly maxOutputTokens: number;
  readonly modelSeed?: number | undefined;
}

/**
 * Truth injection: a new version of a built dataset in which what users say of inputs is the truth. Tasks with an accepted challenge are
 * built again from stage 4 on, all others are taken over with their certificates. The earlier version stays: runs point to its sum. Gives
 * the tables. Throws `UsageError` where `build` is no finished build, and what model and sandbox throw.
 */
export async function challengeDataset(options: ChallengeOptions, parts: BuildParts): Promise<string> {
  const { build, challenges, out } = options;
  const [first] = parts.sandboxes;
  if (first === undefined) throw new Error('expected a sandbox for each hash seed');
  const [dataset, results] = [join(build, 'dataset.jsonl'), join(build, RESULTS_FILE)];
  const text = await readUtf8(dataset);
  const lines = readBuiltLines(text, dataset);
  const [anyLine] = lines;
  if (anyLine === undefined) throw new UsageError(`${dataset}: expected a task that can be challenged, found none`);
  const earlier = parseJsonLines(await readUtf8(results), results, resultShape);
  const tasks = new Map(lines.map((line) => [line.task_id, { line, specification: specificationOf(line, earlier) }]));
  const judged: Judged[] = [];
  for (const [id, of] of Map.groupBy(challenges, ({ task_id }) => task_id)) {
    const task = tasks.get(id);
    const known = task && { specification: task.specification, examples: task.line.public_tests };
    judged.push(...(await judgeChallenges(of, known, createPrograms(first, id))));
  }
  const accepted = Map.groupBy(judged.filter(isAccepted), ({ challenge }) => challenge.task_id);
  const texts = earlier.map(({ id }): TextRequest => {
    const task = tasks.get(id);
    return task === undefined ? { id, text: '', examples: [] } : requestOf(task, accepted.get(id) ?? []);
  });
  const kept = earlier.filter(({ id }) => !accepted.has(id));
  const table = await buildDataset(
    {
      ...options,
      texts,
      origin: `challenges of ${anyLine.built.form === 'values' ? 'a build by values' : 'a build by functions'}`,
      form: anyLine.built.form satisfies InputForm,
      challenged: { datasetSha256: sha256(text), challengesSha256: sha256(canonicalJson(challenges)) },
      kept,
    },
    parts,
  );
  const rows = judged.map(({ challenge, judgement }) => `${JSON.stringify({ ...challenge, judgement })}\n`).join('');
  await writeAtomically(join(out, 'challenges.jsonl'), rows);
  return [table, judgedTable(judged)].join('\n\n');
}

type Accepted = Judged & { readonly example: Example };
const isAccepted = (judged: Judged): judged is Accepted => judged.example !== undefined;

function specificationOf({ task_id: id }: BuiltLine, results: readonly Result[]): Specification {
  const stages = results.find((result) => result.id === id)?.stages ?? [];
  const found = stages.flatMap((stage) => (stage.stage === 'specification' ? (stage.specification ?? []) : []))[0];
  if (found === undefined) throw new UsageError(`${id}: expected its specification in ${RESULTS_FILE}, found none`);
  return found;
}

/** The request of a task whose stages from 4 on are made again, with what the user knows now. */
function requestOf(
  { line, specification }: { readonly line: BuiltLine; readonly specification: Specification },
  accepted: readonly Accepted[],
): TextRequest {
  const { task_id: id, public_tests: before, built } = line;
  const examples = new Map([...before, ...accepted.map(({ example }) => example)].map((one) => [one.input, one]));
  const { textSha256, version } = built;
  const earlier = { specification, textSha256, version };
  return { id, text: specification.description, examples: [...examples.values()], earlier };
}

function judgedTable(judged: readonly Judged[]): string {
  const rows = judged.map(({ challenge, judgement }) => [
    challenge.task_id,
    challenge.input.slice(0, 60),
    challenge.output.slice(0, 60),
    judgement,
  ]);
  return markdownTable({ header: ['task', 'input', 'output', 'challenge'], rows, textColumns: [1, 2, 3] });
}
