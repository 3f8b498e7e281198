import { stripVTControlCharacters } from 'node:util';
import { z } from '../../../storage/schema.ts';
import type { ProofMessage } from '../../../types/proof.ts';
import type { CommandRun } from '../prover.ts';

const diagnosticShape = z.object({
  message: z.string(),
  level: z.string(),
  code: z.object({ code: z.string() }).nullish(),
  spans: z.array(z.object({ line_start: z.int(), is_primary: z.boolean(), label: z.string().nullish() })).default([]),
});
type Diagnostic = z.infer<typeof diagnosticShape>;

/** What Verus says on stderr under `--error-format=json`: a diagnostic of the compiler a line; every other line is the tool's own. */
export interface Diagnostics {
  readonly errors: readonly Diagnostic[];
  readonly warnings: readonly Diagnostic[];
  readonly others: readonly string[];
}

export function readDiagnostics({ stderr }: Pick<CommandRun, 'stderr'>): Diagnostics {
  const lines = stderr.split('\n').filter((line) => line.trim() !== '');
  const read = lines.map((line) => [line, readDiagnostic(line)] as const);
  const ofLevel = (level: string) =>
    read.flatMap(([, found]) => (found?.level === level && !SUMMARY.test(found.message) ? [found] : []));
  return {
    errors: [...ofLevel('error'), ...ofLevel('error: internal compiler error')],
    warnings: ofLevel('warning'),
    others: read.flatMap(([line, found]) => (found === undefined ? [withoutColour(line)] : [])),
  };
}

/** A count of what was said before, which is no message of its own. */
const SUMMARY = /^(?:aborting due to|\d+ warnings? emitted)/;

function readDiagnostic(line: string): Diagnostic | undefined {
  if (!line.startsWith('{')) return undefined;
  try {
    const found = diagnosticShape.safeParse(JSON.parse(line));
    return found.success ? found.data : undefined;
  } catch {
    return undefined;
  }
}

/** Verus colours what it says itself. */
const withoutColour = (line: string): string => stripVTControlCharacters(line).trim();

/** Errors with their lines; a label says what failed where the error itself says that something did. */
export const messagesOfErrors = (errors: readonly Diagnostic[]): readonly ProofMessage[] =>
  errors.map(({ message, spans }) => {
    const primary = spans.find(({ is_primary: isPrimary }) => isPrimary) ?? spans[0];
    const [label] = spans.flatMap(({ label: said, is_primary: isPrimary }) => (isPrimary && said ? [said] : []));
    const text = label === undefined || label === message ? message : `${message}: ${label}`;
    return primary === undefined ? { text } : { line: primary.line_start, text };
  });
