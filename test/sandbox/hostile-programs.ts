export { HOSTILE_TO_GRADER } from '../../harness/benchmarks/hostile-programs.ts';
