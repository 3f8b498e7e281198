import { compareAcross, type Runnable } from '../verifiers/prover/across.ts';
import type { Critic, CriticParts } from './critic.ts';
import { languageOf } from './language-of.ts';
import type { Side } from './translation.ts';

/** Source and target on the program's inputs and on 100 drawn ones: a difference is a witness. It sees programs, not contracts. Throws `SandboxLostError`. */
export const executed: Critic = async ({ source, target, inputs }, parts) => {
  const found = await compareAcross(runnable(source, parts), runnable(target, parts), inputs, parts.runner);
  switch (found.relation) {
    case 'equal':
      return { critic: 'executed', said: 'accept', detail: `the same on ${found.inputs} inputs` };
    case 'different':
      return { critic: 'executed', said: 'reject', detail: found.witness };
    case 'forbidden':
      return { critic: 'executed', said: 'reject', detail: found.detail };
    case 'unknown':
      return { critic: 'executed', said: 'unknown', detail: found.detail };
  }
};

/** A side with what runs it: its own code, spliced under its own contract. */
export function runnable(side: Side, parts: Pick<CriticParts, 'languages'>): Runnable {
  const { code, emptyBody } = languageOf(side, parts);
  return { language: { ...code, emptyBody }, contract: side.contract, body: side.body };
}
