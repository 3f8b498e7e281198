import { defineAs, isDefinitionStart } from '../../python/entry-point.ts';
import type { Message } from '../../types/model.ts';
import type { Problem } from '../../types/task.ts';

/** What a simulated model recognises in a request: nothing but texts of the dataset it was made with. */
export interface KnownPrograms {
  /** The problem whose prompt stands in the messages (the longest, should one hold another). */
  findProblem(messages: readonly Message[]): KnownProblem | undefined;
}

export interface KnownProblem {
  readonly taskId: string;
  /** What it is called in texts. */
  readonly entryPoint: string;
  /** As a fence around its programs says it. */
  readonly language: 'python' | 'dafny' | 'verus';
  /** Its tests can be read for claims; absent where its programs are proved. */
  readonly problem?: Problem;
  /** Never empty: the canonical solution where the pool has none. */
  readonly right: readonly string[];
  /** Never empty: a stub that raises where the pool has none. */
  readonly wrong: readonly string[];
  /** The program the messages show last; `undefined` when they show none. Code nobody labelled counts as wrong. */
  currentCandidate(messages: readonly Message[]): { readonly code: string; readonly isRight: boolean } | undefined;
}

export function createKnownPrograms(problems: readonly Problem[]): KnownPrograms {
  const byPrompt = problems.map((problem) => ({ prompt: problem.task.prompt.trim(), problem }));
  const known = new Map<Problem, KnownProblem>();
  return {
    findProblem(messages) {
      let longest: (typeof byPrompt)[number] | undefined;
      for (const entry of byPrompt) {
        if (entry.prompt.length <= (longest?.prompt.length ?? 0)) continue;
        if (messages.some(({ content }) => content.includes(entry.prompt))) longest = entry;
      }
      if (longest === undefined) return undefined;
      const { problem } = longest;
      const found = known.get(problem) ?? createKnownProblem(problem);
      known.set(problem, found);
      return found;
    },
  };
}

function createKnownProblem(problem: Problem): KnownProblem {
  const { task, pool, canonical } = problem;
  const right = pool.filter(({ isRight }) => isRight).map(({ code }) => code);
  const wrong = pool.filter(({ isRight }) => !isRight).map(({ code }) => code);
  const isRight = labels(problem);
  return {
    taskId: task.id,
    entryPoint: task.entryPoint,
    language: 'python',
    problem,
    right: right.length > 0 ? right : [canonical],
    wrong: wrong.length > 0 ? wrong : [defineAs(task.entryPoint, ['raise NotImplementedError'], '*values')],
    currentCandidate(messages) {
      for (const { content, role } of [...messages].reverse()) {
        const code = lastProgram(content, task.prompt, task.entryPoint, role === 'assistant');
        if (code !== undefined) return { code, isRight: isRight(code) };
        const definition = unfencedDefinition(content, task.prompt, task.entryPoint);
        if (definition !== '') return wholeProgram(problem, definition, isRight);
      }
      return undefined;
    },
  };
}

/**
 * Says whether a program is known to be right: by its text with white space normalised or, since extraction may have cut
 * demonstration code around it, by the text of the entry point's definition where it is right in one program at least
 * (another one with the same definition is then wrong by what stood around it).
 */
function labels({ task, pool, canonical }: Problem): (code: string) => boolean {
  const byCode = new Map<string, boolean>();
  const rightDefinitions = new Set<string>();
  for (const { code, isRight } of [...pool, { code: canonical, isRight: true }]) {
    byCode.set(normalised(code), isRight && byCode.get(normalised(code)) !== false);
    if (isRight) rightDefinitions.add(definitionOf(code, task.entryPoint));
  }
  rightDefinitions.delete('');
  return (code) => byCode.get(normalised(code)) ?? rightDefinitions.has(definitionOf(code, task.entryPoint));
}

/** The last fenced block that is not the prompt, rather one that defines the entry point; or an answer's unfenced code. */
function lastProgram(content: string, prompt: string, entryPoint: string, isAnswer: boolean): string | undefined {
  const definition = { test: (code: string) => code.split('\n').some((line) => isDefinitionStart(line, entryPoint)) };
  const blocks = [...content.matchAll(/^```(\w*)[ \t]*\n([\s\S]*?)^```/gm)]
    .filter(([, language = '']) => ['', 'py', 'python'].includes(language))
    .map(([, , code = '']) => code)
    .filter((code) => normalised(code) !== normalised(prompt));
  const program = blocks.findLast((code) => definition.test(code)) ?? blocks.at(-1);
  if (program !== undefined) return program;
  return isAnswer && definition.test(content) ? content : undefined;
}

/** A definition that stands in a message without a fence, outside the prompt: as the published study shows code. */
function unfencedDefinition(content: string, prompt: string, entryPoint: string): string {
  return definitionOf(content.replaceAll(prompt.trim(), ''), entryPoint);
}

/** The program of the pool that has this definition: what stood around it in the message may be cut. */
function wholeProgram({ task, pool, canonical }: Problem, definition: string, isRight: (code: string) => boolean) {
  const known = [...pool.map(({ code }) => code), canonical].filter(
    (code) => definitionOf(code, task.entryPoint) === definition,
  );
  const code = known.find(isRight) ?? known[0] ?? definition;
  return { code, isRight: isRight(code) };
}

/** From the last definition of the entry point to the next line at its level; empty where there is none. */
function definitionOf(code: string, entryPoint: string): string {
  const lines = normalised(code).split('\n');
  const start = lines.findLastIndex((line) => isDefinitionStart(line, entryPoint));
  if (start === -1) return '';
  const length = lines.slice(start + 1).findIndex((line) => /^[^\s)]/.test(line));
  return lines.slice(start, length === -1 ? undefined : start + 1 + length).join('\n');
}

/** Without blank lines, white space at line ends and common indentation. */
export function normalised(code: string): string {
  const lines = code
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => line !== '');
  const indentation = Math.min(...lines.map((line) => line.search(/\S/)));
  return lines.map((line) => line.slice(indentation)).join('\n');
}
