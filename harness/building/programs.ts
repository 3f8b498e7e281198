import { SandboxLostError } from '../errors.ts';
import { DEFAULT_LIMITS } from '../sandbox/limits.ts';
import { z } from '../storage/schema.ts';
import type { ExecutionLimits, Sandbox, SandboxExecution } from '../types/execution.ts';
import type { TrustedSuite } from '../types/task.ts';
import { CATEGORIES, type Category, type Comparison } from './build-record.ts';
import { callSuite, generatedSuite, OWN_PROGRAMS, ownSuite } from './call-suite.ts';

/** What a program did with one input. */
export type Answer =
  | { readonly status: 'value'; readonly text: string }
  | { readonly status: 'raised' | 'unshown' | 'cut'; readonly why: string };

/** A raw input of `generate_inputs`. */
export interface Generated {
  readonly category: Category;
  readonly form: 'value' | 'expression' | 'unshown';
  readonly text: string;
}

/** Runs programs that anyone may have written, each call in a process that holds nothing else. */
export interface Programs {
  /** Each input in a process of its own. */
  callEach(program: string, entryPoint: string, inputs: readonly string[], seconds: number): Promise<Answer[]>;
  /** All inputs one after the other in one process; where it was cut, no input has a value. */
  callAll(program: string, entryPoint: string, inputs: readonly string[], seconds: number): Promise<Answer[]>;
  /** The inputs a generator gives, or why it gave none. */
  generate(program: string, seconds: number): Promise<readonly Generated[] | string>;
  /** What is wrong with a program's form; empty where nothing is. */
  staticCheck(program: string, required: readonly string[], isOnly: boolean): Promise<readonly string[]>;
  /** The parameters of `Solution.solve` in starter code, or why there are none. */
  signature(starterCode: string): Promise<Signature | string>;
  /** Of each constraint, why it cannot be evaluated; empty where it can. */
  unreadable(constraints: readonly string[], parameters: readonly string[]): Promise<readonly string[]>;
  /** Expressions as normalised texts of tuples of so many arguments, or why they are none. */
  canonicalArguments(texts: readonly string[], count: number): Promise<readonly Canonical[]>;
  canonicalValues(texts: readonly string[]): Promise<readonly Canonical[]>;
  /** Of each pair of values whether they are equal as compared. One that cannot be compared alone in time is not. Throws `SandboxLostError`. */
  agree(pairs: readonly (readonly [string, string])[], how: Comparison): Promise<readonly boolean[]>;
}

interface Signature {
  readonly parameters: readonly { readonly name: string; readonly type: string }[];
  readonly returns: string;
}

type Canonical = { readonly text: string } | { readonly why: string };

/** What runs before every program: the modules and names that it is given. */
export const PRELUDE = `import bisect, collections, functools, heapq, itertools, math, re, string, typing
from collections import Counter, OrderedDict, defaultdict, deque
from typing import Any, Callable, Dict, Iterable, Iterator, List, Optional, Sequence, Set, Tuple, Union
`;

/** Why there is no answer: nothing that the program did. */
export const LOST = 'the sandbox was lost';

/** Of calls of this project's own programs. */
const OWN_SECONDS = 10;

const kept = z.array(z.string());
const ownAnswer = z.array(z.string());
const parameters = z.tuple([z.array(z.tuple([z.string(), z.string()])), z.string()]);

/** Limits of so many seconds of CPU time; a loaded machine makes a program slow, not wrong. */
function limitsOfSeconds(seconds: number): ExecutionLimits {
  return { ...DEFAULT_LIMITS, cpuSeconds: seconds, wallMs: Math.round((seconds * DEFAULT_LIMITS.wallMs) / 3) };
}

export function createPrograms(sandbox: Sandbox, taskId: string): Programs {
  const run = async (program: string, entryPoint: string, suite: TrustedSuite, seconds: number, prelude = PRELUDE) => {
    const job = { taskId, prelude, code: program, entryPoint, suite, limits: limitsOfSeconds(seconds) };
    return sandbox.execute({ ...job, sharesContainer: true });
  };
  const own = async <T>(program: string, entryPoint: string, values: readonly unknown[], type: z.ZodType<T>) => {
    const texts = readKept(await run(program, entryPoint, ownSuite(values), OWN_SECONDS, ''));
    if (texts === LOST) throw new SandboxLostError('one of this project’s own programs could not be run');
    return typeof texts === 'string' ? undefined : type.parse(JSON.parse(texts[0] ?? 'null'));
  };
  const call = async (program: string, entryPoint: string, inputs: readonly string[], seconds: number) => {
    if (inputs.length === 0) return [];
    const texts = readKept(await run(program, entryPoint, callSuite(inputs), seconds));
    return inputs.map((_, index) => toAnswer(typeof texts === 'string' ? `c${texts}` : (texts[index] ?? 'cnothing')));
  };
  const canonicalAll = async (texts: readonly string[], count: number, isArguments: boolean) => {
    const found = await own(OWN_PROGRAMS.canonical, 'canonical_all', [texts, count, isArguments], ownAnswer);
    if (found === undefined && texts.length > 1) {
      // One of them is too much for Python's parser: each is read alone.
      const each: Canonical[] = [];
      for (const text of texts) each.push(...(await canonicalAll([text], count, isArguments)));
      return each;
    }
    return texts.map((_, index) => toCanonical(found?.[index] ?? '-cannot be read'));
  };
  /** Two values and the rule are arguments of this project's own comparison. */
  const agreeAll = async (inputs: readonly string[]): Promise<boolean[]> => {
    const answers = await call(OWN_PROGRAMS.agreement, 'agrees', inputs, OWN_SECONDS);
    const isCut = answers.some(({ status }) => status === 'cut');
    if (answers.some((answer) => answer.status === 'cut' && answer.why === LOST))
      throw new SandboxLostError('values could not be compared');
    if (!isCut || inputs.length === 1)
      return answers.map((answer) => answer.status === 'value' && answer.text === 'True');
    // All share one process and its time: one pair that takes too long says nothing of the others.
    const each: boolean[] = [];
    for (const input of inputs) each.push(...(await agreeAll([input])));
    return each;
  };
  return {
    callEach: async (program, entryPoint, inputs, seconds) =>
      (await Promise.all(inputs.map((input) => call(program, entryPoint, [input], seconds)))).flat(),
    callAll: call,
    async generate(program, seconds) {
      const texts = readKept(await run(program, 'generate_inputs', generatedSuite(), seconds));
      return typeof texts === 'string' ? texts : texts.map(toGenerated);
    },
    staticCheck: async (program, required, isOnly) =>
      (await own(OWN_PROGRAMS.staticCheck, 'check', [program, required, isOnly], ownAnswer)) ?? ['cannot be parsed'],
    async signature(starterCode) {
      const type = z.union([z.string(), parameters]);
      const found = (await own(OWN_PROGRAMS.staticCheck, 'signature', [starterCode], type)) ?? 'cannot be parsed';
      if (typeof found === 'string') return found;
      return { parameters: found[0].map(([name, type]) => ({ name, type })), returns: found[1] };
    },
    async unreadable(constraints, names) {
      const program = OWN_PROGRAMS.staticCheck;
      const found = await own(program, 'readable_constraints', [constraints, names], ownAnswer);
      return constraints.map((_, index) => found?.[index] ?? 'cannot be parsed');
    },
    canonicalArguments: (texts, count) => canonicalAll(texts, count, true),
    canonicalValues: (texts) => canonicalAll(texts, 0, false),
    agree: (pairs, how) => agreeAll(pairs.map(([one, other]) => `(${one}, ${other}, '${how}')`)),
  };
}

/** What a suite kept, or why the program came to no end. */
function readKept(execution: SandboxExecution): readonly string[] | string {
  const { outcome, failures } = execution;
  if (outcome.status === 'solved') return execution.kept === undefined ? [] : kept.parse(JSON.parse(execution.kept));
  if (outcome.status === 'ungraded') return LOST;
  return `${outcome.reason}: ${failures[0]?.message ?? ''}`.slice(0, 300);
}

function toAnswer(text: string): Answer {
  const rest = text.slice(1);
  if (text.startsWith('v')) return { status: 'value', text: rest };
  const status = text.startsWith('r') ? 'raised' : text.startsWith('u') ? 'unshown' : 'cut';
  return { status, why: rest };
}

const toCanonical = (text: string): Canonical =>
  text.startsWith('+') ? { text: text.slice(1) } : { why: text.slice(1) };

const FORMS = { v: 'value', e: 'expression', u: 'unshown' } as const;

function toGenerated(text: string): Generated {
  const [word = '', form = 'u'] = text.split(' ', 2);
  const category = CATEGORIES.find((one) => one === word) ?? 'basic';
  const known = form === 'v' || form === 'e' ? form : 'u';
  return { category, form: FORMS[known], text: text.slice(word.length + form.length + 2) };
}
