import { claimChecks, defineCondition, generatedTests, maxClaims } from '../../harness/index.ts';
import { generatedLoop } from '../shared/generated-loop.ts';

/** What the tools of the sandbox take; where one is not installed, its checks are not applicable, with that reason. */
const FORMS = [
  ' A test may also be a hypothesis property (a function under `@given(...)` that calls it and asserts, with the imports it needs),',
  'a contract for CrossHair (a function that calls it and returns the result, with `pre:` and `post: ... __return__ ...` lines in its docstring),',
  'or for a claim about types one annotated variable that is given a call of it, such as `x: int = f(1)`, for mypy.',
].join(' ');

export default defineCondition({
  description:
    'lucid-generated whose checks may also be properties (hypothesis), contracts (CrossHair) and typing claims (mypy)',
  verifier: generatedTests,
  uses: { claims: claimChecks, maxClaims },
  comparator: 'lucid-generated',
  order: 180,
  faults: ['verdict-flip', 'claims', 'plan'],
  isOnRequest: true,
  run: generatedLoop({
    isWeighted: true,
    forms: FORMS,
    verify: (_task, candidate, gathered, { claims }) => claims.check(candidate, gathered),
  }),
});
