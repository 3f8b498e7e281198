import type { UncertifiedLine } from '../loading/built-line.ts';
import { argumentsOf, calleeOf } from '../python/entry-point.ts';
import { mutate } from '../python/mutate.ts';
import { createRandom, shuffled } from '../random.ts';
import { sha256 } from '../storage/hash.ts';
import type { BuiltText, TextRequest } from './build-text.ts';
import type { InputForm } from './oracle.ts';
import { PRELUDE } from './programs.ts';
import { ENTRY_POINT } from './solutions.ts';

/** Of the reference, tried in the order a seed draws. */
const MUTANTS = 8;

/** A program of which the certificate will tell whether it passes the tests. */
export interface Suspect {
  readonly code: string;
  readonly label: string;
}

/** The programs that a task's pool is made of: the brute force, discarded versions, mutants of the reference. */
export function suspectsOf(id: string, { reference, bruteForce, discarded }: BuiltText): readonly Suspect[] {
  const mutants = shuffled(mutate(reference, ENTRY_POINT), createRandom(id)).slice(0, MUTANTS);
  const suspects = [
    { code: bruteForce, label: 'brute force' },
    ...discarded.map((code, index) => ({ code, label: `discarded version ${index + 1}` })),
    ...mutants.map(({ code, label }) => ({ code, label: `mutant: ${label}` })),
  ];
  return suspects.filter(({ code }, index) => suspects.findIndex((one) => one.code === code) === index);
}

/** The line of a built text, with no pool and no certificate yet. */
export function toLine(
  { id, text, earlier }: TextRequest,
  built: BuiltText,
  model: string,
  form: InputForm,
): UncertifiedLine {
  const { specification, examples, tests, reference } = built;
  return {
    task_id: id,
    prompt: promptOf(built),
    entry_point: ENTRY_POINT,
    prelude: PRELUDE,
    canonical_solution: reference,
    public_tests: examples,
    comparison: specification.comparison,
    tests,
    pool: [],
    built: { model, form, textSha256: earlier?.textSha256 ?? sha256(text), version: (earlier?.version ?? 0) + 1 },
  };
}

/** The starter code with the description as its docstring. */
function promptOf({ specification, examples }: BuiltText): string {
  const { description, constraints, parameters, returns } = specification;
  const shown = parameters.map(({ name, type }) => (type === '' ? name : `${name}: ${type}`)).join(', ');
  const lines = [
    ...description.trim().split('\n'),
    ...(constraints.length === 0 ? [] : ['', 'Constraints:', ...constraints.map((one) => `- ${one}`)]),
    ...(examples.length === 0 ? [] : ['']),
    ...examples.flatMap(({ input, output }) => [`>>> ${calleeOf(ENTRY_POINT)}(${argumentsOf(input)})`, output]),
  ];
  const body = lines.map((line) => (line.trim() === '' ? '' : `        ${line}`)).join('\n');
  const quoted = body.replaceAll('\\', '\\\\').replaceAll('"""', "'''").trim();
  const result = returns === '' ? '' : ` -> ${returns}`;
  return `class Solution:\n    def solve(self, ${shown})${result}:\n        """${quoted}\n        """\n`;
}
