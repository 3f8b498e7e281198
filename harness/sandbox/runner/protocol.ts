import { z } from '../../storage/schema.ts';
import type { ExecutionJob, SandboxExecution, UngradedReason, UnsolvedReason } from '../../types/execution.ts';
import { isTrusted } from '../trusted-suite.ts';

/** The protocol of the runner: frames of a 4-byte big-endian length and JSON, described at the top of python/ground.py. */
const PROTOCOL_VERSION = 2;

/** No reply is this long: every text in it is bounded, but for what a suite keeps. A longer frame means the stream is not ours. */
const MAX_FRAME_BYTES = 16 << 20;

const UNSOLVED = [
  'assertion',
  'exception',
  'syntax',
  'no-entry-point',
  'timeout',
  'memory',
  'output-limit',
  'exited-early',
] as const satisfies readonly UnsolvedReason[];

const helloSchema = z.object({
  protocol: z.literal(PROTOCOL_VERSION),
  python: z.string(),
  /** Every verdict has a uid of its own: the kernel keeps candidates from tester, broker and one another. */
  ownUid: z.boolean(),
  seccomp: z.boolean(),
});

const failureSchema = z.object({
  assertion: z.number().optional(),
  source: z.string().optional(),
  got: z.string().optional(),
  message: z.string(),
});

const recordSchema = z.object({
  id: z.number(),
  detail: z.string(),
  assertions: z.string(),
  failures: z.array(failureSchema),
  output: z.string(),
  wallMs: z.number(),
  cpuMs: z.number(),
  runQueueDelayMs: z.number(),
  /** SIGKILL ended the candidate, and the runner did not send it. */
  wasKilled: z.boolean(),
});

const replySchema = z.discriminatedUnion('status', [
  recordSchema.extend({ status: z.literal('solved'), kept: z.string().optional() }),
  recordSchema.extend({ status: z.literal('unsolved'), reason: z.enum(UNSOLVED) }),
  recordSchema.extend({
    status: z.literal('ungraded'),
    /** `check-error`: untrusted test text that is no test, or did not report what it found. */
    reason: z.enum(['harness-error', 'check-error'] satisfies UngradedReason[]),
  }),
]);

export type Hello = z.infer<typeof helloSchema>;
type Reply = z.infer<typeof replySchema>;

/** Reads the runner's first message; throws when it is not one. */
export function parseHello(frame: unknown): Hello {
  return helloSchema.parse(frame);
}

/** Reads an answer to a request; throws when it is not one. */
export function parseReply(frame: unknown): Reply {
  return replySchema.parse(frame);
}

/**
 * The request for one job: only what came with a dataset runs in the tester. `seed` seeds Python's `random` in candidate and tester, the same
 * for every verdict. With `core` all of it happens on that core, counted from 0.
 */
export function toRequest(id: number, job: ExecutionJob, core?: number): Record<string, unknown> {
  const { prelude, code, entryPoint, suite, limits } = job;
  return {
    id,
    mode: isTrusted(suite) ? 'split' : 'check',
    prelude,
    code,
    entryPoint,
    tests: suite.source,
    seed: 0,
    limits,
    ...(core === undefined ? {} : { core }),
  };
}

/** The execution a reply describes. An `ungraded` one names what the suite did as its only failure. */
export function toExecution(reply: Reply): SandboxExecution {
  const { assertions, output, wallMs, cpuMs, runQueueDelayMs, wasKilled } = reply;
  const times = { wallMs, cpuMs, ...(runQueueDelayMs === 0 ? {} : { runQueueDelayMs }) };
  const failures = reply.failures.map(({ assertion, source, got, message }) => ({
    ...(assertion === undefined ? {} : { assertion }),
    ...(source === undefined ? {} : { source }),
    ...(got === undefined ? {} : { got }),
    message,
  }));
  switch (reply.status) {
    case 'solved':
      return {
        outcome: { status: 'solved' },
        assertions,
        failures,
        output,
        times,
        ...(reply.kept === undefined ? {} : { kept: reply.kept }),
      };
    case 'unsolved':
      return {
        outcome: { status: 'unsolved', reason: reply.reason },
        assertions,
        failures,
        output,
        times,
        ...(wasKilled ? { wasKilled } : {}),
      };
    case 'ungraded':
      return {
        outcome: { status: 'ungraded', reason: reply.reason },
        assertions,
        failures: [{ message: reply.detail }],
        output,
        times,
      };
  }
}

/** One message as bytes. */
export function toFrame(message: unknown): Buffer {
  const body = Buffer.from(JSON.stringify(message));
  const frame = Buffer.allocUnsafe(4 + body.length);
  frame.writeUInt32BE(body.length, 0);
  body.copy(frame, 4);
  return frame;
}

/** Collects bytes and gives the messages that are complete; throws on what cannot be one. */
export function createFrameReader(): (data: Buffer) => unknown[] {
  let pending: Buffer = Buffer.alloc(0);
  return (data) => {
    pending = pending.length === 0 ? data : Buffer.concat([pending, data]);
    const messages: unknown[] = [];
    while (pending.length >= 4) {
      const size = pending.readUInt32BE(0);
      if (size > MAX_FRAME_BYTES) throw new Error(`a frame of ${size} bytes: not the runner's protocol`);
      if (pending.length < 4 + size) break;
      messages.push(JSON.parse(pending.toString('utf8', 4, 4 + size)));
      pending = pending.subarray(4 + size);
    }
    return messages;
  };
}
