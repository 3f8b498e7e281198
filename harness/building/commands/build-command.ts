import { join } from 'node:path';
import * as flags from '../../command-line.ts';
import { UsageError } from '../../errors.ts';
import { readBuiltLines } from '../../loading/built-line.ts';
import { loadDataset } from '../../loading/load-dataset.ts';
import { isRecorded } from '../../models/recorded/replay.ts';
import { readLines, writeAtomically } from '../../storage/line-file.ts';
import { readUtf8 } from '../../storage/utf8.ts';
import type { Sandbox } from '../../types/execution.ts';
import { buildDataset } from '../build-dataset.ts';
import { type Stage, stageShape } from '../build-record.ts';
import type { InputForm } from '../oracle.ts';
import { MOST_CALLS } from '../readings.ts';
import { describeBuildDrift } from '../recorded/build-drift.ts';
import { type RecordedBuild, readRecordedBuild } from '../recorded/build-recording.ts';
import { type FollowedReplay, followRecording } from '../recorded/replay-build.ts';
import { readTexts, type TextForm, textsFrom } from '../texts.ts';
import { trustOf, trustTables } from '../truth/trust.ts';
import { biasCommand } from './bias-command.ts';
import { challengeCommand } from './challenge-command.ts';
import { endsCommand } from './ends-command.ts';
import { choice, type Machine, type ModelFlags, withModelFlags, withParts } from './model-parts.ts';
import { packCommand } from './pack-command.ts';
import { withRecordedFlags } from './recorded-flags.ts';
import { simulatedBuilder } from './simulated-builder.ts';
import { submitCommand } from './submit-command.ts';

export interface BuildFlags extends ModelFlags {
  readonly texts?: string;
  readonly from?: 'kata' | 'humaneval' | 'mbpp-plus';
  readonly text: TextForm;
  readonly inputs: InputForm;
  readonly out: string;
  readonly resume?: true;
  readonly plan?: true;
  readonly tasks?: readonly string[];
  readonly limit?: number;
}

/** `npm run build-dataset` with all its flags. */
export function buildCommand(): ReturnType<typeof flags.createCommand> {
  const command = flags
    .createCommand('build-dataset', 'Makes a dataset from texts: tests, a reference and a certificate for each task.')
    .option('--texts <file>', 'JSON lines {id, text, examples?}; an example is {input: "[1, 2], 3", output: "True"}')
    .addOption(choice('--from <dataset>', 'texts made from its prompts', 'kata', 'humaneval', 'mbpp-plus'))
    .addOption(
      choice('--text <part>', 'of a prompt, with --from', 'full', 'no-examples', 'first-sentence').default('full'),
    )
    .addOption(choice('--inputs <form>', 'how stage 4 gives test inputs', 'functions', 'values').default('functions'))
    .requiredOption(
      '--model <id>',
      'as for bench; simulated:builder with --from tries the pipeline without a model; recorded:NAME builds again what was recorded, of the same texts',
    )
    .requiredOption('--out <folder>', 'where manifest.json, build.jsonl, build.md and dataset.jsonl are written')
    .option('--resume', 'go on with the build in --out')
    .option('--plan', 'print the most calls it can take, then stop')
    .option('--tasks <ids>', 'exactly these texts, comma-separated', flags.list)
    .option('--limit <n>', 'the first n texts', flags.wholeNumber(1));
  const further = () =>
    [challengeCommand(), biasCommand(), submitCommand(), packCommand(), endsCommand()].map((one) =>
      one.helpInformation(),
    );
  return withModelFlags(command).addHelpText('after', () => `\nWith what was built:\n\n${further().join('\n')}`);
}

/**
 * Runs the command; gives the text for the screen. A recorded build says itself what it was made of; `isGiven` tells which flags were written.
 * Throws `UsageError` for bad input, and what a model that cannot go on throws.
 */
export async function runBuild(
  given: BuildFlags,
  machine: Machine,
  isGiven: (flag: string) => boolean = () => false,
): Promise<string> {
  const recording = isRecorded(given.model) ? await readRecordedBuild(given.model) : undefined;
  const options = recording === undefined ? given : withRecordedFlags(given, recording, isGiven);
  const texts = await readAll(options, machine);
  if (options.plan === true) return planOf(texts.length, recording);
  const synthetic = await syntheticOf(options, texts, machine);
  const replay = recording && followRecording(recording);
  return withParts(options, machine, { synthetic, recording }, async (parts) => {
    const { out, inputs: form, resume = false, concurrency, maxOutputTokens, modelSeed } = options;
    const build = { texts, origin: originOf(options), form, out, resume, concurrency, maxOutputTokens, modelSeed };
    const table = await buildDataset(build, { ...parts, ...(replay && { replay }) });
    const trust = await trustLines(options, machine, parts.sandboxes);
    const drift = recording && replay ? [await driftLines(recording, replay, out, trust[0])] : [];
    return [table, ...trust, ...drift].join('\n\n');
  });
}

function planOf(texts: number, recording: RecordedBuild | undefined): string {
  if (recording !== undefined)
    return `${texts} texts, no model calls: ${recording.manifest.answers} answers are recorded`;
  return `${texts} texts, at most ${MOST_CALLS * texts} model calls (${MOST_CALLS} a text)`;
}

/** What came out otherwise than recorded; also written to drift.md. */
async function driftLines(recording: RecordedBuild, replay: FollowedReplay, out: string, trust: string | undefined) {
  const stages = await readLines<Stage>(join(out, 'build.jsonl'), stageShape);
  const dataset = await readUtf8(join(out, 'dataset.jsonl'));
  const drift = describeBuildDrift(recording, { stages, dataset, trust }, replay);
  await writeAtomically(join(out, 'drift.md'), `${drift}\n`);
  return drift;
}

async function readAll({ texts: path, from, text, tasks, limit }: BuildFlags, { environment }: Machine) {
  if ((path === undefined) === (from === undefined))
    throw new UsageError('expected either --texts FILE.jsonl or --from DATASET');
  const all = from === undefined ? await readTexts(path ?? '') : await textsFrom(from, text, environment);
  const missing = tasks?.find((id) => !all.some((one) => one.id === id));
  if (missing !== undefined) throw new UsageError(`--tasks: expected ids of texts, found no text ${missing}`);
  return all.filter(({ id }) => tasks?.includes(id) ?? true).slice(0, limit);
}

async function syntheticOf(
  { from, model }: BuildFlags,
  texts: Parameters<typeof simulatedBuilder>[0],
  { environment }: Machine,
) {
  if (from === undefined || !model.startsWith('simulated:')) return {};
  return simulatedBuilder(texts, (await loadDataset(from, { environment })).problems);
}

/** What the built tests are worth, where the truth is known; also written to trust.md. */
async function trustLines({ from, out }: BuildFlags, { environment }: Machine, [sandbox]: readonly Sandbox[]) {
  const path = join(out, 'dataset.jsonl');
  const lines = await readUtf8(path);
  if (from === undefined || sandbox === undefined || lines === '') return [];
  const { problems } = await loadDataset(from, { environment });
  const found = [];
  for (const line of readBuiltLines(lines, path)) {
    const truth = problems.find(({ task }) => task.id === line.task_id);
    if (truth !== undefined) found.push(await trustOf(line, truth, sandbox));
  }
  const tables = trustTables(found);
  await writeAtomically(join(out, 'trust.md'), `${tables}\n`);
  return [tables];
}

const originOf = ({ texts, from, text }: BuildFlags): string =>
  from === undefined ? (texts ?? '').replace(/^.*\//, '') : `${from}, text ${text}`;
