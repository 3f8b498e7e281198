import { UsageError } from '../../../errors.ts';
import { estimateInputTokens } from '../../../models/providers/token-estimate.ts';
import type { PatchProblem } from '../../../types/task.ts';
import { readDiff } from '../diff/unified-diff.ts';
import { rankByBm25 } from './bm25.ts';
import type { Mirror } from './mirror.ts';

/** What of a repository the model is shown; a declared setting of a run. */
type ContextSetting =
  | { readonly kind: 'none' }
  /** The files the gold patch changes, as they are before it: the published oracle setting, and a leak. */
  | { readonly kind: 'gold-files' }
  | { readonly kind: 'bm25' }
  | { readonly kind: 'files'; readonly paths: readonly string[] };

interface ShownFile {
  readonly path: string;
  /** An estimate, on the high side. */
  readonly tokens: number;
  readonly text: string;
}

/** A file the setting names and the model does not see: never cut short, shown whole or left out. */
interface LeftOutFile {
  readonly path: string;
  readonly tokens?: number;
  readonly why: 'budget' | 'no-text-at-base-commit';
}

export interface RepositoryContext {
  readonly setting: ContextSetting;
  /** It was chosen with knowledge of the gold patch; every table says so. */
  readonly isLeak: boolean;
  readonly budgetTokens: number;
  readonly shown: readonly ShownFile[];
  readonly leftOut: readonly LeftOutFile[];
}

/** How many of the best-ranked files are tried; what does not fit among them is recorded as left out. */
const RANKED_FILES = 20;

/** `none`, `gold-files`, `bm25` or `files:a.py,b.py`. Throws `UsageError` for anything else. */
export function parseContext(text: string): ContextSetting {
  if (text === 'none' || text === 'gold-files' || text === 'bm25') return { kind: text };
  const paths = text.startsWith('files:') ? text.slice('files:'.length).split(',').filter(Boolean) : [];
  if (paths.length > 0) return { kind: 'files', paths: [...new Set(paths)] };
  throw new UsageError(`--context ${text}: expected none, gold-files, bm25 or files:PATH,PATH`);
}

/**
 * The files a setting shows of a task's repository, within a budget: each whole, in the setting's order; what does not fit
 * is left out and recorded, smaller ones behind it are still tried. The mirror is read at the base commit only.
 */
export async function contextFor(
  problem: PatchProblem,
  setting: ContextSetting,
  budgetTokens: number,
  mirror: Mirror | undefined,
): Promise<RepositoryContext> {
  const common = { setting, isLeak: setting.kind === 'gold-files', budgetTokens };
  if (setting.kind === 'none') return { ...common, shown: [], leftOut: [] };
  if (mirror === undefined) throw new UsageError(`--context ${setting.kind} needs --mirrors FOLDER`);
  const { baseCommit } = problem.task;
  const wanted = await wantedPaths(problem, setting, mirror);
  const texts = await mirror.readFiles(baseCommit, wanted);
  const shown: ShownFile[] = [];
  const leftOut: LeftOutFile[] = [];
  let left = budgetTokens;
  for (const path of wanted) {
    const text = texts.get(path);
    const tokens = text === undefined ? undefined : tokensOf(shownAs(path, text));
    if (text === undefined || tokens === undefined) leftOut.push({ path, why: 'no-text-at-base-commit' });
    else if (tokens > left) leftOut.push({ path, tokens, why: 'budget' });
    else {
      shown.push({ path, tokens, text });
      left -= tokens;
    }
  }
  return { ...common, shown, leftOut };
}

async function wantedPaths(
  { task, canonical }: PatchProblem,
  setting: Exclude<ContextSetting, { kind: 'none' }>,
  mirror: Mirror,
): Promise<readonly string[]> {
  switch (setting.kind) {
    case 'files':
      return setting.paths;
    case 'gold-files':
      return readDiff(canonical).flatMap(({ oldPath }) => oldPath ?? []);
    case 'bm25': {
      const sources = (await mirror.listFiles(task.baseCommit)).filter((path) => path.endsWith('.py') && !isTest(path));
      const documents = await mirror.readFiles(task.baseCommit, sources);
      return rankByBm25(task.prompt, documents)
        .slice(0, RANKED_FILES)
        .map(({ id }) => id);
    }
  }
}

/** As the published retrieval: no file with one of these words in its path. */
const isTest = (path: string): boolean => path.split(/[/_.]/).some((part) => /^(?:tests?|testing|e2e)$/.test(part));

const tokensOf = (content: string): number => estimateInputTokens({ messages: [{ role: 'user', content }] });

/** A file as the model sees it: between marks, its lines numbered from 1 as the published prompts do. */
export function shownAs(path: string, text: string): string {
  const lines = text.replace(/\n$/, '').split('\n');
  return `[start of ${path}]\n${lines.map((line, index) => `${index + 1} ${line}`).join('\n')}\n[end of ${path}]`;
}

/** One line for a table's header. */
export function describeContext({ setting, isLeak, budgetTokens, shown, leftOut }: RepositoryContext): string {
  const name = setting.kind === 'files' ? `files:${setting.paths.join(',')}` : setting.kind;
  if (setting.kind === 'none') return 'context none: the issue alone';
  const tokens = shown.reduce((total, file) => total + file.tokens, 0);
  const left = leftOut.length === 0 ? 'nothing left out' : `${leftOut.length} left out`;
  const leak = isLeak ? '; chosen by the gold patch, a leak' : '';
  return `context ${name}: ${shown.length} files, about ${tokens} of ${budgetTokens} tokens, ${left}${leak}`;
}
