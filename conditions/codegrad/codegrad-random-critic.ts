import { criticFaults, defineCondition, matchedRates, type Verifier } from '../../harness/index.ts';
import { flipGate, flipReview } from '../shared/codegrad/critics.ts';
import { editsOfFailing } from '../shared/codegrad/gradient.ts';
import { codegradLoop } from '../shared/codegrad/loop.ts';
import { CODEGRAD_ROLES } from '../shared/codegrad/stages.ts';

const coins: Verifier = { name: 'matched-coins', sees: 'nothing' };

export default defineCondition({
  description: 'codegrad with coins in place of its critic, at the rates of that critic',
  verifier: coins,
  uses: { criticFaults, matchedRates },
  roles: CODEGRAD_ROLES,
  comparator: 'codegrad',
  order: 1270,
  faults: [],
  matches: 'codegrad',
  appliesTo: ['function'],
  isOnRequest: true,
  run: codegradLoop({ review: flipReview, gradient: editsOfFailing, gate: flipGate }),
});
