export * from '../../harness/benchmarks/programs/programs.ts';
