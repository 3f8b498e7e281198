import type { Candidate, Task } from '../../harness/index.ts';
import { answerSchema, type ExtractedClaim, type Parsed, user, z } from '../../harness/index.ts';
import { taskAndCode } from './prompts.ts';
import type { ClaimContext } from './stages.ts';

/** Servers that constrain answers keep to it; a longer text from any other is read all the same. */
const text = z.string().meta({ maxLength: 120 });
/** A double quote would end the text of the answer where it should begin one of the test: small models then leave half a line. */
const assertion = z.string().meta({ pattern: String.raw`^[^"\\\n]{1,239}[^"\\\n (\[{,=]$` });

const lines = z.string().meta({ maxLength: 600 });

const claimSchema = z.object({
  text,
  category: z.enum(['functionality', 'security', 'data-handling', 'performance', 'compliance']),
  severity: z.enum(['critical', 'high', 'medium', 'low']),
  about: z.enum(['signature', 'docstring', 'comment', 'error-handling', 'validation', 'body']),
});

/**
 * LUCID stages 1 and 2 in one call: what the candidate claims, and for each claim the tests that decide it. `forms` says in what
 * other forms than assertions a test may be written.
 */
export async function extractChecked(
  task: Task,
  candidate: Candidate,
  context: ClaimContext,
  forms = '',
): Promise<Parsed<readonly ExtractedClaim[]>> {
  if (task.kind !== 'function') throw new Error('claims are checked of functions only');
  const most = context.maxClaims;
  const claim = claimSchema.extend({ tests: z.array(forms === '' ? assertion : lines).max(3) });
  const schema = answerSchema('checked-claims', z.object({ claims: z.array(claim).max(most) }));
  const prompt = [
    taskAndCode(task, candidate),
    `List what \`${task.entryPoint}\` claims to do by its signature, docstring, comments, error handling and validation: at most ${most} short claims, the most important first. For each write one or two Python tests: \`assert\` lines that call \`${task.entryPoint}\` with concrete arguments other than the examples and hold exactly if the task is done right. Put texts in single quotes.${forms}`,
    `Answer with JSON only: {"claims": [{"text": "...", "category": "functionality|security|data-handling|performance|compliance", "severity": "critical|high|medium|low", "about": "signature|docstring|comment|error-handling|validation|body", "tests": ["assert ${task.entryPoint}(...) == ..."]}]}`,
  ].join('\n\n');
  const answer = await context.askFor([user(prompt)], 'extract', schema);
  if (answer.status === 'unparsed') return answer;
  const value = answer.value.claims.map(({ about, ...claim }) => ({ ...claim, place: { part: about } }));
  return { status: 'parsed', value };
}
