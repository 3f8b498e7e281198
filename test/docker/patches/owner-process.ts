/** A run in a process of its own that evaluates patches whose tests never end, until it is ended; for tests of what it leaves behind. */
import { connectDocker } from '../../../harness/sandbox/docker/engine.ts';
import { logOfInstance, openEvaluationStore } from '../../../harness/tasks/patch/evaluation/evaluation-store.ts';
import { createPatchExecutor } from '../../../harness/tasks/patch/evaluation/executor.ts';
import { openPublicTests } from '../../../harness/tasks/patch/evaluation/public-tests.ts';
import { HANGING } from './candidates.ts';
import { problemOf, REPOSITORIES } from './repositories.ts';

const [folder = ''] = process.argv.slice(2);
const executor = await createPatchExecutor({
  now: () => performance.now(),
  load: () => 0.5,
  engine: connectDocker(),
  problems: REPOSITORIES.map(problemOf),
  environments: REPOSITORIES.map(({ environment }) => environment),
  rules: '5',
  timeoutMs: 600_000,
  slots: 2,
  store: openEvaluationStore(folder, logOfInstance),
  publicTests: openPublicTests(folder),
});
const stop = () => void executor.close().then(() => process.exit(130));
process.once('SIGINT', stop);
process.once('SIGTERM', stop);
process.stdout.write('ready\n');
await Promise.allSettled(
  REPOSITORIES.slice(0, 2).map((repository) => executor.evaluate(problemOf(repository), HANGING.patch(repository))),
);
