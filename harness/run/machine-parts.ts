import { machine } from '../command-line.ts';
import { realRetryParts } from '../models/middleware/retry.ts';
import { standardProgress } from '../progress.ts';
import { say } from '../terminal.ts';
import type { BenchParts } from './study.ts';

/** What a command hands to bench, record and replicate: this machine's environment, clock and chance, its terminal, and Ctrl-C. */
export const machineParts = (signal: AbortSignal): BenchParts => ({
  ...machine,
  signal,
  progress: standardProgress,
  say,
  retry: realRetryParts(machine.random),
});
