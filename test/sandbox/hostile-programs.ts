export { HOSTILE_TO_GRADER } from '../../harness/benchmarks/programs/hostile-programs.ts';
