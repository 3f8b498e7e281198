import { DataError, UsageError } from '../errors.ts';
import { loadDataset } from '../loading/load-dataset.ts';
import { findFunction } from '../python/source.ts';
import type { Environment } from '../storage/cache-folder.ts';
import { readJsonLines } from '../storage/json-lines.ts';
import { z } from '../storage/schema.ts';
import { parsePrompt } from '../tasks/function/prompt/prompt.ts';
import type { Problem } from '../types/task.ts';
import { assertedCall, readAssertions } from '../verifiers/claims/read-assertions.ts';
import { type Example, exampleShape } from './build-record.ts';
import type { TextRequest } from './build-text.ts';

const textLine = z.strictObject({
  id: z.string().regex(/^[\x21-\x7e]{1,200}$/, 'expected 1 to 200 printable characters without blanks'),
  text: z.string().max(10_000_000),
  examples: z.array(exampleShape).max(20).exactOptional(),
});

/** The texts of a file, one JSON object a line. Throws `DataError` naming file, line and field. */
export async function readTexts(path: string): Promise<readonly TextRequest[]> {
  const lines = await readJsonLines(path, textLine);
  if (lines.length === 0) throw new DataError(`${path}: expected a text a line, found none`);
  const ids = lines.map(({ id }) => id);
  const twice = ids.find((id, index) => ids.indexOf(id) < index);
  if (twice !== undefined) throw new DataError(`${path}: field id: expected every text once, got ${twice} twice`);
  return lines.map(({ id, text, examples = [] }) => ({ id, text, examples }));
}

export type TextForm = 'full' | 'no-examples' | 'first-sentence';

/** Texts made from the prompts of a dataset; its tests and solutions reach none of them. */
export async function textsFrom(
  datasetId: string,
  form: TextForm,
  environment: Environment,
): Promise<readonly TextRequest[]> {
  const { problems } = await loadDataset(datasetId, { environment });
  return problems.map((problem) => textOf(problem, form));
}

/** One problem's text: its whole prompt, its docstring without examples, or the signature and the docstring's first sentence. */
function textOf({ task }: Pick<Problem, 'task'>, form: TextForm): TextRequest {
  const { id, prompt, entryPoint } = task;
  if (form === 'full') return { id, text: prompt, examples: examplesOf(task) };
  const { definition } = parsePrompt(prompt, entryPoint);
  const signature = /^def [\s\S]*?:\s*$/m.exec(definition)?.[0].trim();
  const docstring = findFunction(prompt, entryPoint)?.docstrings[0]?.text;
  if (signature === undefined || docstring === undefined)
    throw new UsageError(`${id}: expected a prompt with a signature and a docstring; use --text full`);
  const words = proseOf(docstring);
  const said = form === 'first-sentence' ? (/^[\s\S]*?[.!?](?=\s|$)/.exec(words)?.[0] ?? words) : words;
  return { id, text: `${signature}\n${said}`, examples: [] };
}

/** What stands in a docstring before its first example. */
function proseOf(docstring: string): string {
  const lines = docstring.split('\n').map((line) => line.trim());
  const end = lines.findIndex((line) => /^(>>>|Examples?\b|For example\b|e\.g\.)/i.test(line));
  return lines
    .slice(0, end === -1 ? undefined : end)
    .join('\n')
    .trim();
}

/** The examples that a prompt shows, as its user's. */
function examplesOf({ publicTests, entryPoint }: Problem['task']): readonly Example[] {
  return readAssertions(publicTests.source).checks.flatMap((check): Example[] => {
    const asserted = assertedCall(check, entryPoint);
    return asserted?.expected === undefined ? [] : [{ input: asserted.input, output: asserted.expected }];
  });
}
