/** A run in a process of its own that has two containers at work until it is ended; for tests of what it leaves behind. */
import { createDockerSandbox } from '../../harness/sandbox/docker/sandbox.ts';
import { PLAIN, toJob } from '../sandbox/programs.ts';

const sandbox = await createDockerSandbox({ slots: 2 });
const stop = () => void sandbox.close().then(() => process.exit(130));
process.once('SIGINT', stop);
process.once('SIGTERM', stop);
await sandbox.execute({ ...toJob(PLAIN), taskId: 'first' });
process.stdout.write('ready\n');
const code = `import time\ntime.sleep(60)\n${PLAIN.code}`;
const limits = { wallMs: 100_000 };
await Promise.allSettled(['a', 'b'].map((taskId) => sandbox.execute({ ...toJob({ ...PLAIN, code, limits }), taskId })));
await sandbox.close();
