import { lastBinding, type Module, parseModule, type Statement } from '../../../python/source.ts';
import type { Task } from '../../../types/task.ts';
import { parsePrompt } from '../prompt/prompt.ts';
import { neededBy } from './demo-code.ts';
import { type Block, dedent, looksLikeCode, type ResponseText } from './response-blocks.ts';

/** A block and the statement in it that is taken as the answer. */
export interface Draft {
  readonly block: Block;
  readonly module: Module;
  readonly winner: Statement;
  /** Lines of the prompt that were put before the block: only for a bare body. */
  readonly addedLines: number;
  readonly manner: 'definition' | 'body' | 'other-name';
}

/**
 * The last complete definition of a name; a stub (docstring, `pass`) counts only when there is nothing better, a
 * definition that does not parse only when there is no complete one.
 */
export function findDraft(blocks: readonly Block[], name: string): Draft | undefined {
  const drafts = blocks.flatMap((block): Draft[] => {
    const module = parseModule(block.source);
    return module.statements
      .filter((statement) => statement.binds.has(name) && definesFunction(statement, module))
      .map((winner) => ({ block, module, winner, addedLines: 0, manner: 'definition' }));
  });
  return (
    drafts.findLast(({ winner }) => !winner.hasError && !winner.isStub) ??
    drafts.findLast(({ winner }) => !winner.hasError) ??
    drafts.at(-1)
  );
}

/** Not every assignment does: in a bare body a variable may have the function's own name. */
function definesFunction(statement: Statement, module: Module): boolean {
  if (statement.kind !== 'assignment')
    return (
      ['function', 'class'].includes(statement.kind) ||
      /\bdef\b/.test(module.source.slice(statement.from, statement.to))
    );
  if (module.statements.some(({ returns }) => returns)) return false;
  const functions = module.statements.filter(({ kind }) => kind === 'function').flatMap(({ binds }) => [...binds]);
  const text = module.source.slice(statement.from, statement.to);
  return /=\s*lambda\b|\bpartial\(/.test(text) || functions.some((name) => statement.uses.has(name));
}

/** The last function or class of the last block that has one: the answer to another question, or a method in a class. */
export function otherCode(blocks: readonly Block[]): Draft | undefined {
  for (const block of blocks.toReversed()) {
    const module = parseModule(block.source);
    const winner = module.statements.findLast((s) => ['function', 'class'].includes(s.kind) && !s.hasError);
    if (winner) return { block, module, winner, addedLines: 0, manner: 'other-name' };
  }
  return undefined;
}

/**
 * A response that continues the prompt: a fence's content, or the text from some line on, read as the function's body.
 * A body that does not parse (cut at the token limit) counts only where the response begins with it.
 */
export function assembleBody(text: ResponseText, task: Pick<Task, 'prompt' | 'entryPoint'>): Draft | undefined {
  const { definition, bodyIndent } = parsePrompt(task.prompt, task.entryPoint);
  if (definition === '') return undefined;
  const head = definition.trimEnd().split('\n');
  const blocks = [...text.fenced.toReversed(), ...unfencedBodies(text)];
  const drafts = blocks.flatMap((block) =>
    indentations(block.raw.split('\n'), bodyIndent).flatMap((body) => draftOfBody(block, head, body, task.entryPoint)),
  );
  const complete = drafts.find(({ winner, module }) => {
    const own = module.source.slice(winner.from, winner.to).split('\n').slice(head.length);
    return !winner.hasError && !winner.isStub && isBody(own);
  });
  const isAtStart = ({ firstLine }: Block): boolean =>
    text.lines.slice(0, firstLine).every((line) => line.trim() === '');
  return complete ?? drafts.find(({ block }) => (block.isFenced || isAtStart(block)) && beginsLikeBody(block));
}

function draftOfBody(block: Block, head: readonly string[], body: readonly string[], name: string): Draft[] {
  const module = parseModule([...head, ...body].join('\n'));
  const winner = lastBinding(module, name);
  return winner?.kind === 'function' ? [{ block, module, winner, addedLines: head.length, manner: 'body' }] : [];
}

/** An indented statement: prose is not indented; code in a fence need not be. A definition is not taken for a body. */
function beginsLikeBody(block: Block): boolean {
  const first = block.raw.split('\n').find((line) => line.trim() !== '' && !line.trim().startsWith('#')) ?? '';
  if (/^\s*(?:async\s|def\s|class\s|@|import\s|from\s)/.test(first)) return false;
  return (block.isFenced || /^[ \t]/.test(first)) && looksLikeCode(first);
}

/**
 * Text without fences, from its first line of code on. What is skipped is prose: a body that begins with broken code is
 * not to be mended by leaving that out.
 */
function unfencedBodies(text: ResponseText): Block[] {
  if (text.fenced.length > 0) return [];
  const end = text.lines.findIndex((_, index) => index > 0 && text.fenceLines.has(index));
  const lines = end === -1 ? text.lines : text.lines.slice(0, end);
  const start = lines.findIndex((line) => /^[ \t]+\S/.test(line) || looksLikeCode(line));
  if (start === -1) return [];
  const raw = lines.slice(start).join('\n');
  return [{ source: raw, raw, firstLine: start, isFenced: false, isClosed: true }];
}

/**
 * The body as written, moved right as a whole, and with only its first line moved: models often drop the indentation of
 * the first line, having "continued" the prompt's last one.
 */
function indentations(lines: readonly string[], columns: number): string[][] {
  const pad = ' '.repeat(columns);
  const shift = (line: string): string => (line.trim() === '' ? line : pad + line);
  const first = lines.findIndex((line) => line.trim() !== '');
  return [
    [...lines],
    dedent(lines).map(shift),
    lines.map((line, index) => (index === first ? pad + line.trimStart() : line)),
  ];
}

/** Something a function's body holds and prose does not: `return` or `yield` of its own, or else statements that act. */
function isBody(lines: readonly string[]): boolean {
  const module = parseModule(dedent(lines).join('\n'));
  const acts = module.statements.some((s) => s.updates.size > 0 || s.calls.size > 0);
  return module.statements.some((s) => s.returns || /^raise\b/.test(module.source.slice(s.from))) || acts;
}

interface Helper {
  readonly block: Block;
  readonly module: Module;
  readonly statement: Statement;
}

/**
 * Definitions in other blocks of what the kept code reads and neither its block, nor the prompt, nor Python has: the
 * nearest earlier block first, then later ones; with what they need themselves.
 */
export function helpersFor(
  draft: Draft,
  kept: readonly Statement[],
  blocks: readonly Block[],
  task: Pick<Task, 'prelude'>,
): Helper[] {
  const others = blocks.filter((block) => block.firstLine !== draft.block.firstLine);
  if (others.length === 0) return [];
  const earlier = others.filter((block) => block.firstLine < draft.block.firstLine).toReversed();
  const later = others.filter((block) => block.firstLine > draft.block.firstLine);
  const sources = [...earlier, ...later].map((block) => ({ block, module: parseModule(block.source) }));
  const known = new Set([...parseModule(task.prelude).statements, ...kept].flatMap(({ binds }) => [...binds]));
  const wanted = [...neededBy(draft.winner, draft.module)]
    .filter((s) => kept.includes(s))
    .flatMap(({ uses }) => [...uses]);
  const helpers: Helper[] = [];
  for (const name of wanted) {
    if (known.has(name)) continue;
    known.add(name);
    const found = sources.flatMap(({ block, module }) => {
      const statement = lastBinding(module, name);
      return statement && isHelper(statement) ? [{ block, module, statement }] : [];
    })[0];
    if (!found) continue;
    helpers.unshift(found);
    for (const bound of found.statement.binds) known.add(bound);
    wanted.push(...found.statement.uses);
  }
  return helpers.filter((helper, index) => helpers.findIndex((h) => h.statement === helper.statement) === index);
}

/** An assignment is one only when it computes nothing by calls: `data = input()` of an example is no constant. */
function isHelper(statement: Statement): boolean {
  if (statement.hasError) return false;
  if (statement.kind === 'assignment') return ![...statement.calls].some((name) => ['input', 'print'].includes(name));
  return ['function', 'class', 'import'].includes(statement.kind);
}
