export { HOSTILE } from '../../harness/benchmarks/hostile-programs.ts';
