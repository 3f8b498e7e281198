import type { ToolSandbox } from '../../sandbox/tools/sandbox.ts';
import { markdownTable } from '../../text/markdown-table.ts';
import type { ToolOutcome } from '../../types/evaluator.ts';
import { createCheckTools } from '../../verifiers/claims/tools/check-tools.ts';
import { machineParts } from '../machine.ts';
import { CHECK_CASES } from './check-cases.ts';
import { CASE_TASK, type CheckCase } from './check-programs.ts';

/** What one sandbox said of one case, each time it was asked. */
export interface CheckAnswers {
  readonly sandbox: string;
  readonly each: CheckCase;
  /** Status and reason or evidence, as one line. */
  readonly said: readonly string[];
  /** From asking to the answer, the sandbox's start included where it was waited for. */
  readonly seconds: readonly number[];
  /** Processor time of the tool's own process: what a busy machine does not change much. */
  readonly cpuSeconds: readonly number[];
}

/** Asks a sandbox about every case `times` times, one after the other. `now` in milliseconds. */
export async function askTools(sandbox: ToolSandbox, times: number, now: () => number): Promise<CheckAnswers[]> {
  const answers: CheckAnswers[] = [];
  for (const each of CHECK_CASES) {
    const said: string[] = [];
    const seconds: number[] = [];
    const cpuSeconds: number[] = [];
    const measured: ToolSandbox = {
      ...sandbox,
      async run(job) {
        const run = await sandbox.run(job);
        cpuSeconds.push(run.cpuMs / 1000);
        return run;
      },
    };
    for (let time = 0; time < times; time++) {
      const { tools } = createCheckTools(async () => measured); // a new one each time: they remember outcomes
      const tool = tools.find(({ kind }) => kind === each.tool);
      const started = now();
      const outcome = await tool?.run(CASE_TASK, each.program, { kind: each.tool, source: each.check });
      seconds.push((now() - started) / 1000);
      said.push(describe(outcome));
    }
    answers.push({ sandbox: sandbox.kind, each, said, seconds, cpuSeconds });
  }
  return answers;
}

function describe(outcome: ToolOutcome | undefined): string {
  if (outcome === undefined) return 'no such tool';
  switch (outcome.status) {
    case 'held':
      return outcome.status;
    case 'failed':
      return `failed: ${Object.entries(outcome.evidence)
        .map(([name, value]) => `${name} ${value}`)
        .join(', ')}`;
    default:
      return `${outcome.status}: ${outcome.reason}`;
  }
}

/** A row a case: what was said and the median of the seconds in each sandbox; what is not as it should be is in capitals. */
export function checksMarkdown(
  answers: readonly CheckAnswers[],
  facts: Readonly<Record<string, string | number | boolean>>,
): string {
  const sandboxes = [...new Set(answers.map(({ sandbox }) => sandbox))];
  const rows = CHECK_CASES.map((each) => {
    const own = answers.filter((answer) => answer.each === each);
    const said = new Set(own.flatMap((answer) => answer.said));
    const isRight = [...said].every((line) => line.startsWith(each.expected));
    const text = said.size === 1 ? [...said].join() : `DIFFERENT: ${[...said].join(' / ')}`;
    return [
      each.tool,
      each.kind,
      each.name,
      (isRight ? text : `WRONG: ${text}`).replaceAll('|', '\\|'),
      ...sandboxes.flatMap((name) => {
        const { seconds = [], cpuSeconds = [] } = own.find(({ sandbox }) => sandbox === name) ?? {};
        return [median(seconds), median(cpuSeconds)];
      }),
    ];
  });
  const times = answers[0]?.seconds.length ?? 0;
  return `${[
    '# Checks by hypothesis, CrossHair and mypy: what they say, and seconds a check',
    `Each case was asked ${times} times in each sandbox, one after the other. Seconds are medians from asking to the answer, and of the tool's own processor time; the sandbox of the next check is started while one runs.`,
    markdownTable({
      header: ['check', 'case', 'what it is', 'verdict', ...sandboxes.flatMap((name) => [`${name} s`, 'CPU s'])],
      rows,
      textColumns: [1, 2, 3],
    }),
    ...machineParts(facts),
  ].join('\n\n')}\n`;
}

function median(values: readonly number[]): string {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)]?.toFixed(2) ?? '—';
}
