import type { SyntheticModels } from '../../models/resolve-model.ts';
import { findFunction } from '../../python/source.ts';
import { createRandom } from '../../random.ts';
import type { Model, ModelRequest } from '../../types/model.ts';
import type { Problem } from '../../types/task.ts';
import { assertedCall, readAssertions } from '../../verifiers/claims/read-assertions.ts';
import type { TextRequest } from '../build-text.ts';
import { asSolution } from '../solutions.ts';

/** How often the made-up builder errs: so that every path is walked. Nobody's rates. */
const RATES = { wrongReference: 0.2, wrongBruteForce: 0.1, unreadable: 0.05 } as const;

/**
 * A model that is made from a dataset's own solutions and tests, for trying the pipeline without a model: it knows the truth, and errs at
 * fixed rates by the seed of each call. SIMULATED: what it builds measures nothing.
 */
export function simulatedBuilder(texts: readonly TextRequest[], problems: readonly Problem[]): SyntheticModels {
  const known = texts.flatMap((request) => {
    const problem = problems.find(({ task }) => task.id === request.id);
    return problem === undefined ? [] : [{ request, problem }];
  });
  const model: Model = {
    id: 'simulated:builder',
    isSimulated: true,
    async generate(request, { sampleKey }) {
      const text = answer(request, known, createRandom(sampleKey));
      const usage = { inputTokens: 100, outputTokens: Math.ceil(text.length / 4) };
      return { text, finishReason: 'stop', rawFinishReason: 'stop', usage, costUsd: undefined };
    },
  };
  return { simulated: async () => ({ model, isRemote: false, price: undefined }) };
}

interface Known {
  readonly request: TextRequest;
  readonly problem: Problem;
}

function answer({ messages }: ModelRequest, known: readonly Known[], random: () => number): string {
  const prompt = messages[0]?.content ?? '';
  if (random() < RATES.unreadable) return 'I would want to think about this for longer.';
  const about = known.find(
    ({ request, problem }) => prompt.includes(request.text) || prompt.includes(`(${problem.task.id})`),
  );
  if (about === undefined) return 'I do not know this task.';
  if (prompt.startsWith('Write a precise')) return specification(about.problem);
  if (prompt.startsWith('Write test inputs')) return inputs(about.problem, prompt.includes('generate_inputs'));
  const isWrong = random() < (prompt.startsWith('Write the simplest') ? RATES.wrongBruteForce : RATES.wrongReference);
  const wrong = about.problem.pool.filter(({ isRight }) => !isRight);
  const chosen = isWrong ? wrong[Math.floor(random() * wrong.length)]?.code : undefined;
  // What a program imports is given already.
  const program = (chosen ?? about.problem.canonical).replaceAll(/^(?:from|import) .*$/gm, '');
  return fenced(asSolution(program.trim(), about.problem.task.entryPoint));
}

const fenced = (code: string): string => `\`\`\`python\n${code.trimEnd()}\n\`\`\``;

function specification({ task }: Problem): string {
  const { definition = '' } = { definition: /^def \w+(\([\s\S]*?\).*):\s*$/m.exec(task.prompt)?.[1] };
  const signature = definition.replace(/^\(/, '(self, ');
  return JSON.stringify({
    title: `Task (${task.id})`,
    description:
      (findFunction(task.prompt, task.entryPoint)?.docstrings[0]?.text ?? task.id).split('>>>')[0]?.trim() || task.id,
    constraints: [],
    examples: [],
    starter_code: `class Solution:\n    def solve${signature}:\n        pass\n`,
    comparison: 'exact',
  });
}

function inputs({ task, hiddenTests }: Problem, isFunctions: boolean): string {
  const calls = readAssertions(hiddenTests.source).checks.flatMap(
    (check) => assertedCall(check, task.entryPoint) ?? [],
  );
  const rows = calls.map(({ input }) => `    ('basic', (${input},)),`).join('\n');
  if (isFunctions)
    return fenced(
      `def generate_inputs():\n    return [\n${rows}\n    ]\n\n\ndef is_valid_input(*args):\n    return True\n`,
    );
  const names = findFunction(task.prompt, task.entryPoint)?.parameters ?? [];
  const values = calls.flatMap(({ input }) => {
    const row = asJson(`[${input}]`);
    return row === undefined ? [] : [Object.fromEntries(names.map((name, index) => [name, row[index]]))];
  });
  return JSON.stringify({ inputs: values.map((one) => ({ category: 'basic', arguments: one })) });
}

/** Plain Python values as JSON; `undefined` for what JSON cannot say. */
function asJson(text: string): readonly unknown[] | undefined {
  const json = text
    .replaceAll(/'((?:[^'\\"]|\\.)*)'/g, '"$1"')
    .replaceAll(/\bTrue\b/g, 'true')
    .replaceAll(/\bFalse\b/g, 'false')
    .replaceAll(/\bNone\b/g, 'null')
    .replaceAll('(', '[')
    .replaceAll(')', ']');
  try {
    const value: unknown = JSON.parse(json);
    return Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
