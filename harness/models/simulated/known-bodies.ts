import type { Message } from '../../types/model.ts';
import type { ContractProblem } from '../../types/task.ts';
import { type KnownProblem, type KnownPrograms, normalised } from './known-programs.ts';

/** What a simulated model recognises of contracts: a task by its signature, a body by its text. */
export function createKnownBodies(problems: readonly ContractProblem[]): KnownPrograms {
  return {
    findProblem(messages) {
      const shown = problems.filter(({ task }) =>
        messages.some(({ content }) => content.includes(task.contract.signature)),
      );
      const [longest] = shown.toSorted((a, b) => b.task.contract.signature.length - a.task.contract.signature.length);
      return longest && toKnown(longest);
    },
  };
}

/** A body that no prover proves: of a dataset that has no wrong ones. */
const UNPROVABLE = { dafny: 'assert false;', python: '#@ assert False\nreturn 0', verus: 'assert(false);' } as const;

function toKnown({ task, canonical, wrong }: ContractProblem): KnownProblem {
  const { id: taskId, language, contract } = task;
  const [, entryPoint = taskId] = contract.signature.match(/^(?:method|def|(?:(?:pub|exec|proof) )*fn) (\w+)/) ?? [];
  const wrongBodies = wrong.length === 0 ? [UNPROVABLE[language]] : wrong.map(({ body }) => body);
  return {
    taskId,
    entryPoint,
    language,
    right: [canonical],
    wrong: wrongBodies,
    currentCandidate(messages) {
      // A contract stands in the first prompt; a body stands behind it only where one was answered.
      const blocks = messages.flatMap(({ content }: Message) => [...content.matchAll(/^```\w*\n([\s\S]*?)^```/gm)]);
      const code = blocks
        .map(([, text = '']) => text)
        .findLast((text) => [canonical, ...wrongBodies].some((body) => isSame(body, text)));
      return code === undefined ? undefined : { code, isRight: isSame(canonical, code) };
    },
  };
}

const isSame = (one: string, other: string): boolean => normalised(one) === normalised(other);
