import type { Judged, JudgeTranslation } from '../tasks/jobs/translation-evaluator.ts';
import type { TranslationProblem, WholeProgram } from '../types/task.ts';
import { compareAnnotations } from '../verifiers/prover/annotation.ts';
import { contractVariables } from '../verifiers/prover/values.ts';
import type { CriticParts, CriticVerdict } from './critic.ts';
import { executed } from './executed.ts';
import { languageOf } from './language-of.ts';
import { rules } from './rules.ts';
import type { Translation } from './translation.ts';

/**
 * What a grade asks of a proved translation: that `rules` accept it, that it gives the same as its source on all inputs (`executed`), and, where
 * its dataset has a program of its own in the target language, that its contract promises no less and asks for no more than that one's, by
 * lemmas. One that rejects is enough; one that could not tell leaves no grade. No model is asked. Throws `SandboxLostError`.
 */
export const judgeProved: JudgeTranslation = async (program, problem, parts) => {
  const translation = translationOf(program, problem);
  const found: Judged[] = [];
  for (const [critic, reason] of [
    [rules, 'trivial-contract'],
    [executed, 'differs'],
  ] as const)
    found.push(toJudged(await critic(translation, parts), reason));
  found.push(await besideReference(program, problem, parts));
  return (
    found.find(({ status }) => status === 'rejected') ??
    found.find(({ status }) => status === 'undecided') ?? { status: 'passes' }
  );
};

/** A proved program beside its source. */
export const translationOf = (
  target: WholeProgram,
  { task, source, inputs }: Pick<TranslationProblem, 'task' | 'source' | 'inputs'>,
): Translation => ({ id: task.id, program: task.id, source, target, inputs });

function toJudged(
  { critic, said, detail, isForbidden }: CriticVerdict,
  reason: Extract<Judged, { reason: string }>['reason'],
): Judged {
  const text = `${critic}: ${detail}`;
  if (said === 'reject') return { status: 'rejected', reason: isForbidden ? 'forbidden' : reason, detail: text };
  return said === 'accept' ? { status: 'passes' } : { status: 'undecided', detail: text };
}

/** Whoever relies on the dataset's own contract may rely on this one: it may say more. */
async function besideReference(
  program: WholeProgram,
  { reference, inputs }: TranslationProblem,
  parts: Pick<CriticParts, 'languages' | 'runner'>,
): Promise<Judged> {
  const { annotations, portable } = languageOf(program, parts);
  const taken = ({ contract }: WholeProgram): string =>
    JSON.stringify(contractVariables(contract, portable)?.taken.map(({ name }) => name));
  if (reference === undefined || taken(reference) !== taken(program)) return { status: 'passes' };
  const { implications, detail } = await compareAnnotations(reference.contract, program.contract, inputs, {
    language: annotations,
    runner: parts.runner,
  });
  const needed = implications.filter(
    ({ of, direction }) => direction === (of === 'pre' ? 'first to second' : 'second to first'),
  );
  const refuted = needed.find(({ status }) => status === 'refuted');
  if (refuted?.status === 'refuted')
    return {
      status: 'rejected',
      reason: 'contract-differs',
      detail: `beside the dataset’s own contract: ${refuted.of === 'pre' ? 'it asks for more' : 'it promises less'}: ${refuted.witness}`,
    };
  const isShown = needed.length === 2 && needed.every(({ status }) => status === 'proved');
  return isShown
    ? { status: 'passes' }
    : { status: 'undecided', detail: `beside the dataset’s own contract: ${detail ?? 'neither proved nor refuted'}` };
}
