import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdtempSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadDataset } from '../../../harness/loading/load-dataset.ts';
import { readRun } from '../../../harness/records/stored-run.ts';
import type { Problem } from '../../../harness/types/task.ts';
import { hasDocker } from '../../docker/daemon.ts';
import { claimsAnswer, reportOf } from '../../fixtures/claims.ts';
import { ROOT } from '../../fixtures/command.ts';
import { type ProviderServer, startProviderServer } from '../../fixtures/provider-server.ts';
import { backends } from '../../sandbox/backends.ts';

/** Rewrites the class that judges, in whatever process the check runs: every verdict after it would be `solved`. */
const PATCHES_THE_JUDGE = (entryPoint: string): string =>
  `assert not [setattr(type(o), 'judge', lambda s, *a: dict(assertions='p', failures=[], finished=1)) for o in __import__('gc').get_objects() if type(o).__name__[-4:] == 'ster'] and ${entryPoint}`;

/** Says what it found of other suites: those that a tester has compiled, and those in a broker's queue. */
const TELLS_HIDDEN_TESTS = (entryPoint: string): string =>
  `assert ${entryPoint} == 0, [s.tests for o in __import__('gc').get_objects() if type(o).__name__[-4:] == 'ster' for s in o.suites.values()]`;

/** A model whose every program is wrong, and whose checks go for the grader. */
function answerOf(problems: readonly Problem[], text: string, schema: unknown): string {
  const problem = problems.find(({ task }) => text.includes(`def ${task.entryPoint}(`));
  if (problem === undefined) return '';
  const { entryPoint } = problem.task;
  const name = JSON.stringify(schema ?? '');
  if (name.includes('plan')) return JSON.stringify({ steps: [{ claim: 1, diagnosis: 'wrong', change: 'mend it' }] });
  if (name.includes('checked')) {
    const call = `${entryPoint}()`;
    return claimsAnswer([
      { text: 'is right', tests: [PATCHES_THE_JUDGE(call), TELLS_HIDDEN_TESTS(call)] },
      { text: 'returns one', tests: [`assert ${call} == 1`] },
    ]);
  }
  return `\`\`\`python\ndef ${entryPoint}(*args, **kwargs):\n    return None\n\`\`\``;
}

const NOBODY = 65534;
const isRoot = process.getuid?.() === 0;

/** As root, and as an ordinary user where this process can become one. */
function users(): readonly ('root' | 'an ordinary user')[] {
  if (!isRoot) return ['an ordinary user'];
  const reached = spawnSync('setpriv', [`--reuid=${NOBODY}`, '--clear-groups', process.execPath, '--version'], {
    cwd: ROOT,
  });
  if (reached.status === 0) return ['root', 'an ordinary user'];
  console.warn('NOT TESTED: hostile checks as an ordinary user (no setpriv, or this folder is closed to others)');
  return ['root'];
}

function docker(): readonly string[] {
  const group = statSync('/var/run/docker.sock').gid;
  return [`--groups=${group}`];
}

/** What a command says, on either stream; the server above must go on answering meanwhile. */
async function output([command = '', ...args]: readonly string[], environment: NodeJS.ProcessEnv): Promise<string> {
  const child = spawn(command, args, {
    cwd: ROOT,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  }
  await new Promise((resolve) => child.on('close', resolve));
  return said;
}

const kinds = [
  ...(await backends()).map(({ kind }) => kind),
  ...((await hasDocker('hostile checks')) ? ['docker'] : []),
];

describe.each(kinds)('in %s', (kind) => {
  let server: ProviderServer;
  let problems: readonly Problem[];
  beforeAll(async () => {
    ({ problems } = (await loadDataset('kata', { environment: process.env })) as { problems: readonly Problem[] });
    server = await startProviderServer((_, { body }) => ({
      kind: 'answer',
      text: answerOf(problems, JSON.stringify(body.messages), body.response_format),
    }));
  });
  afterAll(() => server.close());

  test.each(users())(
    'checks that go for the grader change no verdict of any arm and learn no hidden test (%s)',
    async (user) => {
      const folder = mkdtempSync(join(tmpdir(), 'hostile-checks-'));
      const isOther = isRoot && user !== 'root';
      if (isOther) chownSync(folder, NOBODY, NOBODY);
      chmodSync(folder, 0o755);
      const become = isOther
        ? [
            'setpriv',
            `--reuid=${NOBODY}`,
            `--regid=${NOBODY}`,
            ...(kind === 'docker' ? docker() : ['--clear-groups']),
            '--',
          ]
        : ['env'];
      const flags = [
        '--dataset=kata',
        '--limit=3',
        '--conditions=baseline,lucid-generated,lucid-public',
        '--k=2',
        '--max-sandboxes=1',
      ];
      const own = [
        `--model=openai-compatible:q@${server.url}`,
        `--sandbox=${kind}`,
        `--out=${folder}/run`,
        `--cache=${folder}/cache`,
      ];
      const environment = isOther ? { PATH: '/usr/bin:/bin', HOME: folder, TMPDIR: folder } : {};
      const said = await output(
        [...become, process.execPath, '--import', 'tsx', 'scripts/bench.ts', ...flags, ...own],
        environment,
      );
      const { trajectories, grades } = await readRun(join(folder, 'run'));
      expect(grades.length, said).toBeGreaterThanOrEqual(9);
      expect(grades.map(({ outcome }) => outcome.status)).toEqual(grades.map(() => 'unsolved'));
      const checks = trajectories.flatMap(({ steps }) => steps.flatMap((step) => reportOf(step)?.checks ?? []));
      expect(checks.length).toBeGreaterThan(0);
      const written = ['trajectories.jsonl', 'checks.jsonl']
        .map((file) => readFileSync(join(folder, 'run', file), 'utf8'))
        .join('');
      for (const { hiddenTests } of problems.slice(0, 3)) {
        const lines = hiddenTests.source.split('\n').filter((line) => line.startsWith('assert '));
        expect(lines.filter((line) => written.includes(JSON.stringify(line).slice(1, -1)))).toEqual([]);
      }
    },
    300_000,
  );
});
