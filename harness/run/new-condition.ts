import { existsSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { UsageError } from '../errors.ts';
import { writeAtomically } from '../storage/line-file.ts';
import { conditionFiles } from './load-conditions.ts';

const PACKAGE = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Writes a condition that runs, and its test, into a folder of the user's own; returns their paths. Throws `UsageError` for a name that no
 * arm can have and for a file that is there already.
 */
export async function writeNewCondition(name: string, folder: string): Promise<{ condition: string; test: string }> {
  if (!/^[a-z][a-z0-9-]{0,79}$/.test(name)) {
    throw new UsageError(`${name}: expected lower-case words with hyphens, for it names the arm in tables`);
  }
  const own = conditionFiles().get(name);
  if (own !== undefined) throw new UsageError(`${name}: ${own} is called so already; give another name`);
  const [condition, test] = [join(folder, `${name}.ts`), join(folder, `${name}.test.ts`)];
  for (const path of [condition, test]) {
    if (existsSync(path)) throw new UsageError(`${path} is there already: nothing was written`);
  }
  if (!existsSync(folder)) throw new UsageError(`${folder}: expected a folder, found none`);
  await writeAtomically(condition, conditionText(doorFrom(condition, 'index')));
  await writeAtomically(test, testText(name, doorFrom(test, 'testing')));
  return { condition, test };
}

/** Elsewhere the package is imported by its name; inside the repository by its path. */
function doorFrom(file: string, door: 'index' | 'testing'): string {
  const inside = relative(PACKAGE, resolve(dirname(file)));
  if (inside.startsWith('..')) return door === 'index' ? 'lucid-bench' : `lucid-bench/${door}`;
  const path = relative(resolve(dirname(file)), join(PACKAGE, 'harness', `${door}.ts`)).replaceAll('\\', '/');
  return path.startsWith('.') ? path : `./${path}`;
}

const conditionText = (door: string): string => `import { defineCondition, fenced, publicTests, user } from '${door}';

const AGAIN = 'These tests do not pass. Write the whole function again, in one \`\`\`python block.';

/** Asks once more with what the tests of the prompt said, until they accept. Change what a round does. */
export default defineCondition({
  description: 'A rewrite with what the tests of the prompt said',
  verifier: publicTests,
  async *run(task, { propose, verify, stopsAt, rounds }) {
    let candidate = await propose([user(task.prompt)]);
    for (let round = 0; ; round++) {
      const verdict = await verify(candidate);
      yield { candidate, verdict };
      if (round === rounds || stopsAt(verdict)) return;
      const said = verdict.status === 'reject' ? verdict.feedback : '';
      const prompt = [task.prompt, fenced(candidate.text), said, AGAIN].join('\\n\\n');
      candidate = await propose([user(prompt)], 'regenerate');
    }
  },
});
`;

const testText = (name: string, door: string): string => `import { deepStrictEqual, match } from 'node:assert/strict';
import { test } from 'node:test';
import { tryCondition } from '${door}';
import condition from './${name}.ts';

test('it goes on until the tests accept, and shows the model what they said', async () => {
  const asked: string[] = [];
  const { steps, end } = await tryCondition(condition, {
    answer: ({ messages }) => \`answer \${asked.push(messages.at(-1)?.content ?? '')}\`,
    accepts: (program) => program === 'answer 3',
    rounds: 5,
  });
  deepStrictEqual(steps.map(({ candidate }) => candidate), ['answer 1', 'answer 2', 'answer 3']);
  deepStrictEqual(end, { status: 'submitted', reason: 'accepted' });
  match(asked[1] ?? '', /answer 1[^]*did not pass/);
});
`;
