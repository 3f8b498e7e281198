import { readFileSync } from 'node:fs';
import { DataError } from '../errors.ts';
import { argumentsOf, calleeOf } from '../python/entry-point.ts';
import { GRADER_VERSION } from '../sandbox/executor.ts';
import { suiteOfDataset } from '../sandbox/trusted-suite.ts';
import { canonicalJson, sha256 } from '../storage/hash.ts';
import { parseJsonLines } from '../storage/json-lines.ts';
import { z } from '../storage/schema.ts';
import type { Immutable } from '../types/immutable.ts';
import type { Problem, TrustedSuite } from '../types/task.ts';

const agreement = readFileSync(new URL('../building/python/agreement.py', import.meta.url), 'utf8');

const text = z.string().max(200_000);
const example = z.strictObject({ input: text, output: text });
const test = z.strictObject({
  category: z.enum(['basic', 'edge', 'stress', 'adversarial', 'domain-specific', 'user']),
  arguments: text,
  expected: text,
  source: z.enum(['user', 'brute-force', 'reference']),
});
const certificate = z.strictObject({
  /** Of the line without its certificate. */
  lineSha256: z.string(),
  graderVersion: z.string(),
  /** The reference was solved under each of them. */
  hashSeeds: z.array(z.int()),
  /** Programs that must not be solved, and were not. */
  canaries: z.int(),
  /** Numbers of tests that no program known to be wrong fails. */
  toothless: z.array(z.int()),
});
const lineFields = {
  task_id: z.string().regex(/^[\x21-\x7e]{1,200}$/, 'expected 1 to 200 printable characters without blanks'),
  prompt: text.min(1),
  entry_point: z.literal('Solution.solve'),
  prelude: text,
  canonical_solution: text.min(1),
  public_tests: z.array(example),
  comparison: z.enum(['exact', 'unordered', 'float']),
  tests: z.array(test).min(1),
  pool: z.array(z.strictObject({ code: text, label: z.string(), isRight: z.boolean() })),
  built: z.strictObject({
    model: z.string(),
    form: z.enum(['functions', 'values']),
    textSha256: z.string(),
    version: z.int().positive(),
  }),
};
const uncertified = z.strictObject(lineFields);
const builtLine = z.strictObject({ ...lineFields, certificate });
/** A task that a build made, before it is certified. */
export type UncertifiedLine = Immutable<z.infer<typeof uncertified>>;
/** A line of the dataset that a build made. */
export type BuiltLine = Immutable<z.infer<typeof builtLine>>;

/** What a certificate is bound to. */
export const lineSha256 = (line: UncertifiedLine): string => sha256(canonicalJson(line));

/** Whether a file of tasks was made by a build: its first line says so. */
export const isBuilt = (lines: string): boolean => /^\s*\{[^\n]*"built":\s*\{/.test(lines);

/** Reads a built dataset. Throws `DataError` naming line and field where a line was changed, has no certificate or one of another grader. */
export function readBuiltLines(lines: string, origin: string): readonly BuiltLine[] {
  const rows = parseJsonLines(lines, origin, builtLine);
  const seen = new Set<string>();
  for (const [index, row] of rows.entries()) {
    const { certificate: own, ...line } = row;
    const refuse = (field: string, sentence: string) =>
      new DataError(`${origin}:${index + 1}: field ${field}: ${sentence}`);
    if (seen.has(line.task_id)) throw refuse('task_id', `expected every task once, got ${line.task_id} twice`);
    seen.add(line.task_id);
    if (own.lineSha256 !== lineSha256(line))
      throw refuse('certificate.lineSha256', 'the line was changed after it was certified; build it again');
    if (own.graderVersion !== GRADER_VERSION)
      throw refuse(
        'certificate.graderVersion',
        `expected ${GRADER_VERSION}, got ${own.graderVersion}: another grader certified it; build it again`,
      );
  }
  return rows;
}

/** A built line as a problem. */
export function toBuiltProblem(line: UncertifiedLine): Problem {
  const { task_id: id, prompt, entry_point: entryPoint, prelude, comparison } = line;
  const shown = line.public_tests.map(({ input, output }) => assertion(entryPoint, input, output, comparison));
  const hidden = line.tests.map((one) => assertion(entryPoint, one.arguments, one.expected, comparison));
  return {
    task: { kind: 'function', id, prompt, entryPoint, prelude, publicTests: suiteOf(shown, comparison) },
    hiddenTests: suiteOf(hidden, comparison),
    canonical: line.canonical_solution,
    pool: line.pool,
  };
}

function suiteOf(assertions: readonly string[], comparison: BuiltLine['comparison']): TrustedSuite {
  if (assertions.length === 0) return suiteOfDataset('');
  return suiteOfDataset(`${comparison === 'exact' ? '' : `${agreement}\n`}${assertions.join('')}`);
}

function assertion(entryPoint: string, tuple: string, expected: string, how: BuiltLine['comparison']): string {
  const call = `${calleeOf(entryPoint)}(${argumentsOf(tuple)})`;
  return how === 'exact' ? `assert ${call} == ${expected}\n` : `assert agrees(${call}, ${expected}, '${how}')\n`;
}
