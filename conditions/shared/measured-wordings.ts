import type { AnswerSchema, Candidate, Task, Verdict } from '../../harness/index.ts';
import { answerSchema, assistant, type Parsed, user, z } from '../../harness/index.ts';
import { extractClaims } from './extract.ts';
import { judgeClaims } from './judge-claims.ts';
import { criticiseOwn, judgeProgram } from './judge-program.ts';
import { claimList, generatePrompt, shownCode, taskAndCode } from './prompts.ts';
import type { ClaimContext, Stages } from './stages.ts';
import { wordingOf } from './wording.ts';

/** The wordings that `npm run compare-wordings` measures, today's among them; no condition uses the others. */

const QUESTION = 'Answer with JSON only: {"critique": "what is wrong, in a few words", "verdict": "PASS|FAIL"}';
const judgement = answerSchema('judgement', z.object({ critique: z.string(), verdict: z.enum(['PASS', 'FAIL']) }));

/** The judge until 2026-11-22: asked what is wrong before its verdict, with no way to say "nothing". */
const judgeByFault: Stages['verify'] = async (task, candidate, _claims, context) => {
  const prompt = [
    taskAndCode(task, candidate),
    'You review code written by somebody else. Does it do what the task says, in every case?',
    QUESTION,
  ].join('\n\n');
  return toVerdict(await context.askFor([user(prompt)], 'judge', judgement));
};

/** The critic of that time, likewise. */
const criticiseByFault: Stages['verify'] = async (task, candidate, _claims, context) => {
  const question = `Check your own ${wordingOf(task).noun} against the task. Is it correct in every case?\n${QUESTION}`;
  const conversation = [user(generatePrompt(task)), assistant(shownCode(task, candidate)), user(question)];
  return toVerdict(await context.askFor(conversation, 'criticise', judgement));
};

/** The judge of claims of that time: a reason in a few words. */
const judgeClaimsBriefly: Stages['verify'] = async (task, candidate, claims, context) => {
  const judged = z.object({
    claim: z.int().min(1).max(Math.max(1, claims.length)),
    reason: z.string(),
    verdict: z.enum(['PASS', 'PARTIAL', 'FAIL', 'NOT-APPLICABLE']),
  });
  const schema = answerSchema('verdicts', z.object({ verdicts: z.array(judged).length(claims.length) }));
  const prompt = [
    taskAndCode(task, candidate),
    claimList(task, claims),
    `Judge each claim: does the ${wordingOf(task).noun} really do that, as the task demands?`,
    'Answer with JSON only: {"verdicts": [{"claim": 1, "reason": "a few words", "verdict": "PASS|PARTIAL|FAIL|NOT-APPLICABLE"}]}, one for each claim.',
  ].join('\n\n');
  const answer = await context.askFor([user(prompt)], 'judge', schema);
  if (answer.status === 'unparsed') return answer;
  const isOpen = answer.value.verdicts.some(({ verdict }) => verdict === 'FAIL' || verdict === 'PARTIAL');
  return { status: isOpen ? 'reject' : 'accept', feedback: '' };
};

// ── Tried and not chosen ─────────────────────────────────────────────────────────────────────────────────────────────

const brief = z.string().meta({ maxLength: 120 });
const issues = z.array(z.string().meta({ maxLength: 160 })).max(3);
const verdict = z.enum(['PASS', 'FAIL']);
const isConsistent = (answer: { readonly verdict: string; readonly issues: readonly string[] }): boolean =>
  answer.verdict === 'FAIL' || answer.issues.length === 0;
const CONSISTENT = 'PASS is for an empty list of issues, FAIL for any issue';

const cases = z
  .array(z.object({ call: brief, returns: brief, demanded: brief }))
  .min(1)
  .max(2);
const byCases = answerSchema('review', z.object({ cases, issues, verdict }).refine(isConsistent, CONSISTENT));
const CASES = [
  'Work out two cases by hand, one example of the task and one edge case: the call, what it returns, and what the task demands.',
  'Then list the issues: inputs for which it returns something else than the task demands. Style is no issue.',
  'No issues found: {"cases": [{"call": "...", "returns": "...", "demanded": "..."}], "issues": [], "verdict": "PASS"}',
  'Issues found: {"cases": [{"call": "...", "returns": "...", "demanded": "..."}], "issues": ["..."], "verdict": "FAIL"}',
  'Answer with JSON only, in one of these two forms.',
].join('\n');

const reasoning = z.string().meta({ maxLength: 500 });
const bySearch = answerSchema('review', z.object({ reasoning, issues, verdict }).refine(isConsistent, CONSISTENT));
const SEARCH = [
  'Look for an input that the task allows and for which it returns something else than the task demands: try the examples, the smallest inputs and the edge cases.',
  'Answer with JSON only: {"reasoning": "what you tried and what came out, in at most four short sentences", "issues": ["the input, what it returns, what the task demands"], "verdict": "PASS|FAIL"}',
  'Where you found no issues, the list is empty, [], and the verdict is PASS; else it is FAIL. Style is no issue.',
].join('\n');

interface Listed {
  readonly issues: readonly string[];
  readonly verdict: 'PASS' | 'FAIL';
}

const judging =
  <T extends Listed>(question: string, schema: AnswerSchema<T>): Stages['verify'] =>
  async (task, candidate, _claims, context) => {
    const asked = `You review ${wordingOf(task).noun} written by somebody else. ${question}`;
    return listed(await context.askFor([user(`${taskAndCode(task, candidate)}\n\n${asked}`)], 'judge', schema));
  };
const criticising =
  <T extends Listed>(question: string, schema: AnswerSchema<T>): Stages['verify'] =>
  async (task, candidate, _claims, context) => {
    const asked = `Check your own ${wordingOf(task).noun} against the task. ${question}`;
    const conversation = [user(generatePrompt(task)), assistant(shownCode(task, candidate)), user(asked)];
    return listed(await context.askFor(conversation, 'criticise', schema));
  };

const judgeByCases = judging(CASES, byCases);
const judgeBySearch = judging(SEARCH, bySearch);
const criticiseByCases = criticising(CASES, byCases);
const criticiseBySearch = criticising(SEARCH, bySearch);

function listed(answer: Parsed<Listed>): Verdict {
  if (answer.status === 'unparsed') return answer;
  return { status: answer.value.verdict === 'PASS' ? 'accept' : 'reject', feedback: answer.value.issues.join('\n') };
}

function toVerdict(answer: Parsed<z.infer<typeof judgement.type>>): Verdict {
  if (answer.status === 'unparsed') return answer;
  const { verdict, critique } = answer.value;
  return { status: verdict === 'PASS' ? 'accept' : 'reject', feedback: critique };
}

// ── The list ─────────────────────────────────────────────────────────────────────────────────────────────────────────

interface Measured {
  readonly verifier: 'critic' | 'judge' | 'judge of claims';
  readonly name: string;
  /** Asked about so many of the first candidates only. */
  readonly first?: number;
  verify(task: Task, candidate: Candidate, context: ClaimContext): Promise<Verdict | undefined>;
}

/** On so many of the first candidates wordings were tried that were not chosen. */
const TRIED = 16;
/** A wording of a verifier that needs no claims. */
const ofProgram = (
  verifier: Measured['verifier'],
  name: string,
  stage: Stages['verify'],
  first?: number,
): Measured => ({
  verifier,
  name,
  ...(first === undefined ? {} : { first }),
  verify: (task, candidate, context) => stage(task, candidate, [], context),
});
/** The same where claims are judged: they are extracted first, once for all wordings. */
const ofClaims = (name: string, stage: Stages['verify']): Measured => ({
  verifier: 'judge of claims',
  name,
  async verify(task, candidate, context) {
    const claims = await extractClaims(task, candidate, context);
    return claims.status === 'unparsed' ? undefined : stage(task, candidate, claims.value, context);
  },
});
/** Every wording that was measured, today's second in each group. */
export const WORDINGS: readonly Measured[] = [
  ofProgram('critic', 'fault first (until 2026-11-22)', criticiseByFault),
  ofProgram('critic', 'reasoning, issues, verdict', criticiseOwn),
  ofProgram('critic', 'two cases, issues, verdict', criticiseByCases, TRIED),
  ofProgram('critic', 'search for an input', criticiseBySearch, TRIED),
  ofProgram('judge', 'fault first (until 2026-11-22)', judgeByFault),
  ofProgram('judge', 'reasoning, issues, verdict', judgeProgram),
  ofProgram('judge', 'two cases, issues, verdict', judgeByCases, TRIED),
  ofProgram('judge', 'search for an input', judgeBySearch, TRIED),
  ofClaims('a few words (until 2026-11-22)', judgeClaimsBriefly),
  ofClaims('a sentence, then the verdict', judgeClaims),
];
