import { cloverTriples } from '../shared/clover/triples.ts';

/** As clover-triples, of all 62 programs that ship: the paper uses 60. */
export default cloverTriples('clover-triples-shipped', {
  title: 'CloverBench, triples of all shipped programs',
  isUsed: () => true,
});
