import { expect, test } from 'vitest';
import { createProcessSandbox } from '../../harness/sandbox/process.ts';
import { PLAIN, toJob } from './programs.ts';

test.runIf(process.getuid?.() === 0)(
  'two sandboxes on one machine never share a uid: neither ends the other’s programs',
  async () => {
    const sandboxes = await Promise.all([1, 2].map(() => createProcessSandbox({ slots: 2 })));
    const code = `import os\nprint(os.getuid())\n${PLAIN.code}`;
    const uids = await Promise.all(
      sandboxes.map(async (sandbox) => {
        const executions = await Promise.all(
          Array.from({ length: 8 }, () => sandbox.execute(toJob({ ...PLAIN, code }))),
        );
        return executions.map(({ output }) => output.trim());
      }),
    );
    await Promise.all(sandboxes.map((sandbox) => sandbox.close()));
    expect(new Set(uids.flat()).size).toBe(16);
  },
);
