import { coin, defineCondition } from '../../harness/index.ts';
import { plainStages } from '../shared/plain-stages.ts';
import { refineLoop } from '../shared/refine-loop.ts';

export default defineCondition({
  description: 'A seeded coin accepts or rejects; feedback without content',
  verifier: coin,
  comparator: 'baseline',
  order: 30,
  run: refineLoop(plainStages),
});
