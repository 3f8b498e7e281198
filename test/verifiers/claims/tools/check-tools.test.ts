import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { CHECK_CASES } from '../../../../harness/benchmarks/checks/check-cases.ts';
import { CASE_TASK, type CheckCase } from '../../../../harness/benchmarks/checks/check-programs.ts';
import { openToolSandbox, type ToolSandbox } from '../../../../harness/sandbox/tools/sandbox.ts';
import type { ToolOutcome } from '../../../../harness/types/evaluator.ts';
import { createCheckTools } from '../../../../harness/verifiers/claims/tools/check-tools.ts';
import { toolSandboxes } from './tool-sandboxes.ts';

async function ask(sandbox: ToolSandbox, { tool: kind, program, check }: CheckCase): Promise<ToolOutcome | undefined> {
  const { tools } = createCheckTools(async () => sandbox); // a new one each time: they remember outcomes
  return tools.find((tool) => tool.kind === kind)?.run(CASE_TASK, program, { kind, source: check });
}

const nameOf = ({ tool, kind, name }: CheckCase): string => `${tool}: ${kind}: ${name}`;

/** Every case in one sandbox; in the other each kind of case once a tool, and all hostile ones. */
function casesFor(index: number): readonly CheckCase[] {
  const seen = new Set<string>();
  const isFirst = ({ tool, kind }: CheckCase): boolean => {
    const name = `${tool} ${kind}`;
    if (kind !== 'hostile' && seen.has(name)) return false;
    seen.add(name);
    return true;
  };
  return index === 0 ? CHECK_CASES : CHECK_CASES.filter(isFirst);
}

const sandboxes = await toolSandboxes(2);
afterAll(() => Promise.all(sandboxes.map((sandbox) => sandbox.close())));

describe.each(sandboxes.map((sandbox, index) => [sandbox.kind, sandbox, index] as const))(
  'under %s a check by a tool',
  (_, sandbox, index) => {
    test.concurrent.each(casesFor(index).map((each) => [nameOf(each), each] as const))(
      'says what it shows: %s',
      async (_name, each) => {
        const outcome = await ask(sandbox, each);
        expect(outcome?.status).toBe(each.expected);
        if (each.reason !== undefined)
          expect(outcome).toMatchObject({ reason: expect.stringMatching(`^${each.reason}`) });
      },
      300_000,
    );

    test.concurrent.each(
      casesFor(1)
        .filter(({ kind }) => kind === 'wrong')
        .map((each) => [nameOf(each), each] as const),
    )(
      'says the same twice, evidence included: %s',
      async (_name, each) => {
        const [one, two] = [await ask(sandbox, each), await ask(sandbox, each)];
        expect({ ...one, seconds: 0 }).toEqual({ ...two, seconds: 0 });
        expect(JSON.stringify(one)).not.toMatch(/0x[0-9a-f]{6}|\/tmp\//);
      },
      300_000,
    );
  },
);

test('where the tools are missing a check is not applicable, with what to do about it', async () => {
  const empty = await mkdtemp(join(tmpdir(), 'no-tools-'));
  const environment = { XDG_CACHE_HOME: empty };
  const { tools, close } = createCheckTools(() => openToolSandbox('bubblewrap', { slots: 1, environment }));
  try {
    for (const tool of tools) {
      const outcome = await tool.run(CASE_TASK, 'def clamp(x): ...', { kind: tool.kind, source: '' });
      expect(outcome).toMatchObject({
        status: 'not-applicable',
        reason: expect.stringMatching(/^tool-missing: .*npm run build-images -- --tools/),
      });
    }
  } finally {
    await close();
    await rm(empty, { recursive: true });
  }
});

test('equal checks on equal programs are run once', async () => {
  let runs = 0;
  const counting: ToolSandbox = {
    kind: 'process',
    async run() {
      runs++;
      return { ended: 'died', exit: 'exit 1', report: null, output: '', wallMs: 1, cpuMs: 1 };
    },
    async close() {},
  };
  const { tools } = createCheckTools(async () => counting);
  for (const source of ['a', 'a', 'b']) {
    for (const tool of tools) await tool.run(CASE_TASK, 'def clamp(x): ...', { kind: tool.kind, source });
  }
  expect(runs).toBe(6);
});
