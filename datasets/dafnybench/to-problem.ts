import {
  type ContractProblem,
  type DafnyDeclaration,
  dafnyDeclarations,
  dafnyTokens,
  splitDafnyMethod,
} from '../../harness/dataset.ts';
import type { DafnyBenchRow } from './rows.ts';

/** Why a program is no task here, in few words: tables count by them. */
type LeftOut =
  | 'its text is not read'
  | 'it believes something'
  | 'no method outside of classes and modules ensures something'
  | 'its method need not end';

/** What is believed and not proved; a candidate could call it. */
const BELIEVED = new Set('assume axiom extern include import expect'.split(' '));
const PROVED_BY_BODY = new Set(
  'method lemma function predicate copredicate colemma inductive twostate greatest least'.split(' '),
);

/**
 * The last method of a program from which hints were taken, or its last one where none were, as a task: its body with its proof under its contract. All else that the program declares
 * stands beside it as published, but for what calls it.
 */
export function toProblem({
  test_ID: id,
  test_file: file,
  ground_truth: program,
  hints_removed: without,
}: DafnyBenchRow): ContractProblem | LeftOut {
  const [all, bare] = [program, without].map(declarationsOf);
  if (all === undefined || bare === undefined) return 'its text is not read';
  const methods = all.filter(isMethod);
  const target = methods.findLast((each) => hasHints(each, bare)) ?? methods.at(-1);
  if (target === undefined) return 'no method outside of classes and modules ensures something';
  const others = withoutCallers(target, all);
  if (others.some(isBelieved)) return 'it believes something';
  const { contract, body } = splitDafnyMethod(target.text);
  if (contract.clauses.some((clause) => /^decreases\s+\*/.test(clause))) return 'its method need not end';
  const whole = { ...contract, preamble: others.map(({ text }) => text).join('\n\n') };
  return {
    task: { kind: 'contract', id: `dafnybench/${id}`, language: 'dafny', contract: whole, docstring: '' },
    canonical: body,
    wrong: [],
    published: { program, changes: [] },
    tags: [file.replace(/^\d+-/, '').replace(/\.dfy$/, '')],
  };
}

function declarationsOf(program: string): readonly DafnyDeclaration[] | undefined {
  try {
    return dafnyDeclarations(program);
  } catch {
    return undefined;
  }
}

const isMethod = ({ kind, text, hasBody, words }: DafnyDeclaration): boolean =>
  kind === 'method' && hasBody && words.has('ensures') && /^method\s+\w/.test(text) && ensures(text);

function hasHints({ name, text }: DafnyDeclaration, bare: readonly DafnyDeclaration[]): boolean {
  const before = bare.find((each) => each.kind === 'method' && each.name === name);
  return before !== undefined && !isSameDeclaration(before.text, text);
}

const ensures = (text: string): boolean =>
  splitDafnyMethod(text).contract.clauses.some((clause) => clause.startsWith('ensures '));

const isSameDeclaration = (one: string, other: string): boolean => inTokens(one) === inTokens(other);
const inTokens = (text: string): string =>
  dafnyTokens(text)
    .map((token) => token.text)
    .join(' ');

/** Methods and lemmas that call it are not needed to write it; what its contract speaks of stays. */
function withoutCallers(target: DafnyDeclaration, all: readonly DafnyDeclaration[]): readonly DafnyDeclaration[] {
  const gone = new Set([target.name]);
  const isCaller = ({ kind, name, words }: DafnyDeclaration): boolean =>
    (kind === 'method' || kind === 'lemma') && !gone.has(name) && [...gone].some((each) => words.has(each));
  for (let callers = all.filter(isCaller); callers.length > 0; callers = all.filter(isCaller))
    for (const { name } of callers) gone.add(name);
  return all.filter(({ kind, name }) => !((kind === 'method' || kind === 'lemma') && gone.has(name)));
}

function isBelieved({ kind, words, hasBody, text }: DafnyDeclaration): boolean {
  return (
    (PROVED_BY_BODY.has(kind) && !hasBody) ||
    [...BELIEVED].some((word) => words.has(word)) ||
    /\{:\s*verify\b/.test(text) ||
    /decreases\s+\*/.test(text)
  );
}
