import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createExecutor } from '../../harness/sandbox/executor.ts';
import { memoryExecutions } from '../../harness/sandbox/memory-executions.ts';
import { isTrusted, suiteOfDataset } from '../../harness/sandbox/trusted-suite.ts';
import type { ExecutionJob, Sandbox } from '../../harness/types/execution.ts';
import type { TestSuite, TrustedSuite } from '../../harness/types/task.ts';
import { createMemorySandbox } from '../fixtures/memory-sandbox.ts';
import { limits, problem } from '../fixtures/trial.ts';
import { backends } from './backends.ts';
import { PLAIN, toJob } from './programs.ts';

const check = (source: string, changed: Partial<ExecutionJob> = {}): ExecutionJob => ({
  ...toJob({ ...PLAIN, limits: { wallMs: 5_000 } }),
  suite: { source },
  ...changed,
});

describe.each(await backends())('a check in $kind', (backend) => {
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await backend.create(2);
  });
  afterAll(() => sandbox.close());

  test('is run, and says what failed', async () => {
    const execution = await sandbox.execute(check("assert add(1, 2) == 3\nassert add(1, 1) == 3, 'one and one'\n"));
    expect(execution).toMatchObject({
      outcome: { status: 'unsolved', reason: 'assertion' },
      assertions: 'pf',
      failures: [
        {
          assertion: 1,
          source: "assert add(1, 1) == 3, 'one and one'",
          got: '2',
          message: 'AssertionError: one and one',
        },
      ],
    });
  });

  test('says the same of a program as a suite of the dataset', async () => {
    const sources = [
      "assert add(1, 2) == 4\nassert add('a', None)\n",
      'for i in range(3):\n    assert add(i, i) == 2 * i\n',
    ];
    for (const source of sources) {
      const [own, trusted] = await Promise.all([
        sandbox.execute(check(source)),
        sandbox.execute(check(source, { suite: suiteOfDataset(source) })),
      ]);
      expect({ ...own, times: 0 }).toEqual({ ...trusted, times: 0 });
    }
  });

  test('that is none is at fault itself, and not the harness', async () => {
    for (const source of ['assert add =', 'add(1, 2)\n', 'raise ValueError\nassert add(1, 2) == 3\n']) {
      const { outcome } = await sandbox.execute(check(source));
      expect(outcome, source).toEqual({ status: 'ungraded', reason: 'check-error' });
    }
  });

  test.each([
    ['ends its process', "__import__('os')._exit(0)"],
    ['closes everything', "__import__('os').closerange(0, 300)"],
    ['reports nonsense', "__import__('os').write(3, b'\\0\\0\\0\\2[]')"],
    ['reports that it is solved', "__import__('os').write(3, b'\\0\\0\\0\\2{}')"],
    ['reports deeply', "__import__('os').write(3, (100000).to_bytes(4, 'big') + b'[' * 100000)"],
    ['reports more than is read', "__import__('os').write(3, b'\\x7f\\xff\\xff\\xff' + b'x' * 1000000)"],
    [
      'reports of another shape',
      `__import__('os').write(3, (lambda d: len(d).to_bytes(4, 'big') + d)(b'{"assertions": {"p": 1}, "failures": 3, "startFailure": 1, "number": 1e999, "reason": [], "stop": {}, "finished": 1, "source": 0}'))`,
    ],
    ['takes all memory', 'bytearray(1 << 40)'],
    ['computes for ever', 'any(True for _ in iter(int, 1))'],
    ['forks', "[__import__('os').fork() for _ in range(9)] and __import__('time').sleep(60)"],
    ['kills whom it can', "[__import__('os').kill(p, 9) for p in (-1, __import__('os').getppid())]"],
    [
      'rewrites the reporter',
      "[setattr(type(o), 'run', None) for o in __import__('gc').get_objects() if type(o).__name__[-4:] == 'ster']",
    ],
  ])('that %s is at fault itself, and the next verdicts are right', async (_, expression) => {
    const execution = await sandbox.execute(check(`def f():\n    ${expression}\nf()\nassert add(1, 2) == 4\n`));
    expect(execution.outcome.status, JSON.stringify(execution)).not.toBe('solved');
    const wrong = toJob({ ...PLAIN, code: 'def add(a, b):\n    return None\n' });
    const next = await Promise.all([
      sandbox.execute(toJob(PLAIN)),
      sandbox.execute(wrong),
      sandbox.execute(check('assert add(1, 2) == 3\n')),
    ]);
    expect(next.map(({ outcome }) => outcome.status)).toEqual(['solved', 'unsolved', 'solved']);
  });

  test('reports texts that are short and can be printed', async () => {
    const message = "'\\x1b[2J' + '\\u202e' + 'x' * 10 ** 6";
    const { failures } = await sandbox.execute(check(`assert add(1, 2) == 4, ${message}\n`));
    expect(failures[0]?.message).toMatch(/^AssertionError: �\[2J�x+…$/);
    expect(failures[0]?.message.length).toBe(300);
  });

  test('finds no other suite, and no process that has one', async () => {
    const secret = 'assert add(20, 1) == 21  # of the dataset\n';
    await sandbox.execute(check(secret, { suite: suiteOfDataset(secret) }));
    const looks = [
      'import gc, os, sys',
      'def everything():',
      '    found = [repr(o) for o in gc.get_objects() if type(o) in (str, bytes, dict, list, tuple)]',
      "    for pid in filter(str.isdigit, os.listdir('/proc')):",
      "        for name in ('mem', 'environ', 'cmdline', 'fd'):",
      '            try:',
      "                path = '/proc/%s/%s' % (pid, name)",
      "                found.append(repr(os.listdir(path) if name == 'fd' else open(path, 'rb').read()))",
      '            except OSError:',
      '                pass',
      "    return ''.join(found)",
      'text = everything()',
      "assert ''.join(['of the data', 'set']) not in text",
      'assert add(1, 2) == 3',
    ];
    expect(await sandbox.execute(check(`${looks.join('\n')}\n`))).toMatchObject({ outcome: { status: 'solved' } });
  });
});

test('only what came with a dataset is executed for a grade, and a copy of it did not', async () => {
  const executor = createExecutor(createMemorySandbox(), limits, memoryExecutions());
  const { task, hiddenTests } = problem;
  expect(isTrusted(hiddenTests)).toBe(true);
  const copy = { ...hiddenTests } as TrustedSuite;
  expect(isTrusted(copy)).toBe(false);
  await expect(executor.execute(task, 'RIGHT', copy)).rejects.toThrow('did not come with its dataset');
  expect((await executor.execute(task, 'RIGHT', hiddenTests)).execution.outcome.status).toBe('solved');
});

test('the same text as a check and as a suite of the dataset is executed twice: neither stands for the other', async () => {
  const sandbox = createMemorySandbox();
  const executor = createExecutor(sandbox, limits, memoryExecutions());
  const suite: TestSuite = { source: problem.hiddenTests.source };
  expect((await executor.check(problem.task, 'RIGHT', suite)).said).toEqual({ status: 'solved' });
  await executor.execute(problem.task, 'RIGHT', problem.hiddenTests);
  await executor.check(problem.task, 'RIGHT', suite);
  expect(sandbox.executed).toHaveLength(2);
});
