import type { TripleTexts } from '../../models/simulated/triples/known-triples.ts';
import type { TripleParts } from '../../types/consistency.ts';
import type { Contract, TripleTask } from '../../types/task.ts';
import { ForbiddenText } from '../../verifiers/prover/contract.ts';
import { withoutInvariants } from '../../verifiers/prover/dafny/invariants.ts';
import { splitDafnyMethod } from '../../verifiers/prover/dafny/split.ts';
import { extractBody } from '../contract/extract-body.ts';

/** What a hidden name is called, as in the paper's listings. */
const HIDDEN = 'foo';

const isAnnotation = (clause: string): boolean => /^(?:requires|ensures) /.test(clause);
const nameIn = (signature: string): string => signature.match(/^(?:method|def) (\w+)/)?.[1] ?? '';

/** The texts of a triple as a model is shown them, under its own name or another. */
export function tripleParts(task: TripleTask, isHidden: boolean): TripleParts {
  const { contract, body, language } = task;
  const frame = contract.clauses.filter((clause) => !isAnnotation(clause));
  const asserts = contract.clauses.flatMap((clause) => clause.match(/^requires (.*)$/)?.slice(1) ?? []);
  const name = nameIn(contract.signature);
  const shown = (text: string): string => (isHidden ? renamed(text, name, HIDDEN) : text).trim();
  const head = (clauses: readonly string[]): string => headText(contract, clauses, language);
  const whole = (text: string): string => shown(wholeText(head(frame), asserts, text, language));
  return {
    head: shown(head(frame)),
    annotated: shown(head(contract.clauses)),
    code: whole(body),
    codeWithoutInvariants: whole(language === 'dafny' ? withoutInvariants(body) : withoutInvariantLines(body)),
  };
}

/** The texts of a triple for a model that is simulated. */
export function tripleTexts(task: TripleTask): TripleTexts {
  const [hidden, named] = [tripleParts(task, true), tripleParts(task, false)];
  const code = wholeText(named.head, [], task.body, task.language);
  return { shown: [hidden, named], code, annotation: named.annotated };
}

const headText = (
  { preamble, signature }: Contract,
  clauses: readonly string[],
  language: TripleTask['language'],
): string =>
  [preamble, signature, ...clauses.map((clause) => (language === 'dafny' ? `  ${clause}` : `    #@ ${clause}`))]
    .filter((line) => line !== '')
    .join('\n');

/** Preconditions stand in the code as assertions (Clover, section 3.2). */
function wholeText(head: string, asserts: readonly string[], body: string, language: TripleTask['language']): string {
  const lines = body.trimEnd();
  if (language === 'dafny')
    return [head, '{', ...asserts.map((each) => `  assert ${each};`), indented(lines, 2), '}'].join('\n');
  return [head, ...asserts.map((each) => `    #@ assert ${each}`), indented(lines, 4)].join('\n');
}

/** At least so deep. */
function indented(text: string, spaces: number): string {
  const lines = text.split('\n');
  const least = Math.min(...lines.filter((line) => line.trim() !== '').map((line) => line.search(/\S/)));
  return lines.map((line) => (line.trim() === '' ? '' : ' '.repeat(spaces) + line.slice(least))).join('\n');
}

const withoutInvariantLines = (body: string): string =>
  body
    .split('\n')
    .filter((line) => !/^\s*#@\s*(?:invariant|variant)\b/.test(line))
    .join('\n');

const renamed = (text: string, from: string, to: string): string =>
  text.replaceAll(new RegExp(`(?<![\\w'?])${from}(?![\\w'?])`, 'g'), to);

/** The code in a model's answer, under the triple's own name. */
export function codeIn(response: string, { contract }: TripleTask): string {
  return renamed(extractBody(response).text, HIDDEN, nameIn(contract.signature));
}

/** The annotation in it, a clause a line; whatever else stands there is left out, and what cannot be read is left as it is. */
export function annotationIn(response: string, task: TripleTask): string {
  const text = codeIn(response, task);
  return (task.language === 'dafny' ? dafnyClauses(text) : pythonClauses(text)).filter(isAnnotation).join('\n');
}

function dafnyClauses(text: string): readonly string[] {
  try {
    const whole = text.trim().startsWith('method') ? text : `method M()\n${text}`;
    return splitDafnyMethod(/\}\s*$/.test(whole) ? whole : `${whole}\n{\n}`).contract.clauses;
  } catch (error) {
    if (!(error instanceof ForbiddenText)) throw error;
    return joined(text.split('\n'), /^\s*(?:requires|ensures)\b/);
  }
}

const pythonClauses = (text: string): readonly string[] =>
  text.split('\n').flatMap((line) => line.match(/^\s*(?:#@\s*)?((?:requires|ensures)\b.*)$/)?.slice(1) ?? []);

/** Lines that belong to the one before them are put behind it. */
function joined(lines: readonly string[], isFirst: RegExp): readonly string[] {
  const clauses: string[] = [];
  for (const line of lines) {
    if (isFirst.test(line)) clauses.push(line.trim());
    else if (clauses.length > 0) clauses.push(`${clauses.pop()} ${line.trim()}`);
  }
  return clauses.map((clause) => clause.replace(/\s+/g, ' ').trim());
}
