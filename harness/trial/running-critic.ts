import { SandboxLostError, whyNotRun } from '../errors.ts';
import { canonicalJson, sha256 } from '../storage/hash.ts';
import { z } from '../storage/schema.ts';
import type { Candidate } from '../types/attempt.ts';
import { type ProgramRun, programRunShape } from '../types/codegrad.ts';
import type { ClaimParts } from '../types/evaluator.ts';
import { type Finding, findingShape, reviewByRunning } from '../verifiers/running/review-by-running.ts';
import { runCalls, runnable } from '../verifiers/running/run-calls.ts';
import type { Recorder } from './calls.ts';

/** Runs programs for a critic; in a replay it tells what was seen when it was recorded. `asked` names what was run. */
export interface RunningCritic {
  /** Four axes, judged by running. */
  review(candidate: Candidate): Promise<{ readonly findings: readonly Finding[]; readonly asked: string }>;
  /** What calls that a model wrote give: three at most, two seconds and 200 characters each. */
  calls(
    candidate: Candidate,
    calls: readonly string[],
  ): Promise<{ readonly runs: readonly ProgramRun[]; readonly asked: string }>;
}

const SECONDS = 2;
const USUAL_SECONDS = 10;
const findingsFile = z.array(findingShape);
const runsFile = z.array(programRunShape);

export function createRunningCritic(
  parts: ClaimParts,
  { noteLiveVerdict }: Pick<Recorder, 'noteLiveVerdict'>,
): RunningCritic {
  const { task, recordedRun, seconds = USUAL_SECONDS } = parts;
  const timeFactor = Math.min(1, SECONDS / seconds);
  const { prelude, entryPoint, publicTests, prompt } = task;
  const nameOf = (what: object): string =>
    sha256(canonicalJson({ prelude, entryPoint, examples: publicTests.source, prompt, ...what }));
  return {
    async review({ text }) {
      const asked = nameOf({ reviewed: text });
      const before = read(recordedRun?.(asked), findingsFile);
      if (before === undefined) return { findings: await reviewByRunning(parts, text, timeFactor), asked };
      try {
        const here = await reviewByRunning(parts, text, timeFactor);
        const differs = here.some(({ verdict }, index) => verdict !== before[index]?.verdict);
        if (differs) noteLiveVerdict(liveVerdictOf(here));
      } catch (error) {
        if (!(error instanceof SandboxLostError)) throw error;
        noteLiveVerdict(whyNotRun(error));
      }
      return { findings: before, asked };
    },
    async calls({ text }, written) {
      const calls = runnable(written, entryPoint);
      const asked = nameOf({ called: text, calls });
      const before = read(recordedRun?.(asked), runsFile);
      return { runs: before ?? (await runCalls(parts, text, calls, timeFactor)), asked };
    },
  };
}

/** None where nothing fails and something could not be decided. */
function liveVerdictOf(findings: readonly Finding[]): 'accept' | 'reject' | 'no-verdict' {
  if (findings.some(({ verdict }) => verdict === 'FAIL')) return 'reject';
  return findings.every(({ verdict }) => verdict === 'PASS') ? 'accept' : 'no-verdict';
}

/** What was recorded, where it is of this shape. */
function read<Value>(text: string | undefined, shape: z.ZodType<Value>): Value | undefined {
  if (text === undefined) return undefined;
  const result = shape.safeParse(JSON.parse(text));
  return result.success ? result.data : undefined;
}
