import type { ToolRun } from '../../../sandbox/tools/job.ts';
import { z } from '../../../storage/schema.ts';
import type { CheckEvidence } from '../../../types/claims.ts';
import type { ToolOutcome } from '../../../types/evaluator.ts';

/** The longest text of a report, in characters; as in drivers/report.py. */
const TEXT = 300;

/** A text that may stand in a prompt. The drivers cut theirs, but untrusted code runs beside them and can report in their place. */
const told = z.string().transform((text) => {
  const letters = [...text.slice(0, 2 * TEXT)];
  const cut = letters.length <= TEXT ? letters : [...letters.slice(0, TEXT - 1), '…'];
  return cut.join('').replaceAll(/[^\P{C}\n]/gu, '\ufffd');
});

const evidenceSchema = z.object({
  assertion: told,
  input: told.optional(),
  expected: told.optional(),
  got: told.optional(),
  exception: told.optional(),
});

const reason = told;

/** What a driver reports (drivers/report.py). */
const findingSchema = z.discriminatedUnion('verdict', [
  z.object({ verdict: z.literal('held') }),
  z.object({ verdict: z.literal('failed'), evidence: evidenceSchema }),
  z.object({ verdict: z.literal('vacuous'), reason }),
  z.object({ verdict: z.literal('unknown'), reason }),
  z.object({ verdict: z.literal('crashed'), reason }),
]);

/**
 * The outcome that a tool's run shows. Only a report that came whole, in time and from a program that then ended by itself is believed; a
 * tool that died says nothing (`not-applicable`), one that met a limit might have said something (`unknown`).
 */
export function toOutcome({ ended, exit, report, wallMs }: ToolRun): ToolOutcome {
  const seconds = wallMs / 1000;
  if (ended === 'died') {
    return { status: 'not-applicable', reason: `crashed: the tool ended without a report (${exit})`, seconds };
  }
  if (ended !== 'reported') return { status: 'unknown', reason: `${LIMIT_NAMES[ended]} limit met`, seconds };
  const parsed = findingSchema.safeParse(report);
  if (!parsed.success) return { status: 'not-applicable', reason: 'crashed: its report is not one', seconds };
  const finding = parsed.data;
  switch (finding.verdict) {
    case 'held':
      return { status: 'held', seconds };
    case 'failed':
      return { status: 'failed', evidence: toEvidence(finding.evidence), seconds };
    case 'unknown':
      return { status: 'unknown', reason: finding.reason, seconds };
    case 'vacuous':
    case 'crashed':
      return { status: 'not-applicable', reason: `${finding.verdict}: ${finding.reason}`, seconds };
  }
}

const LIMIT_NAMES = { 'wall-clock': 'wall clock', cpu: 'CPU', output: 'output' } as const;

function toEvidence({ assertion, input, expected, got, exception }: z.infer<typeof evidenceSchema>): CheckEvidence {
  return {
    assertion,
    ...(input === undefined ? {} : { input }),
    ...(expected === undefined ? {} : { expected }),
    ...(got === undefined ? {} : { got }),
    ...(exception === undefined ? {} : { exception }),
  };
}
