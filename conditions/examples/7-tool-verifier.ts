import { defineCondition, type Verifier } from '../../harness/index.ts';
import { extractNothing } from '../shared/extract.ts';
import { refineLoop } from '../shared/refine-loop.ts';
import { repair } from '../shared/regenerate.ts';
import { writeNoPlan } from '../shared/remediate.ts';
import { runVerifier } from '../shared/verify.ts';

/** Accepts what mypy finds no fault in. It looks at no test, and has no verdict where mypy cannot tell. */
const mypy: Verifier = {
  name: 'mypy',
  sees: 'nothing',
  async verify(candidate, { runTool }) {
    const outcome = await runTool('types', candidate, '');
    if (outcome.status === 'held') return { status: 'accept', feedback: '' };
    if (outcome.status !== 'failed') return { status: 'unparsed', detail: outcome.reason };
    return { status: 'reject', feedback: `mypy finds a fault:\n${Object.values(outcome.evidence).join('\n')}` };
  },
};

export default defineCondition({
  description: 'A rewrite until mypy finds no fault',
  verifier: mypy,
  run: refineLoop({ extract: extractNothing, verify: runVerifier, remediate: writeNoPlan, regenerate: repair }),
});
