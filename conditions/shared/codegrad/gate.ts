import { answerSchema, type Claim, type ClaimVerdict, type InvariantVerdict, user, z } from '../../../harness/index.ts';
import { invariantsOf, isValid } from './invariants.ts';
import { provePrompt, type StatedArgument, verifyPrompt } from './prompts.ts';
import type { CodegradContext, CodegradStages, GateAnswer, Judging } from './stages.ts';

const short = z.string().meta({ maxLength: 160 });
const threeOf = <Each extends z.ZodType>(each: Each) => z.object({ 1: each, 2: each, 3: each });
const proofSchema = answerSchema('proof', threeOf(z.object({ line: short, argument: short })));
const gateSchema = answerSchema('gate', threeOf(z.object({ why: short, verdict: z.enum(['PASS', 'FAIL']) })));

const NUMBERS = [1, 2, 3] as const;

/** Says which invariants hold, in their order; or why no answer was read. */
type Decide = (
  invariants: readonly Claim[],
  proof: readonly StatedArgument[],
) => Promise<readonly ClaimVerdict[] | { readonly unread: string }>;

/** III.B: the writer argues for each invariant, the critic says which hold. */
export const askGate: NonNullable<CodegradStages['gate']> = (draft, context) =>
  proveAndDecide(draft, context, async (invariants, proof) => {
    const answer = await context.askFor([user(verifyPrompt(draft, proof))], 'verify', gateSchema);
    if (answer.status === 'unparsed') return { unread: answer.detail };
    return invariants.map((claim, index): ClaimVerdict => {
      const { why, verdict } = answer.value[NUMBERS[index] ?? 1];
      return { claim, verdict, reason: why };
    });
  });

/** The writer's proof, and who decides about it. What does not parse as a program of the task is not argued for. */
export async function proveAndDecide(draft: Judging, context: CodegradContext, decide: Decide): Promise<GateAnswer> {
  const [valid, ...asked] = invariantsOf(draft.task);
  const parsed = validity(draft, valid);
  if (parsed.verdict === 'FAIL') return { status: 'judged', invariants: [parsed] };
  const texts = asked.map(({ text }) => text);
  const proof = await context.askFor([user(provePrompt(draft, texts))], 'prove', proofSchema);
  if (proof.status === 'unparsed') return { status: 'unparsed', stage: 'proof', detail: proof.detail };
  const stated = NUMBERS.map((number) => ({ text: texts[number - 1] ?? '', ...proof.value[number] }));
  const decided = await decide(asked, stated);
  if ('unread' in decided) return { status: 'unparsed', stage: 'gate', detail: decided.unread };
  const judged = decided.map((verdict, index): InvariantVerdict => {
    const number = NUMBERS[index] ?? 1;
    return { ...verdict, number: number + 1, ...proof.value[number] };
  });
  return { status: 'judged', invariants: [parsed, ...judged] };
}

/** The first invariant, decided by parsing. */
export function validity({ task, candidate }: Judging, claim: Claim): InvariantVerdict {
  const holds = isValid(task, candidate.text);
  const reason = holds ? '' : `It does not parse, or it does not define ${task.entryPoint}.`;
  return { number: 1, claim, verdict: holds ? 'PASS' : 'FAIL', reason };
}
