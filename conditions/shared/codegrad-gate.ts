import { answerSchema, type Claim, type InvariantVerdict, type Parsed, user, z } from '../../harness/index.ts';
import { invariantsOf, isValid } from './codegrad-invariants.ts';
import { provePrompt, verifyPrompt } from './codegrad-prompts.ts';
import type { CodegradStages, GateAnswer, Judging } from './codegrad-stages.ts';

const short = z.string().meta({ maxLength: 160 });
const threeOf = <Each extends z.ZodType>(each: Each) => z.object({ 1: each, 2: each, 3: each });
const proofSchema = answerSchema('proof', threeOf(z.object({ line: short, argument: short })));
const gateSchema = answerSchema('gate', threeOf(z.object({ why: short, verdict: z.enum(['PASS', 'FAIL']) })));

const NUMBERS = [1, 2, 3] as const;

/** III.B: the writer argues for each invariant, the critic says which hold. What does not parse as a program of the task is not argued for. */
export const proveAndVerify: NonNullable<CodegradStages['gate']> = async (draft, context) => {
  const [valid, ...asked] = invariantsOf(draft.task);
  const parsed = validity(draft, valid);
  if (parsed.verdict === 'FAIL') return { status: 'judged', invariants: [parsed] };
  const texts = asked.map(({ text }) => text);
  const proof = await context.askFor([user(provePrompt(draft, texts))], 'prove', proofSchema);
  if (proof.status === 'unparsed') return unparsed('proof', proof);
  const stated = NUMBERS.map((number) => ({ text: texts[number - 1] ?? '', ...proof.value[number] }));
  const gate = await context.askFor([user(verifyPrompt(draft, stated))], 'verify', gateSchema);
  if (gate.status === 'unparsed') return unparsed('gate', gate);
  const judged = asked.map((claim, index): InvariantVerdict => {
    const number = NUMBERS[index] ?? 1;
    const { why, verdict } = gate.value[number];
    return { number: number + 1, claim, verdict, reason: why, ...proof.value[number] };
  });
  return { status: 'judged', invariants: [parsed, ...judged] };
};

/** The first invariant, decided by parsing. */
export function validity({ task, candidate }: Judging, claim: Claim): InvariantVerdict {
  const holds = isValid(task, candidate.text);
  const reason = holds ? '' : `It does not parse, or it does not define ${task.entryPoint}.`;
  return { number: 1, claim, verdict: holds ? 'PASS' : 'FAIL', reason };
}

const unparsed = (
  stage: 'proof' | 'gate',
  { detail }: Extract<Parsed<unknown>, { status: 'unparsed' }>,
): GateAnswer => ({ status: 'unparsed', stage, detail });
