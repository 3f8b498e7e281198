import { cloverTriples } from '../shared/clover/triples.ts';

/** 62 programs ship; these two are not among the paper's 60. */
const NOT_IN_THE_PAPER = new Set(['match', 'double_array_elements']);

/** CloverBench's triples (Sun et al. 2023, arXiv 2310.17807, Table 3): 60 programs in five sets, each with its shipped words, contract and body. */
export default cloverTriples('clover-triples', {
  title: 'CloverBench, triples',
  isUsed: (name) => !NOT_IN_THE_PAPER.has(name),
});
