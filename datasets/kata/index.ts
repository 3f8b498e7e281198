import { readdirSync, readFileSync } from 'node:fs';
import { DataError, defineDataset, type Problem, parsePrompt, sha256, suiteOfDataset } from '../../harness/dataset.ts';
import { type KataTask, parseTaskFile } from './task-file.ts';

const tasksFolder = new URL('tasks/', import.meta.url);

/** sha256 over names and contents of the task files, in their order. sha256.txt pins it, a test compares. */
export function kataSha256(): string {
  return sha256(
    readTaskFiles()
      .map(({ file, text }) => `${file} ${sha256(text)}\n`)
      .join(''),
  );
}

/** The tasks with their topics and levels, sorted by file name. Throws `DataError` naming file, line and section. */
export function readKataTasks(): KataTask[] {
  return readTaskFiles().map(({ file, text }) =>
    parseTaskFile(text, `kata/tasks/${file}`, file.slice(0, -'.py'.length)),
  );
}

/** On programs of these the wording of critic and judges was chosen (results/benchmarks/wordings-2026-11-23.md). */
const TUNING_TASKS = [
  'kata/basket_cost',
  'kata/busiest_minute',
  'kata/cheapest_shops',
  'kata/count_containing',
  'kata/dash_shout',
  'kata/echo_word',
  'kata/empty_boxes',
  'kata/finish_order',
  'kata/greeting_for',
  'kata/keep_cheap',
  'kata/kiosk_waits',
  'kata/minutes_between',
  'kata/quoted_fields',
  'kata/rain_barrel',
  'kata/summed_lengths',
  'kata/telegram_cost',
  'kata/tidy_date',
  'kata/user_of',
  'kata/weeks_to_goal',
  'kata/wrap_in',
];

export default defineDataset({
  title: 'Kata',
  source: 'written for this project, MIT',
  tuningTasks: TUNING_TASKS,
  async load() {
    return { sha256: kataSha256(), problems: readKataTasks().map(toProblem) };
  },
});

function readTaskFiles(): { file: string; text: string }[] {
  const files = readdirSync(tasksFolder).filter((file) => file.endsWith('.py'));
  if (files.length === 0) throw new DataError(`no task files in ${tasksFolder.pathname}`);
  // Not localeCompare: the order is part of the checksum and must not depend on the machine's language.
  files.sort();
  return files.map((file) => ({
    file,
    text: readFileSync(new URL(file, tasksFolder), 'utf8').replaceAll('\r\n', '\n'),
  }));
}

function toProblem({ name, topic, level, prompt, canonical, hidden, pool }: KataTask): Problem {
  const { prelude, examples } = parsePrompt(prompt, name);
  const publicTests = suiteOfDataset(examples);
  return {
    task: { kind: 'function', id: `kata/${name}`, prompt, entryPoint: name, prelude, publicTests },
    hiddenTests: suiteOfDataset(hidden),
    canonical,
    pool,
    tags: [topic, level],
  };
}
