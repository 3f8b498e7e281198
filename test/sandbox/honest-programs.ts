export { HONEST } from '../../harness/benchmarks/programs/honest-programs.ts';
