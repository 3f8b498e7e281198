import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { official, readRows } from '../../datasets/dafnybench/rows.ts';
import { hintsMarkdown, measureHints } from '../../harness/benchmarks/hints.ts';
import * as flags from '../../harness/command-line.ts';
import { UsageError } from '../../harness/errors.ts';
import { readDataFile } from '../../harness/loading/data-files.ts';
import { createProgress, standardProgress } from '../../harness/progress.ts';
import { requireProvers } from '../../harness/tasks/contract/open-provers.ts';
import { print } from '../../harness/terminal.ts';

const command = flags
  .createCommand(
    'benchmark:hints',
    'Which programs of DafnyBench this Dafny proves as shipped and without hints (AlphaVerus, A.1). A stopped one goes on when it is called again.',
  )
  .option('--limit <n>', 'only every so-many-th program, so many of them', flags.wholeNumber(1))
  .option(
    '--out <file.jsonl>',
    'what was found, a line each; a page of it is written beside',
    'results/benchmarks/dafnybench-hints.jsonl',
  );

await flags.runCommand(command, async (signal) => {
  const { limit, out } = command.opts<{ limit?: number; out: string }>();
  if (!out.endsWith('.jsonl'))
    throw new UsageError(`--out ${out}: expected a file whose name ends in .jsonl, the page beside it ends in .md`);
  const rows = readRows((await readDataFile('dafnybench', official, process.env)).toString('utf8'));
  const step = limit === undefined ? 1 : Math.max(1, Math.floor(rows.length / limit));
  const programs = rows
    .filter((_, place) => place % step === 0)
    .slice(0, limit)
    .map(({ test_ID: id, ground_truth: shipped, hints_removed: withoutHints }) => ({ id, shipped, withoutHints }));
  const { sandbox, languages } = await requireProvers('dafnybench', { sandbox: 'auto' }, 1);
  try {
    await mkdir(dirname(out), { recursive: true });
    const progress = createProgress('programs', 2 * programs.length, standardProgress);
    const found = (): void => progress.done(undefined);
    const findings = await measureHints(programs, languages.dafny.prover, sandbox, { file: out, signal, found });
    progress.finish();
    const page = `${hintsMarkdown(findings, rows.length)}\n`;
    await writeFile(out.replace(/\.jsonl$/, '.md'), page);
    print(page);
    return 0;
  } finally {
    await sandbox.close();
  }
});
