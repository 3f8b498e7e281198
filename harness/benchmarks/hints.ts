import type { ToolSandbox } from '../sandbox/tools/sandbox.ts';
import { sha256 } from '../storage/hash.ts';
import { openLineFile } from '../storage/line-file.ts';
import { z } from '../storage/schema.ts';
import { markdownTable } from '../text/markdown-table.ts';
import { isNoAnswer, type Prover, wordOf } from '../verifiers/prover/prover.ts';
import { createProofRunner } from '../verifiers/prover/run.ts';

/** A published program with what proves it, and without. */
interface HintedProgram {
  readonly id: string;
  readonly shipped: string;
  readonly withoutHints: string;
}

const FORMS = ['shipped', 'withoutHints'] as const;

const findingShape = z.object({
  id: z.string(),
  form: z.enum(FORMS),
  sha256: z.string(),
  prover: z.string(),
  /** The answer in one word; `not-asked`: as shipped this prover does not read it. */
  answer: z.string(),
  cpuMs: z.int().nonnegative().exactOptional(),
  wallMs: z.int().nonnegative().exactOptional(),
});
type Finding = z.infer<typeof findingShape>;

/** What this prover does not read as shipped is not read without hints either. */
const UNREAD = new Set(['parse', 'type', 'unsupported']);

/**
 * Which programs a prover proves as published and without hints (AlphaVerus, A.1: those that need none are left out), a line in `file` for each as it is found:
 * called again, it goes on, and asks those again that the prover failed at. Throws `SandboxLostError`, and the signal's reason.
 */
export async function measureHints(
  programs: readonly HintedProgram[],
  prover: Prover,
  sandbox: ToolSandbox,
  { file: path, signal, found }: { readonly file: string; readonly signal: AbortSignal; found(finding: Finding): void },
): Promise<readonly Finding[]> {
  const runner = createProofRunner(sandbox);
  const version = prover.versions.map(({ name, version: own }) => `${name} ${own}`).join(', ');
  const { lines, file } = await openLineFile(path, findingShape);
  const keyOf = ({ id, form, sha256: sum, prover: by }: Omit<Finding, 'answer'>): string =>
    [id, form, sum, by].join(' ');
  const told = lines.filter(({ answer }) => !isNoAnswer(answer));
  const known = new Map(told.map((line) => [keyOf(line), line]));
  const all: Finding[] = [];
  for (const program of programs) {
    let isRead = true;
    for (const form of FORMS) {
      signal.throwIfAborted();
      const asked = { id: program.id, form, sha256: sha256(program[form]), prover: version };
      const before = known.get(keyOf(asked));
      const finding = before ?? { ...asked, ...(isRead ? await prove(program[form]) : { answer: 'not-asked' }) };
      if (before === undefined && !isNoAnswer(finding.answer)) await file.append(finding);
      if (UNREAD.has(finding.answer)) isRead = false;
      all.push(finding);
      found(finding);
    }
  }
  return all;

  async function prove(text: string): Promise<Pick<Finding, 'answer' | 'cpuMs' | 'wallMs'>> {
    const { answer, times } = await runner.prove(prover, text);
    return { answer: wordOf(answer), cpuMs: Math.round(times.cpuMs), wallMs: Math.round(times.wallMs) };
  }
}

/** How many came to what, of how many programs that were asked; with what a search of the paper's size costs in proofs. */
export function hintsMarkdown(findings: readonly Finding[], of: number): string {
  const counts = (form: Finding['form']): ReadonlyMap<string, number> =>
    new Map(
      [
        ...Map.groupBy(
          findings.filter((each) => each.form === form),
          ({ answer }) => answer,
        ),
      ].map(([answer, own]) => [answer, own.length]),
    );
  const [shipped, without] = FORMS.map(counts);
  const words = [...new Set([...(shipped?.keys() ?? []), ...(without?.keys() ?? [])])].sort();
  const proved = new Set(
    findings.flatMap(({ id, form, answer }) => (form === 'shipped' && answer === 'proved' ? [id] : [])),
  );
  const ofProved = findings.filter(({ id, form }) => form === 'withoutHints' && proved.has(id));
  const needNone = ofProved.filter(({ answer }) => answer === 'proved').length;
  const unknown = ofProved.filter(({ answer }) => isNoAnswer(answer)).length;
  const asked = new Set(findings.map(({ id }) => id)).size;
  const times = findings.flatMap(({ cpuMs, answer }) =>
    cpuMs === undefined || UNREAD.has(answer) ? [] : [cpuMs / 1000],
  );
  const mean = times.reduce((sum, seconds) => sum + seconds, 0) / Math.max(1, times.length);
  return [
    '# DafnyBench, with hints and without',
    `${asked} of ${of} programs were asked, by ${findings[0]?.prover ?? 'nobody'}: ${proved.size} are proved as shipped; of these ${needNone} are proved without hints too, and ${ofProved.length - needNone - unknown} need them.${unknown === 0 ? '' : ` Of ${unknown} the prover could not tell.`}`,
    markdownTable({
      header: ['answer', 'as shipped', 'without hints'],
      rows: words.map((word) => [word, String(shipped?.get(word) ?? 0), String(without?.get(word) ?? 0)]),
    }),
    times.length === 0
      ? ''
      : `A program that is read takes ${mean.toFixed(1)} s of a core (mean of ${times.length}); 562 programs x 256 generations of one proof each are ${Math.round((562 * 256 * mean) / 3600).toLocaleString('en-US')} hours of a core.`,
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}
