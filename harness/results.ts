/** The door for scripts that read what runs recorded. */

export { readColumns } from './metrics/columns.ts';
export { readRun } from './records/stored-run.ts';
export { print } from './terminal.ts';
export type { Grade, Step, Trajectory, WholeRun as Run } from './types/record.ts';
