import { messagesOf, wordOf } from '../verifiers/prover/prover.ts';
import { clausesOf } from '../verifiers/prover/witness.ts';
import type { Critic } from './critic.ts';
import { languageOf } from './language-of.ts';

/**
 * Without a model: forbidden constructs in body, clauses or helpers; a contract that contradicts itself before the call; one that a body that does
 * nothing fulfils (AlphaVerus, section 3.1: rule-based filtering). Throws `SandboxLostError`.
 */
export const rules: Critic = async ({ source, target }, parts) => {
  const language = languageOf(target, parts);
  const { contract, body } = target;
  const verdict = (said: 'accept' | 'reject' | 'unknown', detail: string) =>
    ({ critic: 'rules', said, detail }) as const;
  const forbidden = (what: string) => ({ ...verdict('reject', `forbidden: ${what}`), isForbidden: true }) as const;
  const isOwnHelper = contract.preamble === '' || contract.preamble === source.contract.preamble;
  if (!isOwnHelper) return forbidden('declarations beside its own');
  const [pre, post] = [clausesOf(contract, 'requires'), clausesOf(contract, 'ensures')];
  if (post.length === 0) return verdict('reject', 'trivial: it ensures nothing');
  const clauses = language.annotations.lemma({ signature: contract.signature, pre, post, shown: [], changes: [] });
  const spliced = language.splice(body, contract);
  for (const text of [clauses, spliced])
    if (text.status === 'refused') return forbidden(messagesOf(text.answer)[0]?.text ?? '');
  const empty = language.splice(language.emptyBody(contract.signature), contract);
  if (empty.status === 'refused') return verdict('unknown', messagesOf(empty.answer)[0]?.text ?? '');
  const { answer } = await parts.runner.prove(language.prover, empty.program, empty.probe);
  if (answer.status === 'proved') return verdict('reject', 'trivial: a body that does nothing fulfils it');
  switch (wordOf(answer)) {
    case 'vacuous':
      return verdict('reject', 'trivial: its preconditions contradict one another');
    case 'not-proved':
    case 'timeout':
      return verdict('accept', '');
    default:
      return verdict('unknown', `${wordOf(answer)}: ${messagesOf(answer)[0]?.text ?? ''}`);
  }
};
