import { mkdir } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import type { DockerEngine } from '../../sandbox/docker/engine.ts';
import { readUtf8 } from '../../storage/utf8.ts';
import {
  type EvaluationRecord,
  logOfInstance,
  openEvaluationStore,
} from '../../tasks/patch/evaluation/evaluation-store.ts';
import { createPatchExecutor } from '../../tasks/patch/evaluation/executor.ts';
import { openHttpbin } from '../../tasks/patch/evaluation/httpbin.ts';
import { openPublicTests } from '../../tasks/patch/evaluation/public-tests.ts';
import { readLog } from '../../tasks/patch/logs/read-log.ts';
import type { EnvironmentSpecification } from '../../types/environment-specification.ts';
import type { GoldEvaluation, GoldEvaluator, GoldTask } from './official.ts';

interface OwnOptions {
  readonly engine: DockerEngine;
  readonly environments: readonly EnvironmentSpecification[];
  /** For evaluations and logs, a folder a round. */
  readonly folder: string;
  readonly atATime: number;
  readonly timeoutMs: number;
  /** Milliseconds of a clock that is never set back. */
  now(): number;
}

/** Our own evaluator with its isolation on, by the rules of swebench 4.x; nothing is kept from one round to the next. */
export function ownGold(
  tasks: readonly GoldTask[],
  { engine, environments, folder, atATime, timeoutMs, now }: OwnOptions,
): GoldEvaluator & {
  /** With its phases, of the last round. */
  records(): readonly EvaluationRecord[];
} {
  let last: readonly EvaluationRecord[] = [];
  return {
    name: 'ours',
    records: () => last,
    async round(run) {
      const own = join(folder, run);
      await mkdir(own, { recursive: true });
      const evaluator = await createPatchExecutor({
        ...{ engine, environments, timeoutMs, now, slots: atATime, rules: '4' },
        problems: tasks.map(({ problem }) => problem),
        load: () => loadavg()[0] ?? 0,
        store: openEvaluationStore(own, logOfInstance),
        publicTests: openPublicTests(join(own, 'public-tests')),
        openNeighbour: async (image, labels) => (image.needsHttpbin === true ? openHttpbin(engine, labels) : undefined),
      });
      try {
        const startedAt = now();
        const records = await Promise.all(
          tasks.map(async ({ problem }) => {
            const began = now();
            const record = await evaluator.evaluate(problem, problem.canonical).catch((error: Error) => error.message);
            return { problem, record, seconds: (now() - began) / 1000 };
          }),
        );
        const wallSeconds = (now() - startedAt) / 1000;
        last = records.flatMap(({ record }) => (record === undefined || typeof record === 'string' ? [] : [record]));
        const evaluations = await Promise.all(
          records.map(({ problem, record, seconds }): Promise<GoldEvaluation> | GoldEvaluation =>
            record === undefined || typeof record === 'string'
              ? { id: problem.task.id, seconds, error: record ?? 'no image' }
              : toGold(record, own, problem.task.repository),
          ),
        );
        return { wallSeconds, evaluations };
      } finally {
        await evaluator.close();
      }
    },
    close: async () => undefined,
  };
}

async function toGold(record: EvaluationRecord, folder: string, repository: string): Promise<GoldEvaluation> {
  const { instanceId: id, seconds, grade, phases } = record;
  const timed = { id, seconds, ...(phases?.remove === undefined ? {} : { removeSeconds: phases.remove }) };
  if (grade.fault !== undefined) return { ...timed, error: grade.fault };
  const log = await readUtf8(join(folder, 'logs', logOfInstance(record)));
  const { statuses } = readLog(log, repository, '4');
  const passed = (of: typeof grade.failToPass): string[] =>
    of.filter(({ decision }) => decision === 'passed').map(({ test }) => test);
  return {
    ...timed,
    ...{ resolved: grade.isResolved, statuses: Object.fromEntries(statuses) },
    passed: [passed(grade.failToPass), passed(grade.passToPass)],
  };
}
