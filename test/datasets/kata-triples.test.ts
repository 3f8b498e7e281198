import { expect, test } from 'vitest';
import { loadTripleDataset } from '../../harness/loading/load-dataset.ts';
import { LANGUAGES } from '../../harness/tasks/contract/languages.ts';
import { contractOf } from '../../harness/tasks/triple/contract-of.ts';
import { temporaryFolder } from '../fixtures/command.ts';

const { problems, knownDefects } = await loadTripleDataset('kata-triples', {
  environment: { XDG_CACHE_HOME: temporaryFolder() },
});
const setsOf = Map.groupBy(problems, ({ program }) => program);

test('there are 16 programs in two languages and five sets: 160 triples, each with an id of its own that names no set', () => {
  expect([problems.length, setsOf.size, knownDefects.length]).toEqual([160, 32, 0]);
  for (const own of setsOf.values())
    expect(own.map(({ set }) => set)).toEqual(['ground-truth', 'C1', 'C2', 'C3', 'C6']);
  expect(new Set(problems.map(({ task }) => task.id)).size).toBe(160);
  for (const { task, program } of problems)
    expect(task.id).toMatch(new RegExp(`^kata-triples/${program}/[0-9a-f]{8}$`));
});

test('each set changes what Table 3 says, and nothing else', () => {
  for (const [right, ...others] of setsOf.values()) {
    const differing = others.map(({ task }) =>
      (['docstring', 'body'] as const)
        .filter((artefact) => task[artefact] !== right?.task[artefact])
        .concat(
          JSON.stringify(task.contract) === JSON.stringify(right?.task.contract) ? [] : (['contract'] as never[]),
        ),
    );
    expect(differing).toEqual([['docstring'], ['contract'], ['docstring', 'contract'], ['body', 'contract']]);
  }
});

test('every wrong triple has an input that shows it, and bodies and what shows them may be given to a prover', () => {
  for (const problem of problems) {
    const { task, set, shows, inputs } = problem;
    const { splice } = LANGUAGES[task.language];
    expect([task.id, splice(task.body, task.contract).status]).toEqual([task.id, 'admitted']);
    expect([task.id, shows === undefined]).toEqual([task.id, set === 'ground-truth']);
    if (shows === undefined) continue;
    const { contract } = contractOf(problem).task;
    expect([task.id, splice(shows.body, { ...contract, clauses: shows.clauses }).status]).toEqual([
      task.id,
      'admitted',
    ]);
    expect(inputs).toHaveLength(5);
  }
});
