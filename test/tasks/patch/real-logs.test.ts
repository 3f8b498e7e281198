import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { loadPatchDataset } from '../../../harness/loading/load-dataset.ts';
import { z } from '../../../harness/storage/schema.ts';
import { gradeLog } from '../../../harness/tasks/patch/logs/grade-log.ts';
import type { GradingRules } from '../../../harness/tasks/patch/logs/grading-rules.ts';
import { readLog } from '../../../harness/tasks/patch/logs/read-log.ts';

/** Logs of real runs, `<instance_id>.<anything>.log` each: what `npm run preflight -- --logs-out FOLDER` leaves in FOLDER/logs. */
const folder = process.env.LUCID_BENCH_REAL_LOGS;

const answers = z.array(
  z.object({
    error: z.string().optional(),
    found: z.boolean().optional(),
    statuses: z.record(z.string(), z.string()).optional(),
    resolved: z.boolean().optional(),
  }),
);

/** In 5.x a row names its parser. */
const parserOf = (repository: string): string => {
  const project = repository.slice(repository.indexOf('/') + 1);
  return `parse_log_${project === 'scikit-learn' ? 'scikit' : project}`;
};

describe.each([
  ['4', 'LUCID_BENCH_SWEBENCH_4'],
  ['5', 'LUCID_BENCH_SWEBENCH_5'],
] as const)('rules %s', (rules: GradingRules, variable) => {
  const python = process.env[variable];
  if (python === undefined || folder === undefined) {
    console.warn(
      `NOT TESTED: logs of real runs under rules ${rules} (LUCID_BENCH_REAL_LOGS and ${variable} name a folder and a Python)`,
    );
  }

  test.runIf(python !== undefined && folder !== undefined)(
    'every log of a real run gives the statuses and the verdict of the official package',
    { timeout: 1_200_000 },
    async () => {
      const { problems } = await loadPatchDataset('swe-bench-lite', { environment: process.env });
      const names = readdirSync(folder ?? '').filter((name) => name.endsWith('.log'));
      const cases = names.sort().flatMap((name) => {
        const problem = problems.find(({ task }) => task.id === name.split('.')[0]);
        if (problem === undefined) return [];
        const { task, hiddenTests, version } = problem;
        const { failToPass, passToPass } = hiddenTests;
        const log = join(folder ?? '', name);
        const official = {
          log,
          repo: task.repository,
          version,
          parser: parserOf(task.repository),
          failToPass,
          passToPass,
        };
        return [{ name, problem, official }];
      });
      const script = fileURLToPath(new URL('official.py', import.meta.url));
      const input = JSON.stringify(cases.map(({ official }) => official));
      const output = execFileSync(python ?? '', [script], { input, maxBuffer: 1 << 30 });
      const theirs = answers.parse(JSON.parse(output.toString('utf8')));
      const differences: string[] = [];
      for (const [index, { name, problem }] of cases.entries()) {
        const official = theirs[index];
        const text = readFileSync(join(folder ?? '', name), 'utf8');
        const { statuses } = readLog(text, problem.task.repository, rules);
        const { isResolved } = gradeLog(text, problem, rules);
        const say = (what: string) => differences.push(`${name}: ${what}`);
        if (official?.error !== undefined) say(`the package ends in an exception: ${official.error}`);
        else if (official?.resolved !== isResolved) say(`resolved ${official?.resolved} there, ${isResolved} here`);
        const others = differing(Object.fromEntries(statuses), official?.statuses ?? {});
        if (others.length > 0) say(`${others.length} statuses, such as ${others.slice(0, 3).join('; ')}`);
      }
      console.log(`rules ${rules}: ${cases.length} logs compared, ${differences.length} differences`);
      expect(differences).toEqual([]);
      expect(cases.length).toBeGreaterThan(0);
    },
  );
});

function differing(ours: Readonly<Record<string, string>>, theirs: Readonly<Record<string, string>>): string[] {
  const names = [...new Set([...Object.keys(ours), ...Object.keys(theirs)])];
  return names.flatMap((name) =>
    ours[name] === theirs[name]
      ? []
      : [`${name}: ${theirs[name] ?? 'not named'} there, ${ours[name] ?? 'not named'} here`],
  );
}
