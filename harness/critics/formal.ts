import type { AnnotationRelation } from '../verifiers/prover/annotation.ts';
import { compareAnnotations } from '../verifiers/prover/annotation.ts';
import type { Critic } from './critic.ts';
import { languageOf } from './language-of.ts';
import type { Translation } from './translation.ts';

/** Both contracts in one language: lemmas each way, and values that deny one. Between two languages it says nothing. Throws `SandboxLostError`. */
export const formal: Critic = async ({ source, target, inputs }, parts) => {
  const incomparable = whyNot({ source, target }, parts);
  if (incomparable !== undefined) return { critic: 'formal', said: 'unknown', detail: incomparable };
  const { annotations } = languageOf(target, parts);
  const found = await compareAnnotations(source.contract, target.contract, inputs, {
    language: annotations,
    runner: parts.runner,
  });
  const said = found.relation === 'equivalent' ? 'accept' : found.relation === 'unknown' ? 'unknown' : 'reject';
  return { critic: 'formal', said, detail: `${found.relation}${detailOf(found)}` };
};

/** Why no lemma can be written of the two. */
function whyNot(
  { source, target }: Pick<Translation, 'source' | 'target'>,
  parts: Parameters<Critic>[1],
): string | undefined {
  if (source.language !== target.language) return 'the contracts are in two languages';
  const { code } = languageOf(target, parts);
  const [one, other] = [source, target].map(({ contract: { signature } }) => ({
    text: signature,
    variables: code.readSignature(signature),
  }));
  if (one?.text === other?.text) return undefined;
  const isAlike =
    one?.variables !== undefined &&
    JSON.stringify([one.variables.taken, one.variables.given]) ===
      JSON.stringify([other?.variables?.taken, other?.variables?.given]);
  return isAlike ? undefined : 'their parameters have other names or types';
}

const MOST_SHOWN = 200;

function detailOf({ implications, detail }: AnnotationRelation): string {
  const open = implications.flatMap((each) =>
    each.status === 'proved'
      ? []
      : [`${each.of}, ${each.direction}: ${each.status === 'refuted' ? each.witness : each.reason}`],
  );
  const text = detail ?? open.join('; ');
  return text === '' ? '' : `: ${text.slice(0, MOST_SHOWN)}`;
}
