import { sha256 } from '../storage/hash.ts';
import type { Attempt, Fault } from '../types/attempt.ts';
import type { CallRecord, Step } from '../types/record.ts';
import type { ReplayedVerdict } from '../verifiers/recorded.ts';

/** What happened while an attempt was made that the condition does not say itself. */
interface StepContext {
  readonly liveVerdict: ReplayedVerdict['liveVerdict'];
  readonly faults: readonly Fault[];
  readonly calls: readonly CallRecord[];
}

/** Fields that are the harness's own: no artifact is called so. */
const OWN_FIELDS: ReadonlySet<string> = new Set([
  ...['index', 'candidate', 'candidateSha256', 'extraction', 'responseSha256', 'proposedBy', 'parent'],
  ...['verdict', 'liveVerdict', 'unparsed', 'faults', 'calls', 'artifacts', '__proto__'],
]);

/** The order in which run folders always had these fields, so that equal runs stay equal byte for byte; others come after, by name. */
const ORDER = ['plan', 'verdict', 'liveVerdict', 'claims', 'unparsed', 'report', 'remediation'];

/** An attempt as it is recorded, each artifact in a field called as its kind. Throws where an artifact or the parent cannot be. */
export function toStep(index: number, attempt: Attempt, { liveVerdict, faults, calls }: StepContext): Step {
  const { candidate, verdict, parent, unparsed } = attempt;
  if (parent !== undefined && !(Number.isInteger(parent) && parent >= 0 && parent < index)) {
    throw new Error(`attempt ${index}: expected a parent among the attempts before it, got ${parent}`);
  }
  const fields = new Map<string, unknown>([
    ['verdict', verdict],
    ['liveVerdict', liveVerdict],
    ['unparsed', unparsed],
    ...artifactFields(attempt),
  ]);
  const told = [...fields].filter(([, value]) => value !== undefined).sort(([a], [b]) => placeOf(a, b));
  return {
    index,
    candidate: candidate.text,
    candidateSha256: sha256(candidate.text),
    extraction: candidate.extraction,
    ...(candidate.responseSha256 === undefined ? {} : { responseSha256: candidate.responseSha256 }),
    proposedBy: candidate.role,
    ...(parent === undefined ? {} : { parent }),
    ...Object.fromEntries(told),
    ...(faults.length === 0 ? {} : { faults }),
    calls,
  };
}

function artifactFields({ artifacts = [] }: Attempt): [string, unknown][] {
  const kinds = artifacts.map(({ kind }) => kind);
  const bad = kinds.find((kind, position) => OWN_FIELDS.has(kind) || kinds.indexOf(kind) !== position);
  if (bad !== undefined) throw new Error(`artifacts: expected kinds of their own, each once, got ${bad}`);
  return artifacts.map(({ kind, value }) => [kind, value]);
}

function placeOf(a: string, b: string): number {
  const place = (name: string): number => (ORDER.includes(name) ? ORDER.indexOf(name) : ORDER.length);
  return place(a) - place(b) || (a < b ? -1 : 1);
}
