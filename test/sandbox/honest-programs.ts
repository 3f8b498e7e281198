export { HONEST } from '../../harness/benchmarks/honest-programs.ts';
