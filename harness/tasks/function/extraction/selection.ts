import { lineAt, type Module, type Statement } from '../../../python/source.ts';
import type { Label } from './cuts.ts';
import { isDemonstration, isIdle, neededBy } from './demo-code.ts';
import type { Draft } from './drafts.ts';
import type { Block } from './response-blocks.ts';

/** Which statements of the winner's block stay; the others get a label that says why not. */
export function chooseStatements(draft: Draft, name: string, labels: Map<number, Label>): Statement[] {
  const { module, winner, block } = draft;
  const needed = neededBy(winner, module);
  const rebinds = module.statements.some(
    (s) => !['function', 'class'].includes(s.kind) && needed.has(s) && s.uses.has(name) && s.binds.has(name),
  );
  const kept: Statement[] = [];
  for (const statement of module.statements) {
    const label = rejection(statement);
    if (label === 'keep') kept.push(statement);
    labelLines(block.firstLine, draft.addedLines, statement, module, label, labels);
  }
  return kept;

  function rejection(statement: Statement): Label {
    if (statement === winner) return 'keep';
    if (statement.binds.has(name) && !rebinds && isDefinition(statement)) {
      return statement.hasError && statement.from > winner.from ? 'incomplete-tail' : 'earlier-draft';
    }
    if (statement.hasError || statement.returns) {
      if (needed.has(statement) && statement.kind !== 'other') return 'keep';
      return brokenLabel(statement);
    }
    if (isDemonstration(statement, module, name, needed)) return 'demo-code';
    return isIdle(statement, module) && !needed.has(statement) ? brokenLabel(statement) : 'keep';
  }

  function brokenLabel(statement: Statement): Label {
    if (statement.from < winner.from) return block.isFenced ? 'other' : 'prose-before';
    if (!block.isFenced && (!isCodeLike(statement) || isIdle(statement, module))) return 'prose-after';
    return statement.hasError && (!block.isClosed || !block.isFenced) ? 'incomplete-tail' : 'other';
  }
}

const isDefinition = (statement: Statement): boolean => ['function', 'class', 'assignment'].includes(statement.kind);
const isCodeLike = (statement: Statement): boolean =>
  isDefinition(statement) || statement.kind === 'import' || statement.calls.size > 0;

/** The lines of the kept statements with the comments and blank lines that belong to them. */
export function keptLines(draft: Draft, kept: readonly Statement[], labels: Map<number, Label>): string {
  const lines = draft.module.source.split('\n');
  if (draft.winner.hasError) return trimBlankLines(lines);
  const owner = ownership(draft.module, lines.length);
  const isKept = new Set(kept);
  const chosen = lines.filter((line, index) => {
    const statement = owner[index];
    const stays = statement !== undefined && isKept.has(statement);
    const responseLine = index - draft.addedLines + draft.block.firstLine;
    if (index >= draft.addedLines && line.trim() !== '' && !labels.has(responseLine)) {
      labels.set(
        responseLine,
        stays || statement === undefined ? 'keep' : (labels.get(firstLineOf(statement)) ?? 'other'),
      );
    }
    return stays;
  });
  return trimBlankLines(chosen);

  function firstLineOf(statement: Statement): number {
    return lineAt(draft.module, statement.from) - draft.addedLines + draft.block.firstLine;
  }
}

/** A comment or blank line belongs to the statement after it, at the end to the one before. */
function ownership(module: Module, lineCount: number): (Statement | undefined)[] {
  const owner: (Statement | undefined)[] = Array.from({ length: lineCount });
  for (const statement of module.statements) {
    owner.fill(statement, lineAt(module, statement.from), lineAt(module, statement.to) + 1);
  }
  for (let index = lineCount - 2; index >= 0; index--) owner[index] ??= owner[index + 1];
  for (let index = 1; index < lineCount; index++) owner[index] ??= owner[index - 1];
  return owner;
}

/** What a block that is not the winner's is: another draft of the entry point, or other code; loose lines stay prose. */
export function labelOtherBlock(block: Block, draft: Draft, labels: Map<number, Label>, name: string): void {
  if (block.firstLine === draft.block.firstLine) return;
  const isDraft = new RegExp(`\\bdef\\s+${name}\\b`).test(block.raw);
  if (!block.isFenced && !isDraft) return;
  const draftLabel: Label = block.firstLine < draft.block.firstLine ? 'earlier-draft' : 'incomplete-tail';
  labelBlock(block, isDraft ? draftLabel : 'other', labels);
}

export function labelBlock(block: Block, label: Label, labels: Map<number, Label>): void {
  for (const [index, line] of block.raw.split('\n').entries()) {
    if (line.trim() !== '') labels.set(block.firstLine + index, label);
  }
}

export function labelLines(
  firstLine: number,
  addedLines: number,
  statement: Statement,
  module: Module,
  label: Label,
  labels: Map<number, Label>,
): void {
  const last = lineAt(module, statement.to);
  for (let line = lineAt(module, statement.from); line <= last; line++) {
    if (line >= addedLines) labels.set(line - addedLines + firstLine, label);
  }
}

function trimBlankLines(lines: readonly string[]): string {
  return lines
    .join('\n')
    .replace(/^(?:[ \t]*\n)+/, '')
    .trimEnd();
}
