import { DataError, type Problem, parseJsonLines, parsePrompt, suiteOfDataset, z } from '../../harness/dataset.ts';

/** A text of a task; longer ones are no prompt and no test. */
const text = z.string().max(200_000);
const visibleName = z.string().regex(/^[\x21-\x7e]{1,200}$/, 'expected 1 to 200 printable characters without blanks');

/** One line of a file of tasks: HumanEval's five fields, and four that may be left out. Any other field is refused: none is overlooked. */
const taskRow = z.strictObject({
  task_id: visibleName,
  /** The function's signature and docstring, as the model is shown them; imports and helpers may stand before it. */
  prompt: text.min(1),
  entry_point: z
    .string()
    .regex(/^[A-Za-z_]\w{0,99}(?:\.[A-Za-z_]\w{0,99})?$/, "expected a Python function's name, or Class.method"),
  /** A right solution: the whole function, or the body that goes on where the prompt ends. */
  canonical_solution: text.min(1),
  /** The tests that grade: assertions that call the function, or HumanEval's `def check(candidate)`. */
  test: text.regex(/\bassert\b/, 'expected at least one assertion'),
  /** Tests a loop may see, as assertions; the examples of the docstring when absent. */
  public_test: text.optional(),
  /** Programs that must fail: preflight tries them, the simulated model proposes them. */
  wrong_solutions: z.array(text.min(1)).max(100).optional(),
  /** Topic, level, …: for tables by group. */
  tags: z.array(visibleName).max(20).optional(),
  /** How many times the usual time the tests may take. */
  effort: z.number().min(1).max(1000).optional(),
});

/**
 * The tasks of a file that a user brings (`--dataset FILE.jsonl`), one JSON object a line. Nothing of it runs here: solutions and tests
 * are programs for the sandbox. Throws `DataError` naming file, line and field.
 */
export default function readOwnTasks(lines: string, origin: string): Problem[] {
  const rows = parseJsonLines(lines, origin, taskRow);
  if (rows.length === 0) throw new DataError(`${origin}: expected a task a line, found none`);
  const seen = new Set<string>();
  for (const { task_id: id } of rows) {
    if (seen.has(id)) throw new DataError(`${origin}: field task_id: expected every task once, got ${id} twice`);
    seen.add(id);
  }
  return rows.map(toProblem);
}

function toProblem(row: z.infer<typeof taskRow>): Problem {
  const { task_id: id, prompt, entry_point: entryPoint, canonical_solution: solution, effort } = row;
  const { prelude, definition, examples } = parsePrompt(prompt, entryPoint);
  const isWhole = parsePrompt(solution, entryPoint).definition !== '';
  const callsCheck = /^def check\(/m.test(row.test) ? `\ncheck(${entryPoint})\n` : '\n';
  return {
    task: {
      kind: 'function',
      id,
      prompt,
      entryPoint,
      prelude,
      publicTests: suiteOfDataset(row.public_test ?? examples),
    },
    hiddenTests: suiteOfDataset(row.test + callsCheck, effort),
    canonical: isWhole ? solution : definition + solution,
    pool: (row.wrong_solutions ?? []).map((code, index) => ({ code, isRight: false, label: `wrong ${index + 1}` })),
    ...(row.tags === undefined ? {} : { tags: row.tags }),
  };
}
