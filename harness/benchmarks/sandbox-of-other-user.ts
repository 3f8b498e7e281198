import { fork } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { SandboxLostError, UsageError } from '../errors.ts';
import { isTrusted } from '../sandbox/trusted-suite.ts';
import type { ExecutionJob, Sandbox, SandboxExecution } from '../types/execution.ts';
import type { SandboxAnswer, SandboxQuestion } from './serve-sandbox.ts';

const SERVER = fileURLToPath(new URL('./serve-sandbox.ts', import.meta.url));

/** A user that nobody else on this machine is: what runs as nobody would be among its own processes. */
const uidOfItsOwn = (): number => 1_800_000_000 + process.pid;

/**
 * A sandbox as an ordinary user has it: a process of ours that runs under another uid opens it there. Only root can do this. Throws
 * `UsageError` where that user cannot read this folder, or where the sandbox does not work for it.
 */
export async function openAsOtherUser(kind: Sandbox['kind']): Promise<Sandbox> {
  const uid = uidOfItsOwn();
  const child = fork(SERVER, [kind], {
    uid,
    gid: uid,
    env: { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: tmpdir(), TMPDIR: tmpdir() },
    execArgv: ['--import', 'tsx'],
    serialization: 'advanced',
  });
  const gone = once(child, 'exit');
  const waiting = new Map<number, PromiseWithResolvers<SandboxExecution>>();
  const first = Promise.withResolvers<string>();
  let [description, sent] = ['', 0];
  child.on('message', (answer: SandboxAnswer) => {
    if ('description' in answer) return first.resolve(answer.description);
    if ('problem' in answer && answer.id === undefined) return first.reject(new UsageError(answer.problem));
    const job = waiting.get(answer.id ?? -1);
    if ('execution' in answer) job?.resolve(answer.execution);
    else job?.reject(new SandboxLostError(answer.problem));
  });
  child.on('error', (error) => first.reject(new UsageError(`no process of another user: ${error.message}`)));
  gone.then(() => {
    const why = 'the process of the other user ended';
    first.reject(new UsageError(why));
    for (const job of waiting.values()) job.reject(new SandboxLostError(why));
  });
  description = await first.promise;
  return {
    kind,
    description,
    execute(job: ExecutionJob) {
      const answer = Promise.withResolvers<SandboxExecution>();
      waiting.set(++sent, answer);
      child.send({ id: sent, job, isFromDataset: isTrusted(job.suite) } satisfies SandboxQuestion);
      return answer.promise;
    },
    async close() {
      if (child.connected) child.disconnect();
      await gone;
    },
  };
}
