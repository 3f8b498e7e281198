import { topName } from '../../../python/entry-point.ts';
import type { Extracted } from '../../../types/evaluator.ts';
import type { Task } from '../../../types/task.ts';
import { parsePrompt } from '../prompt/prompt.ts';
import { cutsOf, type Label } from './cuts.ts';
import { assembleBody, type Draft, findDraft, helpersFor, otherCode } from './drafts.ts';
import { type Block, type ResponseText, readResponse } from './response-blocks.ts';
import { chooseStatements, keptLines, labelBlock, labelLines, labelOtherBlock } from './selection.ts';

/** Changes whenever the same response could give another candidate. */
export const EXTRACTOR_VERSION = '1';

/** `extractDefault` or `extractPublished`. */
export type Extract = (response: string, task: ExtractionTask) => Extracted;

/** What the extractor may look at: nothing but what the model has seen too. */
type ExtractionTask = Pick<Task, 'prompt' | 'entryPoint' | 'prelude'>;

/**
 * Takes the program out of a model's response. The last complete definition of the entry point wins, in a fence if any
 * fence holds one; with it stay the imports, constants, classes and functions of its block, and what it needs from other
 * blocks. Prose, fences, earlier drafts and demonstration code go. Without a definition, a bare body continues the
 * prompt; code that defines something else is kept as it is, so that it grades `no-entry-point` and not `empty`.
 * Pure and deterministic; the rules and their reasons are in decisions/extraction.md.
 */
export function extractDefault(response: string, given: ExtractionTask): Extracted {
  // Of a method it is the class that is looked for: a bare body never continues one.
  const task = { ...given, entryPoint: topName(given.entryPoint) };
  const text = readResponse(response);
  const blocks = [...text.fenced, ...text.loose].sort((a, b) => a.firstLine - b.firstLine);
  const draft =
    findDraft(text.whole, task.entryPoint) ??
    findDraft(text.fenced, task.entryPoint) ??
    findDraft(text.loose, task.entryPoint);
  if (draft) return extractDraft(draft, blocks, text, task, task.entryPoint);
  const body = assembleBody(text, task);
  if (body) return extractDraft(body, blocks, text, task, task.entryPoint);
  const other = otherCode(text.fenced) ?? otherCode(text.loose);
  if (other) return extractDraft(other, blocks, text, task, [...other.winner.binds][0] ?? '');
  return { text: '', extraction: { status: 'none', cuts: cutsOf(text, new Map(), undefined) } };
}

function extractDraft(
  draft: Draft,
  blocks: readonly Block[],
  text: ResponseText,
  task: ExtractionTask,
  name: string,
): Extracted {
  const labels = new Map<number, Label>();
  for (const block of blocks) labelOtherBlock(block, draft, labels, name);
  if (draft.winner.hasError) labelBlock(draft.block, 'keep', labels);
  const kept = draft.winner.hasError ? draft.module.statements : chooseStatements(draft, name, labels);
  const helpers = draft.winner.hasError ? [] : helpersFor(draft, kept, blocks, task);
  for (const { block, statement, module } of helpers) labelLines(block.firstLine, 0, statement, module, 'keep', labels);
  const lines = keptLines(draft, kept, labels);
  const parts = [...helpers.map(({ module, statement }) => module.source.slice(statement.from, statement.to)), lines];
  const cuts = cutsOf(text, labels, draft.block.firstLine);
  const isWhole = text.fenced.length === 1 && draft.block.isFenced && draft.block.isClosed;
  const isBareCode = !draft.block.isFenced && cuts.length === 0;
  const lost = cuts.some(({ what }) => !['fence', 'prose-before', 'prose-after'].includes(what));
  const isClean = (isWhole || isBareCode) && !lost && helpers.length === 0 && draft.manner === 'definition';
  return { text: `${parts.join('\n\n')}\n`, extraction: { status: isClean ? 'clean' : 'recovered', cuts } };
}

/**
 * The extractor of the published LUCID study, bug for bug (`_clean_solution` and `execute_tests` in its
 * experiments/humaneval): a fence goes only where the stripped response begins or ends with it, all else stays in the
 * program. What then begins with `def ` runs after the prompt's prelude, anything else after the whole prompt. Its text,
 * too, is to be run after the task's prelude. `recovered` means that it was taken to continue the prompt.
 */
export function extractPublished(response: string, task: ExtractionTask): Extracted {
  const whole = response.trim();
  const opening = /^```(?:python)?/.exec(whole)?.[0] ?? '';
  const opened = whole.slice(opening.length).trim();
  const closing = opened.endsWith('```') ? '```' : '';
  const text = opened.slice(0, opened.length - closing.length).trim();
  const cuts = [opening, closing]
    .filter((mark) => mark !== '')
    .map((mark) => ({ what: 'fence' as const, characters: mark.length, excerpt: mark }));
  if (text === '') return { text: '', extraction: { status: 'none', cuts } };
  if (text.startsWith('def ')) return { text: `${text}\n`, extraction: { status: 'clean', cuts } };
  const { definition } = parsePrompt(task.prompt, task.entryPoint);
  return { text: `${definition}${text}\n`, extraction: { status: 'recovered', cuts }, shown: text };
}
