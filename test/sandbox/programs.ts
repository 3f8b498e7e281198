export * from '../../harness/benchmarks/programs.ts';
