import type { ClaimParts } from '../../types/evaluator.ts';
import { NO_SUCH_EXAMPLE } from './example-program.ts';

/** For plans: nothing is executed, every program runs and fails every check, no check contradicts an example. */
export function failingChecks({ task }: ClaimParts): ClaimParts {
  return {
    task,
    tool: () => undefined,
    executor: {
      async check(_task, _program, { source }) {
        const checks = source.match(/^def _check_\d+\(\):$/gm)?.length ?? 0;
        const assertions = checks === 0 ? 'p' : 'f-p'.repeat(checks);
        const said =
          checks === 0 ? ({ status: 'solved' } as const) : ({ status: 'unsolved', reason: 'assertion' } as const);
        return { said, assertions, failures: [], output: NO_SUCH_EXAMPLE };
      },
    },
  };
}
