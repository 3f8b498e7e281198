import { clearStatus, status } from '../harness/terminal.ts';

// Loading takes a second or two: a terminal shows a sign of life before that.
status('lucid-bench: loading …');
const { runBenchCommand } = await import('../harness/run/bench-command.ts');
clearStatus();
await runBenchCommand();
