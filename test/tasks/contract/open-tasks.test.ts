import { expect, test } from 'vitest';
import type { ToolSandbox } from '../../../harness/sandbox/tools/sandbox.ts';
import { LANGUAGES, languagesNamed, languagesWithDafny, toolsOf } from '../../../harness/tasks/contract/languages.ts';
import { openContractTasks } from '../../../harness/tasks/contract/open-tasks.ts';

/** Its hosts would keep the process alive until it is closed. */
function countingSandbox(): ToolSandbox & { readonly closed: () => number } {
  let closed = 0;
  return {
    kind: 'bubblewrap',
    run: async () => ({ ended: 'died', exit: 'signal 9', report: undefined, output: '', wallMs: 1, cpuMs: 1 }),
    close: async () => void closed++,
    closed: () => closed,
  };
}

test('a study that ends before it asked a prover anything closes its sandbox: else the command would never end', async () => {
  const sandbox = countingSandbox();
  const setup = await openContractTasks(
    { dataset: 'kata-proved', sandbox: 'auto', maxSandboxes: 1 },
    {
      recording: undefined,
      isReplay: false,
      environment: {},
      openProvers: async () => ({ sandbox, languages: LANGUAGES }),
      say: () => undefined,
    },
  );
  expect(sandbox.closed()).toBe(0);
  await setup.close();
  expect(sandbox.closed()).toBe(1);
});

test('records name a Dafny of the user’s own, and are read with it again', () => {
  const own = languagesWithDafny('4.0.0.50303');
  expect(toolsOf(own.dafny)).toBe('dafny 4.0.0.50303 (--dafny), z3 4.8.12');
  expect(toolsOf(own.python)).toBe(toolsOf(LANGUAGES.python));
  expect(toolsOf(LANGUAGES.dafny)).toBe('dafny 2.3.0.10506, z3 4.8.12');
  const read = languagesNamed(`contract-2; ${toolsOf(own.dafny)}; ${toolsOf(own.python)}`);
  const asked = (languages: typeof own) => languages.dafny.prover.commands({ steps: 1, seconds: 2 });
  expect(asked(read)).toEqual(asked(own));
  expect(languagesNamed(`contract-2; ${toolsOf(LANGUAGES.dafny)}`)).toBe(LANGUAGES);
});
