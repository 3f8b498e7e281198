import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { askTools, type CheckAnswers, checksMarkdown } from '../../harness/benchmarks/checks/checks.ts';
import { describeMachine } from '../../harness/benchmarks/machine.ts';
import * as flags from '../../harness/command-line.ts';
import { SandboxLostError } from '../../harness/errors.ts';
import { findPython } from '../../harness/sandbox/runner/python.ts';
import { toolVersions } from '../../harness/sandbox/tools/install.ts';
import { openToolSandbox } from '../../harness/sandbox/tools/sandbox.ts';

const command = flags
  .createCommand(
    'benchmark:checks',
    'Asks hypothesis, CrossHair and mypy about checks that are right, wrong, vacuous and broken.',
  )
  .option('--times <number>', 'how often each is asked', flags.wholeNumber(1), 3)
  .option('--out <folder>', 'where checks-DATE.md is written', 'results/benchmarks');

await flags.runCommand(command, async () => {
  const { times, out } = command.opts<{ times: number; out: string }>();
  const { path: python } = await findPython();
  const facts = { ...describeMachine(python), ...toolVersions() };
  const answers: CheckAnswers[] = [];
  for (const kind of ['docker', 'bubblewrap'] as const) {
    const opened = await openToolSandbox(kind, { slots: 1, environment: process.env }).catch((error: unknown) => {
      if (error instanceof SandboxLostError) return { missing: error.message };
      throw error;
    });
    if ('missing' in opened) {
      console.warn(`NOT ASKED: ${kind}: ${opened.missing}`);
      continue;
    }
    try {
      answers.push(...(await askTools(opened, times, () => performance.now())));
    } finally {
      await opened.close();
    }
  }
  if (answers.length === 0) return 1;
  const report = checksMarkdown(answers, facts);
  await mkdir(out, { recursive: true });
  await writeFile(join(out, `checks-${new Date().toISOString().slice(0, 10)}.md`), report);
  console.log(report);
  return 0;
});
