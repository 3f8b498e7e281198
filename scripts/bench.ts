import { enableCompileCache } from 'node:module';
import { clearStatus, status } from '../harness/terminal.ts';

// Loading takes a second or two: a terminal shows a sign of life before that, and what was compiled once is kept.
status('lucid-bench: loading …');
enableCompileCache();
const { runBenchCommand } = await import('../harness/run/bench-command.ts');
clearStatus();
await runBenchCommand();
