import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CODEGRAD_WORDINGS } from '../conditions/shared/codegrad/measured-wordings.ts';
import { WORDINGS } from '../conditions/shared/measured-wordings.ts';
import { describeMachine } from '../harness/benchmarks/machine.ts';
import { compareWordings, drawCandidates, tuningProblems } from '../harness/benchmarks/wordings.ts';
import { acceptanceLines, wordingsCsv, wordingsMarkdown } from '../harness/benchmarks/wordings-table.ts';
import * as flags from '../harness/command-line.ts';
import { loadDataset } from '../harness/loading/load-dataset.ts';
import { createClient } from '../harness/models/create-client.ts';
import { realRetryParts } from '../harness/models/middleware/retry.ts';
import { resolveModel } from '../harness/models/resolve-model.ts';
import { findPython } from '../harness/sandbox/runner/python.ts';
import { print, say } from '../harness/terminal.ts';

const command = flags
  .createCommand(
    'compare-wordings',
    'Asks critic and judges about known programs, in their present and earlier wordings.',
  )
  .requiredOption('--model <id>', 'openai:MODEL, anthropic:MODEL, openai-compatible:MODEL@URL')
  .addOption(
    new flags.Option(
      '--wordings <set>',
      "codegrad: its review and gate as they are, on the first of kata's tuning tasks; says whether each accepts 5 to 95 %",
    )
      .choices(['critics', 'codegrad'])
      .default('critics'),
  )
  .option('--seed <n>', 'draws tasks and programs', flags.wholeNumber(0), 1)
  .option('--tasks <n>', 'tuning tasks', flags.wholeNumber(1), 20)
  .option('--each <n>', 'right and wrong programs of each task', flags.wholeNumber(1), 3)
  .option('--first <n>', 'only so many candidates: any beginning is balanced', flags.wholeNumber(2))
  .option('--max-output-tokens <n>', 'output limit per answer', flags.wholeNumber(1), 512)
  .option('--max-claims <n>', 'the most claims per candidate', flags.wholeNumber(1), 3)
  .option('--concurrency <n>', 'calls at a time', flags.wholeNumber(1), 8)
  .option('--cache <folder>', 'where answers are stored, by sample key', 'results/cache')
  .option('--out <folder>', 'where wordings-DATE.md and .csv are written', 'results/benchmarks');

interface Options {
  readonly model: string;
  readonly wordings: 'critics' | 'codegrad';
  readonly seed: number;
  readonly tasks: number;
  readonly each: number;
  readonly first?: number;
  readonly maxOutputTokens: number;
  readonly maxClaims: number;
  readonly concurrency: number;
  readonly cache: string;
  readonly out: string;
}

await flags.runCommand(command, async (signal) => {
  const options = command.opts<Options>();
  const { seed, tasks, each, first, maxOutputTokens, maxClaims, concurrency, cache, out } = options;
  const dataset = await loadDataset('kata', flags.machine);
  const isCodegrad = options.wordings === 'codegrad';
  const asked = isCodegrad ? tuningProblems(dataset, tasks) : dataset.problems;
  const candidates = drawCandidates(asked, seed, tasks, each).slice(0, first);
  const sampling = { temperature: 'published' as const };
  const base = { sampling, replay: 'cache' as const, cache, isAsked: true, ...flags.machine };
  const resolved = await resolveModel(options.model, {}, { ...base, date: () => new Date(), onMiss: () => undefined });
  const parts = { retry: realRetryParts(flags.machine.random), concurrency, usedBefore: [], record: () => undefined };
  const stop = new AbortController();
  const { sampler } = createClient(resolved, { ...parts, date: () => new Date(), onStop: (e) => stop.abort(e) });
  const study = { rounds: 0, stop: 'verdict' as const, temperature: 'published' as const, randomAcceptance: 0, seed };
  const settings = { ...study, maxOutputTokens, maxClaims };
  let done = 0;
  const onVerdict = () => void (++done % 10 === 0 && say(`${done} verdicts`));
  const all = AbortSignal.any([signal, stop.signal]);
  const asking = { sampler, signal: all, concurrency, settings, onVerdict };
  const verdicts = await compareWordings(isCodegrad ? CODEGRAD_WORDINGS : WORDINGS, candidates, asking);
  const date = new Date().toISOString().slice(0, 10);
  const machine = describeMachine((await findPython()).path);
  const facts = { date, model: resolved.model.id, seed, maxOutputTokens, maxClaims, ...machine };
  const report = wordingsMarkdown(verdicts, facts);
  await mkdir(out, { recursive: true });
  await writeFile(join(out, `wordings-${date}.md`), report);
  await writeFile(join(out, `wordings-${date}.csv`), wordingsCsv(verdicts));
  print(isCodegrad ? `${report}\n${acceptanceLines(verdicts).join('\n')}` : report);
  return 0;
});
