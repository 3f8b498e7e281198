import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setImmediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { z } from '../storage/schema.ts';
import type { Scenario } from './scenario.ts';

const SCRIPT = fileURLToPath(new URL('./reference.py', import.meta.url));

const versionsSchema = z.record(z.string(), z.string());
const scenarioSchema = z.object({
  name: z.string(),
  answers: z.array(z.union([z.string(), z.object({ mean: z.number(), sd: z.number(), answered: z.number() })])),
});

/** By question: one character a study (1, 0, -), or mean and spread of the estimates. */
export type RawAnswers = z.infer<typeof scenarioSchema>['answers'];

export interface ReferenceResult {
  readonly versions: Readonly<Record<string, string>>;
  /** By scenario. */
  readonly answers: ReadonlyMap<string, RawAnswers>;
}

/** scipy, statsmodels and numpy at work on the studies it is sent, in a process of its own. */
export interface Reference {
  begin(scenario: Scenario, studies: number): void;
  send(lines: string): Promise<void>;
  /** Waits for the last answer. Throws when the process failed. */
  finish(): Promise<ReferenceResult>;
  /** Ends the process whatever it is doing. */
  abandon(): void;
}

/** The interpreter of the virtual environment that `LUCID_BENCH_STATISTICS` names; `undefined` when there is none. */
export function findStatisticsPython(environment: Readonly<Record<string, string | undefined>>): string | undefined {
  const folder = environment.LUCID_BENCH_STATISTICS;
  const python = join(folder ?? '', 'bin/python');
  return folder !== undefined && existsSync(python) ? python : undefined;
}

/** Starts reference.py. It computes while our own statistics are computed. */
export function openReference(python: string): Reference {
  const child = spawn(python, ['-B', SCRIPT], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines: string[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => lines.push(line));
  // A process that ended early breaks the pipe; its exit code says more.
  child.stdin.on('error', () => {});
  const exit = new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  exit.catch(() => {});
  return {
    begin({ name, kind, tasks, questions }, studies) {
      child.stdin.write(`${JSON.stringify({ name, kind, tasks, studies, questions })}\n`);
    },
    async send(text) {
      child.stdin.write(text);
      // Not until it is read: the slower side would make the other wait. The studies of a whole run are a few hundred MB at most.
      await setImmediate();
    },
    async finish() {
      child.stdin.end();
      const code = await exit;
      if (code !== 0)
        throw new Error(`reference.py ended with ${code}; it needs scipy, statsmodels and numpy in ${python}`);
      const [versions = '{}', ...rest] = lines;
      const answers = rest.map((line) => scenarioSchema.parse(JSON.parse(line)));
      return {
        versions: versionsSchema.parse(JSON.parse(versions)),
        answers: new Map(answers.map((one) => [one.name, one.answers])),
      };
    },
    abandon() {
      child.kill();
    },
  };
}
