import {
  type DataFile,
  dedent,
  defineDataset,
  type KnownDefect,
  type PoolCandidate,
  type Problem,
  parseJsonLines,
  parsePrompt,
  suiteOfDataset,
  z,
} from '../harness/dataset.ts';

const official: DataFile = {
  name: 'HumanEval.jsonl',
  url: 'https://github.com/openai/human-eval/raw/master/data/HumanEval.jsonl.gz',
  sha256: '1d49078ba3e2b196b9344535bef34a43021f038fad9561d6ee7c53450609a6a2',
};

const taskRow = z.object({
  task_id: z.string().regex(/^HumanEval\/\d+$/),
  prompt: z.string().min(1),
  entry_point: z.string().regex(/^[A-Za-z_]\w*$/),
  canonical_solution: z.string().min(1),
  test: z.string().min(1),
});

const poolRow = z.object({
  task_id: z.string(),
  code: z.string(),
  /** `body` goes on where the prompt ends; `function` defines the entry point itself. */
  form: z.enum(['body', 'function']),
  solved: z.boolean(),
  /** How a program that is not solved ended. */
  error: z.string().nullish(),
  source: z.string(),
  model: z.string(),
});

type TaskRow = z.infer<typeof taskRow>;
type PoolRow = z.infer<typeof poolRow>;

/** A sound reading of the docstring fails the tests, or a right program fails the docstring's examples. */
const knownDefects: readonly KnownDefect[] = [
  { taskId: 'HumanEval/47', note: 'the docstring says median([-10, 4, 6, 1000, 10, 20]) is 15.0; the tests say 8.0' },
  { taskId: 'HumanEval/116', note: "the docstring's examples sort by value; the tests sort by the number of ones" },
];

/**
 * HumanEval (Chen et al. 2021, "Evaluating Large Language Models Trained on Code"). Tasks 10, 32, 38 and 50 call
 * helpers that stand in the prompt: they are in the prelude, so that they are no defect here.
 */
export default defineDataset({
  title: 'HumanEval',
  source: 'openai/human-eval, MIT',
  downloads: [official],
  knownDefects,
  async load({ readOfficial, readOptional }) {
    const rows = parseJsonLines(await readOfficial(official), official.name, taskRow);
    const pool = await readOptional('candidate-pool.jsonl');
    const candidates = pool === undefined ? [] : parseJsonLines(pool.text, pool.path, poolRow);
    const byTask = Map.groupBy(candidates, ({ task_id }) => task_id);
    return { sha256: official.sha256, problems: rows.map((row) => toProblem(row, byTask.get(row.task_id) ?? [])) };
  },
});

function toProblem(row: TaskRow, candidates: readonly PoolRow[]): Problem {
  const { prompt, entry_point: entryPoint } = row;
  const { prelude, definition, examples } = parsePrompt(prompt, entryPoint);
  const publicTests = suiteOfDataset(examples);
  return {
    task: { kind: 'function', id: row.task_id, prompt, entryPoint, prelude, publicTests },
    hiddenTests: suiteOfDataset(`${row.test}\ncheck(${entryPoint})\n`),
    canonical: definition + row.canonical_solution,
    pool: uniqueCandidates(candidates, prelude, definition),
  };
}

/**
 * Complete programs, each once, without an indentation of the whole. Left out: rows with one program and different grades, programs
 * that define a helper of the prompt anew (the published grades test those against their own helper), and programs graded `timeout`:
 * some are right and slow, and on a quicker machine they are solved.
 */
function uniqueCandidates(rows: readonly PoolRow[], prelude: string, definition: string): PoolCandidate[] {
  const helpers = [...prelude.matchAll(/^def \w+\(/gm)].map(([start]) => start);
  const own = rows.filter(({ form, code }) => form === 'body' || !helpers.some((helper) => code.includes(helper)));
  const byCode = Map.groupBy(own, ({ form, code }) =>
    form === 'body' ? definition + code : dedent(code.split('\n')).join('\n'),
  );
  return [...byCode].flatMap(([code, [first, ...others]]) => {
    if (first === undefined || others.some(({ solved }) => solved !== first.solved)) return [];
    if ([first, ...others].some(({ error }) => error === 'timeout')) return [];
    return [{ code, isRight: first.solved, label: `${first.source}/${first.model}` }];
  });
}
