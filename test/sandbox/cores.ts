import { availableParallelism } from 'node:os';
import { PLAIN } from './programs.ts';

export const CORES = availableParallelism();
if (CORES < 2) console.warn('NOT TESTED: that a verdict keeps to one core (this machine has one)');

/** Prints on which cores it may run, and takes long enough for another to run beside it. */
export const SHOWS_ITS_CORES = `import os, time\nprint(sorted(os.sched_getaffinity(0)))\ntime.sleep(0.7)\n${PLAIN.code}`;
