import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { readProvedPrograms } from '../../datasets/shared/proved-programs.ts';
import { loadTripleDataset } from '../../harness/loading/load-dataset.ts';
import { comparableFiles, runScript, temporaryFolder } from '../fixtures/command.ts';
import { finishedTrials, killAtTrials } from '../fixtures/kill.ts';
import { startProviderServer } from '../fixtures/provider-server.ts';
import { proverSandboxes } from '../verifiers/prover/prover-sandboxes.ts';

const timeout = 900_000;
const sandboxes = await proverSandboxes();
afterAll(() => Promise.all(sandboxes.map((sandbox) => sandbox.close())));
const [here] = sandboxes;

/** Wrong at first, right once it was told of it. */
const startServer = () =>
  startProviderServer((_, { body }) => {
    const text = JSON.stringify(body.messages);
    const { versions } =
      readProvedPrograms().find((each) => text.includes(each.versions.dafny.contract.signature)) ?? {};
    const answer = text.includes('Complaints') ? versions?.dafny.body : versions?.dafny.wrong;
    return { kind: 'answer', text: `\`\`\`dafny\n${answer}\n\`\`\`` };
  });

const common = ['--concurrency', '1', '--sandbox', here?.kind ?? 'bubblewrap'];

const contracts = (url: string): string[] => [
  ...['--dataset', 'kata-proved', '--conditions', 'proof-once,proof-feedback', '--k', '0,1'],
  ...['--tasks', ['larger', 'sign', 'within', 'middle'].map((name) => `kata-proved/dafny/${name}`).join(',')],
  ...['--model', `openai-compatible:tiny@${url}`],
];

/** Two fresh programs, then their refinements: each search ends at depth 1. */
const searches = (url: string): string[] => [
  ...['--dataset', 'kata-proved', '--conditions', 'search-treefinement', '--k', '0,3'],
  ...['--exploration', '2', '--breadth', '2', '--depth', '2'],
  ...['--tasks', ['larger', 'sign', 'within'].map((name) => `kata-proved/dafny/${name}`).join(',')],
  ...['--model', `openai-compatible:tiny@${url}`],
];

const { problems } = await loadTripleDataset('kata-triples', { environment: { XDG_CACHE_HOME: temporaryFolder() } });
const triples = (): string[] => [
  ...['--dataset', 'kata-triples', '--conditions', 'clover-judge,prover-alone,clover,coin-alone', '--k', '0,2'],
  ...['--tasks', problems.flatMap(({ task, program }) => (program === 'dafny/larger' ? task.id : [])).join(',')],
  ...['--random-acceptance', 'match:clover', '--model', 'simulated:clover-gpt4'],
];

describe.skipIf(here === undefined)('a study that provers decide', () => {
  test.each([
    ['of contracts', contracts, 2],
    ['of triples', triples, 12],
    ['of searches', searches, 1],
  ] as const)(
    '%s, killed with kill -9 and resumed, has the bytes of one that was not, and proves nothing twice',
    {
      timeout,
    },
    async (_, flags, trials) => {
      const server = await startServer();
      const flagsFor = (out: string) => [
        ...[...flags(server.url), ...common],
        ...['--out', out, '--cache', join(out, '..', 'cache')],
      ];
      const whole = join(temporaryFolder(), 'run');
      expect(await runScript('bench', flagsFor(whole))).toMatchObject({ code: 0 });
      const killed = join(temporaryFolder(), 'run');
      const before = await killAtTrials(flagsFor(killed), killed, trials);
      expect(before).toBeLessThan(finishedTrials(whole));
      const resumed = await runScript('bench', [...flagsFor(killed), '--resume']);
      expect(resumed).toMatchObject({ code: 0 });
      await server.close();
      const own = (folder: string) =>
        Object.fromEntries(
          Object.entries(comparableFiles(folder)).filter(([name]) =>
            /^(?:grades|trajectories|executions)\.jsonl$|^(?:cells|consistency-\w+|search[\w-]*)\.csv$/.test(name),
          ),
        );
      expect(own(killed)).toEqual(own(whole));
      expect(Object.keys(own(whole))).toContain('grades.jsonl');
    },
  );
});
